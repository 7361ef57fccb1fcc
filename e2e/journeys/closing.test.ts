/**
 * A customer closes the account: what is in the way with its link, what happens, the question, the mailed code; then
 * the sign-in says why it is refused, until a staff member reopens the account. The owner of a demo account closes it
 * without a code.
 */
import { join } from 'node:path'
import type { Caller } from '@veritick/testing/caller'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAfter, mailsTo } from '../outbox.ts'
import { PASSWORD } from '../pages/account.ts'
import { realCustomer, sessionOf, uploaded } from '../people.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { ROOT, startWorld, type World } from '../world.ts'

const EMAIL = 'lena@example.com'
const PATH = '/mine/close-account'
const WIDTHS = [320, 390, 1280] as const

describe('closing an account', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let customer: Caller
  let user: number
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: join(ROOT, 'apps/server/catalogue/trial-settings.json') })
    browser = await openBrowser()
    customer = await realCustomer(world, { email: EMAIL, country: 'PT' })
    user = (await customer.does('userInfo', {})).id
    phone = await openPhone(browser, { url: world.url, token: sessionOf(customer) })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const closes = ({ page, t }: Phone) => page.getByRole('button', { name: t('closing.title'), exact: true })
  const asks = ({ page, t }: Phone) => page.getByRole('alertdialog', { name: t('closing.question') })

  it('a deposit under way is in the way, and its link leads to the deposits', async () => {
    const other = await realCustomer(world, { email: 'olga@example.com', country: 'PT' })
    const proofImg = await uploaded(world, other, 7)
    await other.does('chargeSubmit', { charge_id: 1, number: '60', proofImg })
    const own = await openPhone(browser, { url: world.url, token: sessionOf(other) })
    await own.page.goto(PATH)
    await own.page.getByText(own.t('refusals.closing_deposit_open')).waitFor()
    expect(await closes(own).count()).toBe(0)
    await own.picture('closing-obstacle')
    expect([await own.findings(), await sideways(own)]).toEqual([[], 0])
    await own.page.getByRole('link', { name: own.t('account.row_deposit'), exact: true }).click()
    await own.page.getByRole('heading', { level: 1, name: own.t('account.row_deposit') }).waitFor()
    await own.context.close()
  })

  it.each(['ar', 'de', 'en'] as const)('says what happens, in %s, on every width', async (language) => {
    await phone.chooses(language)
    await phone.page.goto(PATH)
    for (const width of WIDTHS) {
      await phone.page.setViewportSize({ width, height: width === 1280 ? 800 : 844 })
      await closes(phone).waitFor()
      await phone.picture(`closing-${language}-${width}`)
      expect([await phone.findings(), await sideways(phone)], `${language} ${width}`).toEqual([[], 0])
    }
    await phone.page.setViewportSize({ width: 320, height: 640 })
    await closes(phone).click()
    await asks(phone).waitFor()
    await phone.picture(`closing-question-${language}`)
    expect(await sideways(phone)).toBe(0)
    await asks(phone)
      .getByRole('button', { name: phone.t('common.cancel') })
      .click()
    await asks(phone).waitFor({ state: 'detached' })
    await phone.closed()
    await phone.page.setViewportSize({ width: 390, height: 844 })
  })

  it('is closed after the question and a mailed code, and signed out', async () => {
    const { page, t } = phone
    await phone.visit('/mine/system')
    await page.getByRole('link', { name: t('closing.title') }).click()
    await closes(phone).click()
    const code = await codeAfter(world, EMAIL, async () => {
      await asks(phone)
        .getByRole('button', { name: t('closing.title') })
        .click()
      await page.getByRole('dialog', { name: t('step_up.title') }).waitFor()
    })
    const sheet = page.getByRole('dialog', { name: t('step_up.title') })
    await sheet.getByLabel(t('fields.code'), { exact: true }).and(page.locator('input')).fill(code)
    await sheet.getByRole('button', { name: t('step_up.confirm') }).click()
    await page.getByText(t('messages.account_closed')).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('veritick.token'))).toBeNull()
    expect(await customer.reason('userInfo', {})).toBe('session_ended')
    await expect
      .poll(() => mailsTo(world, EMAIL).map(({ subject }) => subject), { timeout: 40_000 })
      .toContain(t('mails.account_closed_subject'))
  })

  it('the right password is told why it opens nothing', async () => {
    const { page, t } = phone
    await page.goto('/login')
    await page.getByLabel(t('fields.email'), { exact: true }).fill(EMAIL)
    await page.getByLabel(t('fields.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.sign_in'), exact: true }).click()
    await page.getByText(t('refusals.account_closed')).first().waitFor()
    await phone.picture('closing-sign-in')
    expect(phone.troubles()).toEqual([])
  })

  it('a staff member sees who closed it and when it is erased, and reopens it with a reason', async () => {
    const [compliance] = await staffOf(browser, world, ['compliance'])
    const { office, calls } = compliance
    const { page } = office.phone
    await office.goto(`people/${user}/overview`)
    await page.getByText(/Closed since .* by the customer/).waitFor()
    await office.phone.picture('closing-office')
    await page.getByRole('button', { name: 'Reopen account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('the customer called and proved who they are')
    await dialog.getByRole('button', { name: 'Reopen account' }).click()
    await page.getByText('is open again', { exact: false }).first().waitFor()
    expect(await calls.does('person', { id: user })).toMatchObject({ closed: null })
    await page.getByRole('button', { name: 'Close account' }).waitFor()
    const visitor = { account: EMAIL, password: PASSWORD }
    expect(await customer.reason('loginForU', visitor)).toBe('good')
  })

  it('a demo account is closed without a code', async () => {
    const demo = await openPhone(browser, { url: world.url })
    const { page, t } = demo
    const { token } = await customer.does('createAccountDemoForU', { demo_id: 'secret-of-a-device-of-this-journey' })
    await page.goto('/')
    await page.evaluate((value) => localStorage.setItem('veritick.token', value), token)
    await page.goto(PATH)
    await page.getByText(t('closing.effect_data_demo')).waitFor()
    await demo.picture('closing-demo')
    await closes(demo).click()
    await asks(demo)
      .getByRole('button', { name: t('closing.title') })
      .click()
    await page.getByText(t('messages.account_closed')).waitFor()
    await demo.context.close()
  })
})
