/**
 * A staff member in the office: uses a one-time link, sets a password and an authenticator app, opens queues and
 * records, and acts with a reason each time.
 */
import { generateSync } from 'otplib'
import type { Locator } from 'playwright-core'
import type { Phone } from '../phone.ts'

const PASSWORD = 'eleven lanterns by the quay'
const PERIOD_SECONDS = 30

export type Queue = 'identities' | 'deposits' | 'withdrawals' | 'people' | 'staff' | 'invites'

export class Office {
  readonly phone: Phone
  readonly #url: string
  readonly #shown = new Set<Queue>()
  #secret = ''

  /** `url`: of the office. */
  constructor(phone: Phone, url: string) {
    this.phone = phone
    this.#url = url
  }

  /** Goes to an area. */
  async goto(path: string): Promise<void> {
    await this.phone.page.goto(`${this.#url}/#/${path}`)
  }

  /** Uses a one-time link. The first admin enters name and e-mail; for invited staff they are known. */
  async welcome(link: string, who?: { readonly name: string; readonly email: string }): Promise<void> {
    const { page } = this.phone
    await page.goto(link)
    const secret = page.getByText(/^(?:[A-Z2-7]{4} ?){8,}$/)
    await secret.waitFor()
    this.#secret = ((await secret.textContent()) ?? '').replaceAll(' ', '')
    if (who !== undefined) {
      await page.getByLabel('Your name').fill(who.name)
      await page.getByLabel('Your e-mail').fill(who.email)
    }
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByLabel('Six digits').fill(this.#code(0))
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await this.#inside()
  }

  async signOut(): Promise<void> {
    await this.goto('account')
    await this.#menu().click()
    await this.phone.page.getByRole('button', { name: 'Sign out' }).click()
    await this.phone.page.getByLabel('Password').waitFor()
  }

  /** With the code of the next half minute, because each code works once. */
  async signIn(email: string): Promise<void> {
    const { page } = this.phone
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Six digits').fill(this.#code(1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await this.#inside()
  }

  /** Reloads a list that was shown before: it would show what it had until the server has answered. */
  async open(queue: Queue): Promise<void> {
    await this.goto(queue)
    if (this.#shown.has(queue)) await this.phone.page.reload()
    this.#shown.add(queue)
    await this.rows().waitFor()
  }

  rows(): Locator {
    return this.phone.page.getByRole('group', { name: 'Rows' })
  }

  /** Opens the record of the row with this text, and waits until its `action` is enabled. */
  async openRow(words: string | RegExp, action: RegExp): Promise<void> {
    const { page } = this.phone
    const row = this.rows().locator('tbody').getByRole('row').filter({ hasText: words }).first()
    // Not on a link of the row, which would open the customer.
    await row
      .getByRole('cell')
      .filter({ hasNot: page.getByRole('link') })
      .first()
      .click()
    await this.phone.page.getByRole('button', { name: action }).waitFor()
  }

  /** Opens a customer, found by e-mail address. */
  async openPerson(email: string): Promise<void> {
    const { page } = this.phone
    await this.open('people')
    // Before the search has answered, the list shows all customers.
    const found = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(email))
    await page.getByRole('searchbox').fill(email)
    await found
    await this.openRow(/./, /^Freeze/)
  }

  /** Invites a staff member and returns the link, which is shown once. */
  async invite(person: { readonly name: string; readonly email: string; readonly role: string }): Promise<string> {
    const { page } = this.phone
    await this.open('staff')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = this.#dialog()
    await dialog.getByLabel('Name').fill(person.name)
    await dialog.getByLabel('E-mail').fill(person.email)
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: person.role }).click()
    await dialog.getByLabel(/^Reason/).fill('works here from today')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const told = page.getByRole('dialog', { name: `One-time link for ${person.name}` })
    const link = await told.getByText(/^http\S+$/).textContent()
    await told.getByRole('button', { name: 'I have handed over the link' }).click()
    if (link === null) throw new Error('no link was shown')
    return link
  }

  /** How many pictures of the record are rendered. */
  pictures(): Promise<number> {
    return this.phone.page.evaluate(
      () => [...document.images].filter((image) => image.src.includes('/files/') && image.naturalWidth > 0).length,
    )
  }

  /** Opens an action, fills its fields and its reason, and confirms. */
  async act(action: {
    readonly button: RegExp
    readonly fields?: Readonly<Record<string, string>>
    readonly reason: string
    readonly confirm: RegExp
  }): Promise<void> {
    await this.phone.page.getByRole('button', { name: action.button }).click()
    const dialog = this.#dialog()
    for (const [label, text] of Object.entries(action.fields ?? {})) await dialog.getByLabel(label).fill(text)
    await dialog.getByLabel(/^Reason/).fill(action.reason)
    await dialog.getByRole('button', { name: action.confirm }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  #dialog(): Locator {
    return this.phone.page.locator('[role=dialog][aria-labelledby=action-title]')
  }

  #code(ahead: number): string {
    return generateSync({ secret: this.#secret, epoch: Math.floor(Date.now() / 1000) + ahead * PERIOD_SECONDS })
  }

  #menu(): Locator {
    return this.phone.page.getByRole('button', { name: 'Menu' })
  }

  /** On a phone the menu is behind a button. */
  async #inside(): Promise<void> {
    await this.#menu().waitFor()
    // The menu stands before the screen, whose code is loaded apart.
    await this.phone.page.getByRole('heading', { level: 1 }).first().waitFor()
  }
}
