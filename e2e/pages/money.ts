/** The money screens: crypto deposits, records in progress, saved addresses. */
import type { Locator } from 'playwright-core'
import type { Phone } from '../phone.ts'

/** A file as the phone passes it to a form. */
export type Picture = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

export class Money {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  button(name: string): Locator {
    return this.phone.page.getByRole('button', { name, exact: true })
  }

  amount(currency: string): Locator {
    return this.phone.page.getByLabel(this.phone.t('deposit.amount_sent', { currency }))
  }

  /** A string is the path of a file. */
  async choosePicture(picture: Picture | string): Promise<void> {
    await this.phone.page.locator('input[type=file]').first().setInputFiles(picture)
  }

  async pictureSent(): Promise<void> {
    await this.phone.page.getByText(this.phone.t('picture.sent'), { exact: true }).waitFor()
  }

  /** Chooses the first network and fills in amount and picture, without submitting. */
  async fillCoins(amount: string, picture: Picture): Promise<void> {
    await this.phone.visit('/mine/charge')
    await this.phone.page.getByRole('radio').first().check()
    await this.amount('USDT').fill(amount)
    await this.choosePicture(picture)
    await this.pictureSent()
  }

  /** The number of deposits in the list. */
  async deposits(): Promise<number> {
    await this.phone.visit('/mine/charge?tab=records')
    const rows = this.phone.page.getByRole('list', { name: this.phone.t('deposit.tab_records') }).getByRole('listitem')
    await rows.first().waitFor()
    return rows.count()
  }
}
