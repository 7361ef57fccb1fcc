/** One instrument and its ticket, from the two live prices to the receipt. */
import type { Locator } from 'playwright-core'
import { type Phone, pattern } from '../phone.ts'

export class Trade {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  async open(): Promise<void> {
    await this.phone.page.goto('/trade')
    await this.chart().waitFor()
  }

  chart(): Locator {
    return this.phone.page.locator('canvas').first()
  }

  /** The button with the live price; a visitor is sent to sign in. A row of an order begins alike and goes on. */
  button(side: 'buy' | 'sell'): Locator {
    const name = new RegExp(`^${this.phone.t(`common.${side}`)}\\s*[\\d.,]+$`)
    return this.phone.page.getByRole('button', { name })
  }

  async ticket(side: 'buy' | 'sell'): Promise<Ticket> {
    await this.button(side).click()
    const ticket = new Ticket(this.phone, side)
    await ticket.confirm().waitFor()
    return ticket
  }

  /** The open ticket. */
  opened(side: 'buy' | 'sell'): Ticket {
    return new Ticket(this.phone, side)
  }

  /** On the sign-in screen. In Arabic the buttons of the list and of trade have the same words. */
  async startDemo(): Promise<void> {
    const { page, t } = this.phone
    const way = page.getByRole('region', { name: t('login.demo_title') })
    await way.getByRole('button', { name: t('login.start_demo') }).click()
  }
}

export class Ticket {
  readonly phone: Phone
  readonly side: 'buy' | 'sell'

  constructor(phone: Phone, side: 'buy' | 'sell') {
    this.phone = phone
    this.side = side
  }

  sheet(): Locator {
    return this.phone.page.getByRole('dialog').first()
  }

  confirm(): Locator {
    const market = pattern(this.phone, `ticket.confirm_${this.side}`, 'lots', 'price')
    const limit = pattern(this.phone, `ticket.confirm_limit_${this.side}`, 'lots', 'price')
    const stop = pattern(this.phone, `ticket.confirm_stop_${this.side}`, 'lots', 'price')
    const plain = pattern(this.phone, `ticket.confirm_${this.side}_plain`)
    const names = [market, limit, stop, plain].map(({ source }) => source)
    return this.sheet().getByRole('button', { name: new RegExp(names.join('|')) })
  }

  async lots(text: string): Promise<void> {
    await this.sheet()
      .getByRole('textbox', { name: this.phone.t('ticket.lots') })
      .fill(text)
  }

  async preset(lots: string): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: pattern(this.phone, 'ticket.preset_lots', 'lots') })
      .filter({ hasText: lots })
      .click()
  }

  async pendingAt(price: string): Promise<void> {
    await this.sheet()
      .getByRole('tab', { name: this.phone.t('ticket.tab_pending') })
      .click()
    await this.sheet()
      .getByRole('textbox', { name: this.phone.t('ticket.target'), exact: true })
      .fill(price)
  }

  level(name: 'stop_loss' | 'take_profit'): Locator {
    return this.sheet().getByRole('textbox', { name: this.phone.t(`ticket.${name}_price`) })
  }

  /** Switches a level on; without a price it keeps the suggestion and returns it. */
  async switchOn(name: 'stop_loss' | 'take_profit', price?: string): Promise<string> {
    await this.sheet()
      .getByRole('switch', { name: this.phone.t(`ticket.${name}`) })
      .click()
    if (price !== undefined) await this.level(name).fill(price)
    return this.level(name).inputValue()
  }

  async openLeverage(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: new RegExp(`^${this.phone.t('ticket.leverage_choose')}`) })
      .click()
    await this.leverages().waitFor()
  }

  leverages(): Locator {
    return this.phone.page.getByRole('dialog', { name: this.phone.t('ticket.leverage_choose') })
  }

  async chooseLeverage(value: number): Promise<void> {
    await this.leverages()
      .getByText(pattern(this.phone, 'ticket.leverage_value', 'value'))
      .filter({ hasText: new RegExp(`\\b${value}\\b`) })
      .last()
      .click()
    await this.leverages().waitFor({ state: 'hidden' })
  }

  /** Sends the order and waits for the receipt. */
  async send(): Promise<void> {
    await this.confirm().click()
    await this.phone.page.getByRole('dialog', { name: this.phone.t('ticket.done_title') }).waitFor()
  }

  /** Sends a pending order far from the market, which the ticket asks about, and waits for its receipt. */
  async sendFar(): Promise<void> {
    await this.confirm().click()
    const question = this.phone.page.getByRole('alertdialog', { name: this.phone.t('ticket.far_title') })
    await question.getByRole('button', { name: this.phone.t('ticket.far_confirm') }).click()
    await this.phone.page.getByRole('dialog', { name: this.phone.t('ticket.done_title_pending') }).waitFor()
  }

  async viewOrder(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('ticket.view_order') })
      .click()
  }

  async done(): Promise<void> {
    await this.sheet()
      .getByRole('button', { name: this.phone.t('ticket.done'), exact: true })
      .click()
    await this.sheet().waitFor({ state: 'hidden' })
    await this.phone.closed()
  }
}
