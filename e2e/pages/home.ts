/** The market list: rows, chips, tabs. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Phone, shownBy } from '../phone.ts'

const SOON = { timeout: 20_000, interval: 50 }

export class Home {
  readonly phone: Phone

  constructor(phone: Phone) {
    this.phone = phone
  }

  async open(): Promise<void> {
    await this.phone.page.goto('/')
    await this.row('EUR/USD').waitFor()
  }

  list(): Locator {
    return this.phone.page.getByRole('region', { name: this.phone.t('home.list') })
  }

  rows(): Locator {
    return this.list().getByRole('listitem')
  }

  /** The display codes of the rows that are drawn, from the top. */
  async codes(): Promise<readonly string[]> {
    const rows = await this.rows().evaluateAll((items) =>
      items
        .map((item) => ({
          code: item.querySelector('bdi')?.textContent ?? '',
          top: item.getBoundingClientRect().top,
        }))
        .sort((one, two) => one.top - two.top),
    )
    return rows.map(({ code }) => code)
  }

  star(code: string): Locator {
    return this.list().getByRole('button', { name: this.phone.t('home.favourite', { code }) })
  }

  /** The sheet of order and columns. */
  async openView(): Promise<void> {
    await this.phone.page.getByRole('button', { name: this.phone.t('home.view') }).click()
    await this.phone.page.getByRole('dialog', { name: this.phone.t('lists.title') }).waitFor()
  }

  async sortBy(order: 'standard' | 'favourites' | 'name' | 'change' | 'recent'): Promise<void> {
    await this.openView()
    await this.phone.page.getByRole('button', { name: this.phone.t(`lists.order_${order}`), exact: true }).click()
    await this.closeSheets()
  }

  /** One after the other: a sheet hides the one below it. */
  async closeSheets(): Promise<void> {
    const layers = this.phone.page.locator('[role=dialog][data-open]')
    for (let left = await layers.count(); left > 0; left = await layers.count()) {
      await this.phone.page.keyboard.press('Escape')
      await expect.poll(() => layers.count(), SOON).toBeLessThan(left)
    }
    // Two sheets may still be closing.
    await expect.poll(() => this.phone.page.getByRole('dialog').count(), SOON).toBe(0)
    await this.phone.closed()
  }

  row(code: string): Locator {
    return this.list().getByRole('button', { name: new RegExp(`^${code}`) })
  }

  /** The live price of a row. */
  async price(code: string): Promise<string> {
    return shownBy(this.row(code).locator('bdi[dir=ltr]').first())
  }

  /** Of a category: the chips of all and of the favourites stand before them. */
  chip(index: number): Locator {
    return this.#chips().nth(index + 2)
  }

  named(name: 'all' | 'favourites' | 'movers'): Locator {
    const group = this.phone.page.getByRole('group', { name: this.phone.t('home.categories') })
    return group.getByRole('button', { name: this.phone.t(`home.${name}`), exact: true })
  }

  #chips(): Locator {
    return this.phone.page.getByRole('group', { name: this.phone.t('home.categories') }).getByRole('button')
  }

  async settings(): Promise<void> {
    await this.phone.page.getByRole('button', { name: this.phone.t('home.language') }).click()
  }

  /** Waits until the tab is shown: the one before it stays mounted, and what is looked for might be found there. */
  async tab(name: 'quotes' | 'trade' | 'orders' | 'ranking' | 'news'): Promise<void> {
    const tabs = this.phone.page.getByRole('navigation', { name: this.phone.t('shell.tabs_label') })
    const link = tabs.getByRole('link', { name: this.phone.t(`shell.tab_${name}`) })
    await link.click()
    await link.and(this.phone.page.locator('[aria-current=page]')).waitFor()
  }
}
