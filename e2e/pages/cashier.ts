/** Money on the phone: deposits, withdrawal methods, withdrawals, and their records. */
import type { Locator } from 'playwright-core'
import { codeAfter } from '../outbox.ts'
import { type Phone, pattern } from '../phone.ts'
import type { Account } from './account.ts'
import { givePicture } from './picture.ts'

export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

export class Cashier {
  readonly phone: Phone
  readonly account: Account

  constructor(account: Account) {
    this.phone = account.phone
    this.account = account
  }

  /** Submits a crypto deposit of a network; the proof is a picture of the screen. */
  async deposit(paid: { readonly network: string; readonly coins: string }): Promise<void> {
    const { page, t } = this.phone
    await this.phone.visit('/mine/charge')
    await page.getByRole('radio', { name: new RegExp(paid.network) }).check()
    await page.getByLabel(pattern(this.phone, 'deposit.amount_sent', 'currency')).fill(paid.coins)
    await givePicture(this.phone, page.getByRole('group', { name: t('deposit.proof') }))
    await page.getByRole('button', { name: t('deposit.report_coins') }).click()
    await page.getByRole('heading', { name: t('deposit.reported_title') }).waitFor()
  }

  /** Reads the deposit address of a network, which is shown in full once it is chosen. */
  async paysTo(network: string, address: string): Promise<void> {
    const { page } = this.phone
    await this.phone.visit('/mine/charge')
    await page.getByRole('radio', { name: new RegExp(network) }).check()
    await page.getByText(address, { exact: true }).waitFor()
  }

  /** Saves a wallet address, with the code that is mailed when the sheet asks for it. */
  async bind(network: string): Promise<void> {
    const { page, t } = this.phone
    await this.phone.visit('/mine/withdraw-way?type=1')
    await page.getByRole('radio', { name: new RegExp(network) }).check()
    await page.getByLabel(t('withdraw.address'), { exact: true }).fill(TRON_ADDRESS)
    await this.#proven(() => page.getByRole('button', { name: t('payees.bind'), exact: true }).click())
    await page.waitForURL('**/mine/coin-address-list')
    await page.getByText(TRON_ADDRESS).waitFor()
  }

  /** Requests a withdrawal, with the code of the mail that names amount and address. */
  async withdraw(usd: string): Promise<void> {
    const { page, t } = this.phone
    const check = await this.#review(usd)
    await this.#proven(() => check.getByRole('button', { name: t('withdraw.confirm') }).click())
    await page.getByRole('heading', { name: t('withdraw.requested_title') }).waitFor()
  }

  /** Closes the question for the code, then loses the network while it is open. Each is told, and ends. */
  async withdrawInterrupted(usd: string): Promise<void> {
    const { page, context, t } = this.phone
    const { world, email } = this.account
    const check = await this.#review(usd)
    const confirm = check.getByRole('button', { name: t('withdraw.confirm') })
    const question = page.getByRole('dialog', { name: t('step_up.title') })
    const code = await codeAfter(world, email, () => confirm.click())
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await check.getByText(t('refusals.proof_needed')).waitFor({ state: 'hidden' })
    await confirm.click()
    await question.getByLabel(t('fields.code')).fill(code)
    const lost = question.getByText(t('withdraw.not_requested'))
    await context.setOffline(true)
    await question.getByRole('button', { name: t('step_up.confirm') }).click()
    await lost.waitFor()
    await context.setOffline(false)
    await lost.waitFor({ state: 'hidden' })
    await question.getByRole('button', { name: t('step_up.confirm') }).click()
    await page.getByRole('heading', { name: t('withdraw.requested_title') }).waitFor()
  }

  async #review(usd: string): Promise<Locator> {
    const { page, t } = this.phone
    await this.phone.visit('/mine/withdraw')
    await page.getByLabel(t('withdraw.amount'), { exact: true }).fill(usd)
    await page.getByRole('button', { name: t('withdraw.check') }).click()
    return page.getByRole('dialog', { name: t('withdraw.check_title') })
  }

  /** The newest record of a list, open in its sheet. */
  async newest(list: 'charge' | 'withdraw'): Promise<Locator> {
    const { page, t } = this.phone
    await this.phone.visit(`/mine/${list}?tab=records`)
    await page
      .getByRole('list', { name: t(list === 'charge' ? 'deposit.tab_records' : 'withdraw.tab_records') })
      .getByRole('button')
      .first()
      .click()
    const title = list === 'charge' ? t('deposit.deposit_title') : t('withdraw.record_title')
    const sheet = page.getByRole('dialog', { name: title })
    await sheet.waitFor()
    return sheet
  }

  /** Runs an action that asks for a step-up, and enters the mailed code. */
  async #proven(act: () => Promise<void>): Promise<void> {
    const { page, t } = this.phone
    const { world, email } = this.account
    const sheet = page.getByRole('dialog', { name: t('step_up.title') })
    const code = await codeAfter(world, email, act)
    await sheet.getByLabel(t('fields.code')).fill(code)
    await sheet.getByRole('button', { name: t('step_up.confirm') }).click()
    await sheet.waitFor({ state: 'hidden' })
  }
}
