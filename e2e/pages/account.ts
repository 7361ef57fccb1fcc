/** Registration and sign-in of a real account. */
import { codeAfter } from '../outbox.ts'
import type { Phone } from '../phone.ts'
import type { World } from '../world.ts'
import { givePicture } from './picture.ts'

export const PASSWORD = 'a quiet harbour at six'

export class Account {
  readonly phone: Phone
  readonly world: World
  readonly email: string

  constructor(phone: Phone, world: World, email: string) {
    this.phone = phone
    this.world = world
    this.email = email
  }

  /**
   * With the mailed code, because a test cannot read a captcha; then the phone is signed in. `path`: an invitation
   * link, or the empty form.
   */
  async register(country: string, path = '/register'): Promise<void> {
    const { page, t } = this.phone
    await this.phone.visit(path)
    await this.#beginsRegistration()
    await page.getByLabel(t('register.country')).selectOption(country)
    await page.getByRole('button', { name: t('register.continue') }).click()
    await page.getByRole('button', { name: t('register.by_mail') }).click()
    await page.getByLabel(t('fields.code')).fill(await this.code())
    for (const statement of ['adult', 'terms', 'risk'] as const)
      await page.getByLabel(t(`register.${statement}`)).check()
    await page.getByRole('button', { name: t('register.open') }).click()
    await page.getByText(t('login.registered'), { exact: true }).waitFor()
    await page.waitForURL((url) => url.pathname === '/mine')
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  }

  /** From the second step to the first: by the back button, and by a reload, which keeps no password. */
  async looksBack(path: string): Promise<void> {
    const { page, t } = this.phone
    const email = page.getByLabel(t('fields.email'), { exact: true })
    await this.phone.visit(path)
    for (const goBack of [() => page.goBack(), () => page.reload()]) {
      await this.#beginsRegistration()
      await page.getByRole('heading', { name: t('register.home') }).waitFor()
      await goBack()
      await page.getByRole('heading', { name: t('register.headline') }).waitFor()
      if ((await email.inputValue()) !== this.email) throw new Error('the address is kept')
    }
  }

  async #beginsRegistration(): Promise<void> {
    const { page, t } = this.phone
    await page.getByLabel(t('fields.email'), { exact: true }).fill(this.email)
    await page.getByLabel(t('fields.password'), { exact: true }).fill(PASSWORD)
    await page.getByLabel(t('register.again'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('register.continue') }).click()
  }

  /** Requests a code with the button of the form, and reads it from the mail. */
  code(): Promise<string> {
    const { page, t } = this.phone
    return codeAfter(this.world, this.email, () => page.getByRole('button', { name: t('fields.send_code') }).click())
  }

  /** Submits identity data with two pictures. */
  async handIn(person: { readonly name: string; readonly number: string; readonly birth: string }): Promise<void> {
    const { page, t } = this.phone
    await this.phone.visit('/mine/auth')
    await page.getByLabel(t('identity.name'), { exact: true }).fill(person.name)
    await page.getByLabel(t('identity.card'), { exact: true }).fill(person.number)
    await page.getByLabel(t('identity.birth')).fill(person.birth)
    for (const side of ['front', 'reverse'] as const)
      await givePicture(this.phone, page.getByRole('group', { name: t(`identity.${side}`) }))
    await page.getByRole('button', { name: t('identity.send') }).click()
    await page
      .getByRole('heading', { name: t('identity.waiting_title') })
      .and(page.locator(':focus'))
      .waitFor()
  }

  /** The verification state on the screen. */
  async isVerified(): Promise<void> {
    const { page, t } = this.phone
    await this.phone.visit('/mine/auth')
    await page.getByRole('heading', { name: t('identity.verified_title') }).waitFor()
  }

  /** On the sign-in screen. */
  async signIn(): Promise<void> {
    const { page, t } = this.phone
    await page.getByLabel(t('fields.email'), { exact: true }).fill(this.email)
    await page.getByLabel(t('fields.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
  }
}
