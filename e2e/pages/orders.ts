/** The order screen: card, lists, the sheet of one order, its questions and its proof. */
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { type Phone, pattern, shownBy } from '../phone.ts'

export type ListName = 'holding' | 'pending' | 'history'

export class Orders {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  async open(list: ListName = 'holding'): Promise<void> {
    await this.phone.page.goto(`/order?tab=${list}`)
    await this.tab(list).waitFor()
  }

  tab(list: ListName): Locator {
    return this.phone.page.getByRole('tab', { name: new RegExp(`^${this.phone.t(`orders.tab_${list}`)}`) })
  }

  async choose(list: ListName): Promise<void> {
    await this.tab(list).click()
  }

  rows(list: ListName): Locator {
    return this.phone.page
      .getByRole('list', { name: this.phone.t(`orders.tab_${list}`), exact: true })
      .getByRole('button')
  }

  /** Pulls the list down from its top and releases it. */
  async pull(): Promise<void> {
    const touch = await this.phone.context.newCDPSession(this.phone.page)
    const at = (y: number) => ({ touchPoints: [{ x: 195, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(250) })
    for (let y = 270; y <= 550; y += 20) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touch.detach()
  }

  /** The selected list, also while a sheet hides it from roles. */
  async chosen(): Promise<string> {
    return shownBy(
      this.phone.page.locator(`[aria-label="${this.phone.t('orders.tabs')}"] [role=tab][aria-selected=true]`),
    )
  }

  /** The figure at the end of an open position's row. */
  async profit(row: Locator): Promise<string> {
    return shownBy(row.locator('[data-figure=profit]'))
  }

  /** The sheet of one order, below any sheet over it. */
  sheet(): Locator {
    return this.phone.page.getByRole('dialog').filter({ hasText: this.phone.t('orders.id') })
  }

  /** The value of a line of the sheet. */
  async fact(
    label: 'price_now' | 'stop_loss' | 'take_profit' | 'id' | 'fee' | 'margin' | 'price_open',
  ): Promise<string> {
    const name = this.phone.t(`orders.${label}`)
    const line = this.sheet()
      .locator('dl > div')
      .filter({ has: this.phone.page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    return shownBy(line.first().locator('dd'))
  }

  async closeSheet(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('common.close'), exact: true })
      .click()
    await this.sheet().waitFor({ state: 'hidden' })
  }

  async openStops(): Promise<Locator> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('orders.edit') })
      .click()
    const editor = this.phone.page.getByRole('dialog', { name: this.phone.t('orders.edit_title') })
    await editor.waitFor()
    return editor
  }

  async editStops(levels: { readonly stopLoss: string }): Promise<void> {
    const editor = await this.openStops()
    await editor.getByRole('textbox', { name: this.phone.t('ticket.stop_loss_price') }).fill(levels.stopLoss)
    await editor.getByRole('button', { name: this.phone.t('orders.edit_save') }).click()
    await editor.waitFor({ state: 'hidden' })
    await this.phone.closed()
  }

  /** Changes the price of the pending order on the sheet. */
  async changePrice(price: string): Promise<void> {
    const name = this.phone.t('orders.amend')
    await this.sheet().getByRole('button', { name, exact: true }).click()
    const editor = this.phone.page.getByRole('dialog', { name, exact: true })
    await editor.getByRole('textbox', { name: this.phone.t('ticket.target'), exact: true }).fill(price)
    await this.phone.picture('order-change')
    await editor.getByRole('button', { name: this.phone.t('orders.edit_save') }).click()
    await editor.waitFor({ state: 'hidden' })
    await this.phone.closed()
  }

  question(): Locator {
    return this.phone.page.getByRole('alertdialog')
  }

  async askToClose(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('orders.close'), exact: true })
      .click()
    await this.question().waitFor()
  }

  /** Answers when the notice of the closed position has gone: until then a tap may hit it in place of a row. */
  async closeOrder(): Promise<void> {
    await this.askToClose()
    await this.question()
      .getByRole('button', { name: this.phone.t('orders.close'), exact: true })
      .click()
    await this.question().waitFor({ state: 'hidden' })
    await this.phone.closed()
    const told = this.notice(/USD/)
    await told.first().waitFor()
    // A tap ends it; it also ends by itself.
    await told
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await told.first().waitFor({ state: 'hidden' })
  }

  /** Closes this share of the position on the sheet, which is this size. */
  async closePart(percent: number, lots: string): Promise<void> {
    await this.askToClose()
    const button = (name: string) => this.question().getByRole('button', { name, exact: true })
    await this.question()
      .getByRole('button', { name: new RegExp(`^${percent}\\s?%$`) })
      .click()
    await this.phone.picture('order-part')
    await button(this.phone.t('orders.part_confirm', { lots: this.phone.t('ticket.preset_lots', { lots }) })).click()
    await this.question().waitFor({ state: 'hidden' })
    await this.phone.closed()
  }

  async cancelOrder(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('orders.cancel'), exact: true })
      .click()
    await this.question()
      .getByRole('button', { name: this.phone.t('orders.cancel_confirm'), exact: true })
      .click()
    await this.question().waitFor({ state: 'hidden' })
    await this.phone.closed()
  }

  async openProof(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('orders.see_proof') })
      .click()
    await this.proof()
      .getByRole('button', { name: this.phone.t('receipt.download') })
      .waitFor()
  }

  proof(): Locator {
    return this.phone.page.getByRole('dialog', { name: pattern(this.phone, 'receipt.title', 'id') })
  }

  /** The downloaded file. */
  async downloadProof(): Promise<{ readonly path: string; readonly text: string }> {
    const begun = this.phone.page.waitForEvent('download')
    await this.proof()
      .getByRole('button', { name: this.phone.t('receipt.download') })
      .click()
    const path = await (await begun).path()
    return { path, text: readFileSync(path, 'utf8') }
  }

  notice(text: string | RegExp): Locator {
    return this.phone.page.getByRole('status').getByText(text)
  }
}
