/** The market list: rows, chips, tabs. */
import type { Locator } from 'playwright-core'
import { type Phone, shownBy } from '../phone.ts'

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
    return this.list().getByRole('button')
  }

  row(code: string): Locator {
    return this.list().getByRole('button', { name: new RegExp(`^${code}`) })
  }

  /** The live price of a row. */
  async price(code: string): Promise<string> {
    return shownBy(this.row(code).locator('bdi[dir=ltr]').first())
  }

  chip(index: number): Locator {
    return this.phone.page
      .getByRole('group', { name: this.phone.t('home.categories') })
      .getByRole('button')
      .nth(index)
  }

  async settings(): Promise<void> {
    await this.phone.page.getByRole('button', { name: this.phone.t('home.language') }).click()
  }

  async tab(name: 'quotes' | 'trade' | 'orders' | 'ranking' | 'news'): Promise<void> {
    const tabs = this.phone.page.getByRole('navigation', { name: this.phone.t('shell.tabs_label') })
    await tabs.getByRole('link', { name: this.phone.t(`shell.tab_${name}`) }).click()
  }
}
