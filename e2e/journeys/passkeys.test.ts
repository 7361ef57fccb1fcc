/**
 * Sign-in with more than a password, in a real browser with a virtual authenticator (Chromium's own, over its debugging
 * protocol): a passkey is added, signs in, replaces the authenticator code, and is removed. The second step can be
 * left; screenshots show it in each theme.
 */
import { appCode } from '@veritick/testing/test-office'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAfter, mailsTo } from '../outbox.ts'
import { PASSWORD } from '../pages/account.ts'
import { realCustomer, sessionOf } from '../people.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

const EMAIL = 'ines@example.com'
/** A code of the app is accepted half a minute early. */
const STEP_MILLIS = 30_000
const LOOKS = [
  { language: 'en', theme: 'dark' },
  { language: 'ar', theme: 'light' },
  { language: 'hk', theme: 'light' },
] as const

describe('passkeys and the second step', () => {
  let world: World
  let url: string
  let browser: JourneyBrowser
  let phone: Phone
  let cdp: CDPSession
  let authenticatorId: string
  let secret: string
  stepByStep()

  beforeAll(async () => {
    world = await startWorld()
    // A browser accepts passkeys for host names, not for IP addresses.
    url = world.url.replace('127.0.0.1', 'localhost')
    browser = await openBrowser()
    const customer = await realCustomer(world, { email: EMAIL, country: 'PT' })
    phone = await openPhone(browser, { url, token: sessionOf(customer) })
    await phone.visit('/mine')
    cdp = await phone.context.newCDPSession(phone.page)
    await cdp.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const
    authenticatorId = (
      await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: { ...options, automaticPresenceSimulation: false },
      })
    ).authenticatorId
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** Confirms the sensor while `work` waits for it. */
  const touching = async (work: () => Promise<void>) => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
    await work()
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  }
  const tokenOf = () => phone.page.evaluate(() => localStorage.getItem('veritick.token') ?? '')
  const asks = async <Data>(path: string, body: object): Promise<Data> => {
    const headers = { 'content-type': 'application/json', lang: 'en', authorization: await tokenOf() }
    const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: Data }).data
  }
  const signOut = async () => {
    const { page, t } = phone
    await phone.visit('/mine/system')
    await page.getByRole('button', { name: t('shell.sign_out') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('shell.sign_out') })
      .click()
    // The address changes a moment before the session is forgotten.
    await page.getByText(t('shell.signed_out')).waitFor()
    await page.goto('/login')
  }
  const typePassword = async ({ page, t }: Phone) => {
    await page.getByLabel(t('fields.email'), { exact: true }).fill(EMAIL)
    await page.getByLabel(t('fields.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await page.getByRole('heading', { name: t('login.second_title') }).waitFor()
  }

  it('two-step verification is on', async () => {
    const auth_code = await codeAfter(world, EMAIL, () => asks('/api/user/send_code', { purpose: 'proof' }))
    secret = (await asks<{ secret: string }>('/api/user/two_factor/begin', { auth_code })).secret
    await asks('/api/user/two_factor/confirm', { totp_code: appCode(secret, Date.now()) })
  })

  it('a passkey is added after a code of the app, and listed; its owner is told', async () => {
    const { page, t } = phone
    await phone.visit('/mine/system')
    await page.getByRole('link', { name: t('passkeys.title') }).click()
    await page.getByText(t('passkeys.empty')).waitFor()
    await phone.picture('passkeys-empty')
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    const naming = page.getByRole('dialog', { name: t('passkeys.add') })
    await naming.getByLabel(t('passkeys.name'), { exact: true }).fill('My phone')
    await naming.getByRole('button', { name: t('passkeys.add') }).click()
    const proof = page.getByRole('dialog', { name: t('step_up.title') })
    const code = proof.getByLabel(t('step_up.app_code'), { exact: true }).and(page.locator('input'))
    await code.fill(appCode(secret, Date.now() + STEP_MILLIS))
    await touching(async () => {
      await proof.getByRole('button', { name: t('step_up.confirm') }).click()
      await page.getByText('My phone').waitFor()
    })
    await page.getByText(t('passkeys.one_device')).waitFor()
    await naming.waitFor({ state: 'hidden' })
    expect(await phone.findings()).toEqual([])
    await expect
      .poll(() => mailsTo(world, EMAIL).map(({ subject }) => subject), { timeout: 40_000 })
      .toContain('A passkey was added')
  })

  it('signs in without a password', async () => {
    const { page, t } = phone
    await signOut()
    // With the sensor always confirmed, the browser may fill the passkey in before the button is clicked.
    await touching(async () => {
      const signedIn = page.waitForURL((at) => at.pathname !== '/login')
      const button = page.getByRole('button', { name: t('passkeys.sign_in') })
      await Promise.race([signedIn, button.waitFor()])
      const shown = await button.elementHandles()
      await Promise.race([
        signedIn,
        // Without the page there is no button any more: then the passkey was filled in.
        ...shown.map((each) =>
          each.evaluate((element) => (element as HTMLButtonElement).click()).catch(() => signedIn),
        ),
      ])
      await signedIn
    })
    expect((await asks<{ token: string } | null>('/api/user/prove', {})) ?? 'asked').toBe('asked')
    await phone.visit('/mine/passkeys')
    await page.getByText(/Last used/).waitFor()
    await phone.picture('passkeys')
  })

  it('the password leads to a second step, with a way back that keeps it', async () => {
    const { page, t } = phone
    await signOut()
    await typePassword(phone)
    const code = page.getByLabel(t('step_up.app_code'), { exact: true }).and(page.locator('input'))
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await code.evaluate((input) => document.activeElement === input)).toBe(true)
    await phone.picture('second-step')
    expect(await phone.findings()).toEqual([])
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
      ),
    ).not.toContain(PASSWORD)
    // Back with the button, then with the phone.
    await page.getByRole('button', { name: t('login.back') }).click()
    const password = page.getByLabel(t('fields.password'), { exact: true })
    await password.waitFor()
    expect(await password.inputValue()).toBe(PASSWORD)
    await phone.closed()
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await code.waitFor()
    await page.goBack()
    await password.waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await code.fill('000000')
    await code.press('Enter')
    await page.getByText(t('refusals.totp_wrong')).waitFor()
  })

  it('a passkey stands for the code', async () => {
    const { page, t } = phone
    await touching(async () => {
      await page.getByRole('button', { name: t('passkeys.use') }).click()
      await page.waitForURL((at) => at.pathname !== '/login')
    })
    expect(await tokenOf()).not.toBe('')
  })

  it('is removed with a proof, here of itself', async () => {
    const { page, t } = phone
    await phone.visit('/mine/passkeys')
    await page.getByRole('button', { name: t('passkeys.remove_named', { name: 'My phone' }) }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('passkeys.remove'), exact: true })
      .click()
    const proof = page.getByRole('dialog', { name: t('step_up.title') })
    await proof.getByRole('button', { name: t('passkeys.use') }).waitFor()
    await phone.picture('passkeys-proof')
    await touching(async () => {
      await proof.getByRole('button', { name: t('passkeys.use') }).click()
      await page.getByText(t('passkeys.empty')).waitFor()
    })
    expect(phone.troubles()).toEqual([])
  })

  it.each(LOOKS)('the second step and the list read well in $language, $theme', async ({ language, theme }) => {
    const token = await tokenOf()
    const list = await openPhone(browser, { url, language, theme, token })
    await list.visit('/mine/passkeys')
    await list.page.getByText(list.t('passkeys.empty')).waitFor()
    await list.picture(`passkeys-${language}-${theme}`)
    expect([await list.findings(), await sideways(list)]).toEqual([[], 0])
    await list.context.close()
    const step = await openPhone(browser, { url, language, theme })
    await step.visit('/login')
    await step.page.getByRole('button', { name: step.t('passkeys.sign_in') }).waitFor()
    await step.picture(`sign-in-${language}-${theme}`)
    await typePassword(step)
    await step.picture(`second-step-${language}-${theme}`)
    expect([await step.findings(), await sideways(step)]).toEqual([[], 0])
    await step.context.close()
  })
})
