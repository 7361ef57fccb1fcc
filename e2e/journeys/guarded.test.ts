/**
 * A customer with two-step verification: the mailbox alone sets no new password and saves no address. Each asks for the
 * app after the mailed code, or before it, on the screen of the action. The browser that set the password is known
 * afterwards; signing in with it still asks for the second step.
 */
import { join } from 'node:path'
import { appCode } from '@veritick/testing/test-office'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAfter } from '../outbox.ts'
import { Account, PASSWORD } from '../pages/account.ts'
import { realCustomer } from '../people.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { ROOT, startWorld, type World } from '../world.ts'

const EMAIL = 'hana@example.com'
const NEW = 'nine lamps along the pier'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** A code of the app is accepted half a minute early. */
const STEP_MILLIS = 30_000

describe('with two-factor on', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let account: Account
  let secret: string
  let recovery: readonly string[]
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: join(ROOT, 'apps/server/catalogue/trial-settings.json') })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url })
    account = new Account(phone, world, EMAIL)
    await realCustomer(world, { email: EMAIL, country: 'PT' })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const asks = async <Data>(path: string, body: object, token = ''): Promise<Data> => {
    const headers = { 'content-type': 'application/json', lang: 'en', ...(token && { authorization: token }) }
    const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: Data }).data
  }

  it('is turned on elsewhere', async () => {
    const { token } = await asks<{ token: string }>('/api/user/loginForU', { account: EMAIL, password: PASSWORD })
    const auth_code = await codeAfter(world, EMAIL, () => asks('/api/user/send_code', { purpose: 'proof' }, token))
    secret = (await asks<{ secret: string }>('/api/user/two_factor/begin', { auth_code }, token)).secret
    const totp_code = appCode(secret, Date.now())
    recovery = (await asks<{ recovery_codes: string[] }>('/api/user/two_factor/confirm', { totp_code }, token))
      .recovery_codes
    expect(recovery).toHaveLength(10)
  })

  it('a forgotten password asks for the app once the mailed code was right', async () => {
    const { page, t } = phone
    await phone.visit('/forgot')
    await page.getByLabel(t('fields.email'), { exact: true }).fill(EMAIL)
    await page.getByLabel(t('fields.code'), { exact: true }).fill(await account.code())
    await page.getByLabel(t('password.new'), { exact: true }).fill(NEW)
    await page.getByLabel(t('password.again'), { exact: true }).fill(NEW)
    const save = page.getByRole('button', { name: t('forgot.save') })
    await save.click()
    const app = page.getByLabel(t('step_up.app_code'), { exact: true }).and(page.locator('input'))
    await app.waitFor()
    await phone.picture('guarded-forgot')
    expect(await phone.findings()).toEqual([])
    await app.fill(appCode(secret, Date.now() + STEP_MILLIS))
    await save.click()
    await page.waitForURL((url) => url.pathname === '/login')
    const kept = (await phone.context.cookies()).find(({ name }) => name === 'veritick_browser')
    expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  it('an address to withdraw to asks for the app, here a recovery code, and for the mailed code', async () => {
    const { page, t } = phone
    await page.getByLabel(t('fields.email'), { exact: true }).fill(EMAIL)
    await page.getByLabel(t('fields.password'), { exact: true }).fill(NEW)
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await page.getByRole('heading', { name: t('login.second_title') }).waitFor()
    await page.getByRole('button', { name: t('step_up.use_recovery') }).click()
    await page.getByLabel(t('step_up.recovery'), { exact: true }).fill(recovery[1] ?? '')
    await page.getByRole('button', { name: t('login.second_confirm'), exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await phone.visit('/mine/withdraw-way?type=1')
    await page.getByRole('radio', { name: /TRC20/ }).check()
    await page.getByLabel(t('withdraw.address'), { exact: true }).fill(TRON)
    await page.getByRole('button', { name: t('payees.bind'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('step_up.title') })
    await sheet.getByRole('button', { name: t('step_up.use_recovery') }).click()
    await sheet.getByLabel(t('step_up.recovery'), { exact: true }).fill(recovery[0] ?? '')
    const code = await codeAfter(world, EMAIL, async () => {
      await sheet.getByRole('button', { name: t('step_up.confirm') }).click()
      await sheet.getByText(t('step_up.by_mail')).waitFor()
    })
    await sheet.getByLabel(t('fields.code'), { exact: true }).fill(code)
    await sheet.getByRole('button', { name: t('step_up.confirm') }).click()
    await page.waitForURL('**/mine/coin-address-list')
    await page.getByText(TRON).waitFor()
    expect(phone.troubles()).toEqual([])
  })
})
