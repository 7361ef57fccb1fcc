/** The settings of the office as an admin changes them: typed, reviewed, saved with a reason. */
import type { Locator } from 'playwright-core'
import type { Office } from './office.ts'

export type SettingTyped = {
  /** As the list shows it. */
  readonly title: string
  /** The name of an entry in a list of entries; the first entry is added. */
  readonly entry?: string
  readonly fields: Readonly<Record<string, string>>
  readonly reason: string
}

export class Settings {
  readonly #office: Office

  constructor(office: Office) {
    this.#office = office
  }

  /** The row of a setting: title, meaning, current value. */
  async listed(title: string): Promise<string> {
    return (await this.#row(title)).innerText()
  }

  /** The preview of the change, one line each as `what | now | then`; then saves it. */
  async change(typed: SettingTyped): Promise<readonly string[]> {
    const { page } = this.#office.phone
    const drawer = await this.#open(typed.title)
    if (typed.entry !== undefined) await drawer.getByRole('button', { name: `Add ${typed.entry}` }).click()
    const form =
      typed.entry === undefined ? drawer : drawer.getByRole('group', { name: `${typed.entry} 1`, exact: true })
    for (const [label, text] of Object.entries(typed.fields)) await form.getByLabel(label, { exact: true }).fill(text)
    const preview = await linesOf(drawer.getByRole('group', { name: 'What changes' }).first())
    await this.#office.act({ button: /^Check and save$/, reason: typed.reason, confirm: /^Save$/ })
    await page.getByText(/^Version 1\./).waitFor()
    return preview
  }

  /** The newest version in the history of an open setting. */
  async newest(title: string): Promise<string> {
    const drawer = this.#office.phone.page.getByRole('dialog', { name: title })
    const newest = drawer.getByRole('article').first()
    await newest.getByText(/^Version 1/).waitFor()
    return newest.innerText()
  }

  async #open(title: string): Promise<Locator> {
    const row = await this.#row(title)
    await row.click()
    const drawer = this.#office.phone.page.getByRole('dialog', { name: title })
    await drawer.waitFor()
    return drawer
  }

  async #row(title: string): Promise<Locator> {
    const { page } = this.#office.phone
    await page.goto('/#/settings')
    return page.getByRole('button', { name: new RegExp(`^${title}`) })
  }
}

async function linesOf(changes: Locator): Promise<readonly string[]> {
  const row = changes.locator('tbody').getByRole('row')
  await row.first().waitFor()
  const rows = await row.all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').allInnerTexts()).join(' | ')))
}
