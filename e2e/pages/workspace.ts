/** The workspace of a wide window: its panels, the ticket beside the chart, the order table, and keys. */
import type { Locator, Page } from 'playwright-core'
import { type Phone, pattern } from '../phone.ts'
import { Ticket } from './trade.ts'

export type PanelName = 'list' | 'ticket' | 'orders'

export class Workspace {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  async open(path = '/'): Promise<void> {
    await this.phone.page.goto(path)
    await this.separator('list').waitFor()
    await this.phone.page.locator('canvas').first().waitFor()
  }

  list(): Locator {
    return this.phone.page.getByRole('region', { name: this.phone.t('trade.instruments'), exact: true })
  }

  instrument(code: string): Locator {
    return this.list().getByRole('button', { name: new RegExp(`^${code}`) })
  }

  /** Chooses an instrument that may be far from the selected one, around which the list is shown. */
  async choose(code: string): Promise<void> {
    const search = this.list().getByRole('searchbox')
    await search.fill(code)
    await this.instrument(code).click()
    await search.fill('')
  }

  heading(code: string): Locator {
    return this.phone.page.getByRole('heading', { name: code, exact: true })
  }

  /** The button with the live price. */
  button(side: 'buy' | 'sell'): Locator {
    const name = new RegExp(`^${this.phone.t(`common.${side}`)}\\s*[\\d.,]+$`)
    return this.ticketPanel().getByRole('button', { name })
  }

  ticketPanel(): Locator {
    return this.phone.page.getByRole('region', { name: this.phone.t('wide.ticket'), exact: true })
  }

  ticket(side: 'buy' | 'sell'): PanelTicket {
    return new PanelTicket(this.phone, side)
  }

  orders(): Locator {
    return this.phone.page.getByRole('region', { name: this.phone.t('orders.title'), exact: true })
  }

  rows(): Locator {
    return this.orders().locator('tr[data-order]')
  }

  separator(panel: PanelName): Locator {
    return this.phone.page.getByRole('separator', { name: this.phone.t(`wide.resize_${panel}`) })
  }

  size(panel: PanelName): Promise<number> {
    return this.separator(panel).evaluate((element) => Number(element.getAttribute('aria-valuenow')))
  }

  question(): Locator {
    return this.phone.page.getByRole('alertdialog')
  }

  /** Presses Tab until the element has the focus, as a customer without a mouse does. */
  async tabTo(element: Locator): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      if (await element.evaluate((wanted) => wanted === document.activeElement)) return
      await this.phone.page.keyboard.press('Tab')
    }
    throw new Error('Tab does not reach the element')
  }
}
const STEPS_MAX = 60

/** The ticket in its panel: not a dialog, so the rest of the screen stays usable. */
class PanelTicket extends Ticket {
  override sheet(): Locator {
    return this.phone.page.getByRole('region', { name: this.phone.t('wide.ticket'), exact: true })
  }

  /** The receipt takes the ticket's place. */
  receipt(): Locator {
    return this.sheet().getByRole('heading', { name: pattern(this.phone, 'ticket.done_title') })
  }
}

/** Another instrument for a window with only a chart, from the list behind the name of its instrument. */
export async function chooseInChart(window: Page, code: string): Promise<URL> {
  const heading = window.getByRole('heading', { level: 1 })
  await heading.getByRole('button').click()
  await window.getByRole('dialog').getByRole('searchbox').fill(code)
  await window.getByRole('dialog').getByText(code, { exact: true }).click()
  await heading.filter({ hasText: code }).waitFor()
  await window.getByRole('dialog').waitFor({ state: 'detached' })
  return new URL(window.url())
}
