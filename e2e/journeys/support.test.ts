/**
 * Support: a customer writes with a picture, a staff member answers with a canned answer, unread counts rise and fall.
 * A message that is written without a connection goes out once. A visitor sends a complaint that staff mark as done.
 */
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Office } from '../pages/office.ts'
import { realCustomer, sessionOf } from '../people.ts'
import {
  crampedTexts,
  type JourneyBrowser,
  missingTexts,
  openBrowser,
  openPhone,
  type Phone,
  sideways,
} from '../phone.ts'
import { staffOf } from '../staff.ts'
import { stepByStep } from '../steps.ts'
import { ROOT, startWorld, type World } from '../world.ts'

const EMAIL = 'mara@example.com'
const SEND = '**/api/support/send'
const NOTICES = '/api/user/notices'
/** A text that would run on a page that took it for markup. */
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const LONG = 'x'.repeat(300)
const NARROW = 320

describe('support', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  let sue: Office
  stepByStep()

  beforeAll(async () => {
    world = await startWorld({ SETTINGS_FILE: join(ROOT, 'apps/server/catalogue/trial-settings.json') })
    browser = await openBrowser()
    const customer = await realCustomer(world, { email: EMAIL, country: 'PT' })
    phone = await openPhone(browser, { url: world.url, token: sessionOf(customer) })
    const [hired] = await staffOf(browser, world, ['support'])
    sue = hired.office
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  const bubble = (text: string) => phone.page.getByRole('log').getByText(text, { exact: true })
  const write = async (text: string) => {
    await phone.page.getByLabel(phone.t('support.message'), { exact: true }).fill(text)
    await phone.page.getByRole('button', { name: phone.t('support.send'), exact: true }).click()
  }
  const office = () => sue.phone.page

  it('a customer writes, with a picture; what is written stays text', async () => {
    await phone.visit('/mine')
    await phone.page
      .getByRole('link', { name: phone.t('support.row_chat') })
      .last()
      .click()
    await phone.page.getByText(phone.t('support.first')).waitFor()
    await write('Where is my deposit?')
    await bubble('Where is my deposit?').waitFor()
    await write(MARKUP)
    await bubble(MARKUP).waitFor()
    await write(`${LONG} https://example.com/help`)
    await phone.page.locator('input[type=file]').setInputFiles({
      name: 'proof.png',
      mimeType: 'image/png',
      buffer: await phone.page.screenshot(),
    })
    await phone.page.getByRole('button', { name: phone.t('support.remove_picture') }).waitFor()
    await phone.page.getByRole('button', { name: phone.t('support.send'), exact: true }).click()
    await phone.page.getByAltText(phone.t('support.picture_of', { name: phone.t('support.you') })).waitFor()
    await expect.poll(() => phone.page.getByText(phone.t('support.sending')).count()).toBe(0)
    expect(await sideways(phone)).toBe(0)
    expect(await phone.findings()).toEqual([])
    await phone.picture('support-chat')
    // A link asks first, and names where it leads.
    await phone.page.getByRole('button', { name: 'https://example.com/help' }).click()
    await phone.page.getByRole('alertdialog').getByText('example.com', { exact: true }).waitFor()
    await phone.page.getByRole('button', { name: phone.t('common.cancel') }).click()
    await phone.closed()
  })

  it('a staff member answers with a canned answer that is edited first', async () => {
    await office().goto(`${world.office}/#/canned-answers`)
    await sue.act({
      button: /^Add$/,
      fields: { Title: 'Deposit on its way', Text: 'Your deposit is being checked.' },
      reason: 'asked for often',
      confirm: /^Save$/,
    })
    await office().goto(`${world.office}/#/support`)
    await sue.openRow('waiting', /^Send/)
    await office().getByText('Where is my deposit?', { exact: true }).waitFor()
    await office().getByText(MARKUP, { exact: true }).waitFor()
    await expect.poll(() => sue.pictures()).toBe(1)
    await office()
      .getByRole('button', { name: /^Canned answer/ })
      .click()
    await office().getByRole('combobox', { name: 'Search' }).fill('deposit')
    await office()
      .getByRole('option', { name: /^Deposit on its way/ })
      .click()
    const answer = office().getByLabel('Answer', { exact: true })
    await expect.poll(() => answer.inputValue()).toBe('Your deposit is being checked.')
    expect(await sue.phone.findings()).toEqual([])
    await sue.phone.picture('office-conversation')
    // The customer has seen that it was read, and then looks elsewhere.
    await phone.page.getByText(phone.t('support.read')).first().waitFor()
    await phone.visit('/')
    await answer.fill('Your deposit is being checked. It takes an hour.')
    // The first Escape leaves the field, the second the conversation, which asks about the unsent answer.
    await answer.press('Escape')
    await office().keyboard.press('Escape')
    const question = office().getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    // The toast is shown for some seconds only.
    const arrived = phone.page.getByRole('status').filter({ hasText: phone.t('support.arrived') })
    await Promise.all([arrived.waitFor(), answer.press('Control+Enter')])
    await office().getByRole('log').getByText('Your deposit is being checked. It takes an hour.').waitFor()
    // It counts once: as a message, not as a notice too.
    const notices = phone.page.waitForResponse((response) => new URL(response.url()).pathname === NOTICES)
    await phone.visit('/')
    await notices
    const account = phone.page.getByRole('link', { name: phone.t('account.open_unread', { unread: 1 }) })
    await account.waitFor()
    expect(await account.count()).toBe(1)
  })

  it('a number beside a long word is not over it', async () => {
    const usual = must(phone.page.viewportSize() ?? undefined, 'a phone has a size')
    await phone.page.setViewportSize({ width: NARROW, height: 640 })
    await phone.chooses('de')
    await phone.visit('/mine')
    await phone.page
      .getByText(phone.t('notices.unread', { count: 1 }))
      .first()
      .waitFor()
    expect(await crampedTexts(phone)).toEqual([])
    await phone.picture('support-unread-narrow')
    await phone.chooses('en')
    await phone.page.setViewportSize(usual)
  })

  it('the customer sees that there is an answer, reads it, and the count falls', async () => {
    await phone.visit('/mine')
    const unread = phone.t('support.unread', { count: 1 })
    await phone.page.getByText(unread, { exact: true }).first().waitFor()
    await phone.picture('support-unread')
    await phone.visit('/mine/chat')
    await bubble('Your deposit is being checked. It takes an hour.').waitFor()
    await office()
      .getByText(/· read$/)
      .waitFor()
    await phone.visit('/mine')
    await phone.page.getByText(phone.t('support.row_chat')).first().waitFor()
    await expect.poll(() => phone.page.getByText(unread, { exact: true }).count()).toBe(0)
    // No name of a staff member reaches the customer.
    await phone.visit('/mine/chat')
    await bubble('Your deposit is being checked. It takes an hour.').waitFor()
    expect(await phone.page.getByText('support 0').count()).toBe(0)
  })

  it('a message whose answer is lost, and one without a connection, go out once', async () => {
    await phone.page.route(SEND, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const lost = phone.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/support/send'))
    await write('answer lost')
    // The socket has told that it is stored.
    await bubble('answer lost').waitFor()
    await lost
    await phone.page.unroute(SEND)
    await phone.page.route(SEND, (route) => route.abort())
    await write('not arrived')
    await phone.page.getByText(phone.t('support.waiting')).waitFor()
    await phone.page.unroute(SEND)
    await phone.page.getByRole('button', { name: phone.t('common.retry') }).click()
    await phone.page.getByText(phone.t('support.waiting')).waitFor({ state: 'detached' })
    await phone.context.setOffline(true)
    await write('written offline')
    await phone.page.getByText(phone.t('support.waiting')).waitFor()
    await phone.page.getByText(phone.t('support.offline')).waitFor()
    await phone.picture('support-offline')
    await phone.context.setOffline(false)
    await phone.page.getByText(phone.t('support.waiting')).waitFor({ state: 'detached' })
    await phone.page.reload()
    await bubble('written offline').waitFor()
    for (const text of ['answer lost', 'not arrived', 'written offline']) expect(await bubble(text).count()).toBe(1)
    phone.forgive()
  })

  it('a message that arrives behind the open dialog keeps the conversation open', async () => {
    // The dialog hides the log from queries by role.
    await office().getByText('written offline', { exact: true }).waitFor()
    await office()
      .getByRole('button', { name: /^Close conversation/ })
      .click()
    const dialog = office().getByRole('dialog', { name: 'Close the conversation' })
    await dialog.getByLabel(/^Reason/).fill('answered')
    await write('Please wait')
    // The screen behind the dialog has read it.
    await office().getByText('Please wait', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: /^Close$/ }).click()
    await dialog.getByText('The customer has written another message meanwhile.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('a conversation is closed, and opened by the next message', async () => {
    await sue.act({ button: /^Close conversation/, reason: 'answered', confirm: /^Close$/ })
    await phone.page.getByText(phone.t('support.closed')).waitFor()
    await write('One thing more')
    await phone.page.getByText(phone.t('support.closed')).waitFor({ state: 'detached' })
  })

  it('fits in Arabic, dark and narrow', async () => {
    await phone.page.setViewportSize({ width: NARROW, height: 640 })
    await phone.chooses('ar')
    await phone.page.evaluate(() => localStorage.setItem('veritick.theme', 'dark'))
    for (const path of ['/mine/chat', '/mine/email', '/feedback', '/mine']) {
      await phone.visit(path)
      await phone.page.getByRole('heading').first().waitFor()
      await expect.poll(() => phone.page.getByLabel(phone.t('common.loading')).count()).toBe(0)
      expect(await sideways(phone)).toBe(0)
      expect(await missingTexts(phone)).toEqual([])
      expect(await phone.findings()).toEqual([])
      await phone.picture(`support-arabic-${path.replaceAll('/', '-')}`)
    }
    expect(phone.troubles()).toEqual([])
  })

  it('a visitor sends a complaint and gets a reference; staff mark it as done', async () => {
    const visitor = await openPhone(browser, { url: world.url })
    const { page, t } = visitor
    await visitor.visit('/mine/chat')
    await page.getByRole('link', { name: t('support.row_feedback') }).click()
    await page.getByRole('button', { name: t('support.submit') }).click()
    await page.getByText(t('support.kind_missing')).waitFor()
    await page.getByLabel(t('support.kind_complaint')).check()
    await page.getByLabel(t('support.text_label')).fill(MARKUP)
    await page.getByLabel(t('support.answer_email')).fill('vera@example.com')
    await visitor.picture('support-feedback')
    expect(await visitor.findings()).toEqual([])
    await page.getByRole('button', { name: t('support.submit') }).click()
    await page.getByText(t('support.done_title')).waitFor()
    const reference = (await page.getByText(/^[A-HJ-NP-Z2-9]{8}$/).textContent()) ?? ''
    await office().goto(`${world.office}/#/feedback`)
    await sue.openRow(reference, /^Mark as done/)
    await office().getByText(MARKUP, { exact: true }).waitFor()
    await sue.phone.picture('office-feedback')
    await sue.act({ button: /^Mark as done/, reason: 'answered by mail', confirm: /^Mark as done$/ })
    expect(visitor.troubles()).toEqual([])
    expect(sue.phone.troubles()).toEqual([])
  })
})
