/**
 * A trader who reads German: one decimal sign on the screen, one-tap trading, a drawing that is moved by keyboard, and
 * a push message that the service worker shows and opens.
 */
import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ordersOf } from '../account.ts'
import { Trade } from '../pages/trade.ts'
import { notifyingChromium, openOwnBrowser, openPhone, type Phone } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

/** A point before two, four or five digits; before three it groups thousands. */
const POINT_DECIMAL = /(?<![\d.,])\d+\.(?:\d{2}|\d{4,5})(?![\d.])/
const SUBMIT = '**/v1/api/forex/submit'
const RECEIVED = '**/v1/api/forex/received?*'
const SHOWN = { timeout: 60_000 }
const DELIVERED_EVERY_MILLIS = 10_000

const notifying = notifyingChromium()
if (notifying === undefined) process.stderr.write('\nSKIPPED: a push message needs a Chromium with a window\n\n')

let world: World
let browser: Browser
let phone: Phone

beforeAll(async () => {
  world = await startWorld()
  browser = await openOwnBrowser(notifying)
  phone = await openPhone(browser, { url: world.url, language: 'de', serviceWorker: true })
  // The steps do more between two waits than those of other journeys.
  phone.page.setDefaultTimeout(SHOWN.timeout)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const textOf = async (): Promise<string> => (await phone.page.locator('body').innerText()).replace(/\s+/g, ' ')

describe('a trader', () => {
  stepByStep()

  it('reads a comma in prices and amounts of the trade screen, the ticket and the lists', async () => {
    const trade = new Trade(phone)
    await phone.visit('/trade')
    await trade.chart().waitFor(SHOWN)
    await trade.button('buy').click()
    await trade.startDemo()
    await trade.opened('buy').confirm().waitFor(SHOWN)
    expect(await textOf()).not.toMatch(POINT_DECIMAL)
    expect(await textOf()).toMatch(/\d,\d{5}/)
    expect(await textOf()).toMatch(/100\.000\u2069? EUR/)
    await phone.picture('tools-ticket-de')
  })

  it('turns one-tap trading on after a question, and one tap fills an order', async () => {
    const { page, t } = phone
    const asked = page.getByRole('switch', { name: t('quick.title') })
    await asked.click()
    await page.getByRole('alertdialog').getByText(t('quick.ask_text')).waitFor()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('common.cancel') })
      .click()
    expect(await asked.isChecked()).toBe(false)
    await asked.click()
    await phone.picture('tools-one-tap-question')
    await page.getByRole('button', { name: t('quick.ask_confirm') }).click()
    await expect.poll(() => asked.isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await phone.closed()
    const trade = new Trade(phone)
    await page.getByText(t('quick.title')).first().waitFor()
    await trade.button('buy').click()
    await page.getByText(/EUR\/USD: Kauf 0,01 zu \d,\d{5} · .* #\d+/).waitFor(SHOWN)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await phone.picture('tools-one-tap')
    expect(await phone.findings()).toEqual([])
    await page.goto('/order')
    await page
      .getByText(/^\d,\d{5}$/)
      .first()
      .waitFor(SHOWN)
    expect(await textOf()).not.toMatch(POINT_DECIMAL)
    await phone.visit('/trade')
    await trade.chart().waitFor(SHOWN)
  })

  it('shows a one-tap order without an answer; only its own button sends it again', async () => {
    const { page, t } = phone
    const trade = new Trade(phone)
    const before = (await ordersOf(phone, 1)).length
    await page.route(SUBMIT, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    // The app can not find out by itself that the order was executed.
    await page.route(RECEIVED, (route) => route.abort('connectionreset'))
    await trade.button('buy').click()
    const resend = page.getByRole('button', { name: t('quick.resend'), exact: true })
    await resend.waitFor(SHOWN)
    await phone.picture('tools-one-tap-unanswered')
    expect(await phone.findings()).toEqual([])
    await page.unroute(SUBMIT)
    await trade.button('buy').click()
    await resend.click()
    await page
      .getByText(/EUR\/USD: Kauf 0,01 zu \d,\d{5} · .* #\d+/)
      .first()
      .waitFor(SHOWN)
    await resend.waitFor({ state: 'detached' })
    expect(await ordersOf(phone, 1)).toHaveLength(before + 1)
    await page.unroute(RECEIVED)
    phone.forgive()
  })

  it('moves a drawing with Tab, arrow keys, Enter and Escape', async () => {
    const { page, t } = phone
    const time = Math.floor(Date.now() / 60_000) * 60_000
    await page.evaluate((at) => {
      const drawing = { id: 'd1', tool: 'horizontal', points: [[at, 1.1]], text: '' }
      localStorage.setItem('veritick.drawings.1', JSON.stringify([drawing]))
    }, time)
    await page.reload()
    const kept = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('veritick.drawings.1') ?? '[]')[0].points[0][1])
    const name = t('trade.draw_object', { tool: t('trade.draw_horizontal'), number: 1, count: 1 })
    const drawing = page.getByRole('slider', { name })
    await drawing.waitFor({ ...SHOWN, state: 'attached' })
    await drawing.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => drawing.getAttribute('aria-valuetext')).toMatch(/1,10010/)
    expect(await kept()).toBe(1.1)
    await phone.picture('tools-drawing-keys')
    await page.keyboard.press('Enter')
    await expect.poll(kept).toBe(1.1001)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Escape')
    await expect.poll(() => drawing.getAttribute('aria-valuetext')).toMatch(/1,10010/)
    expect(await kept()).toBe(1.1001)
    await page.keyboard.press('Delete')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('veritick.drawings.1'))).toBe(null)
  })

  it('finds the notifications of the device on the list of notices', async () => {
    const { page, t } = phone
    await phone.visit('/mine/notices')
    await page.getByRole('button', { name: t('push.title') }).click()
    await page.getByRole('dialog').waitFor()
    await phone.picture('tools-push-sheet')
    expect(await phone.findings()).toEqual([])
    await page.keyboard.press('Escape')
    await phone.closed()
  })

  it.skipIf(notifying === undefined)('sees a push message, which a tap opens in the window that is there', async () => {
    const { page, context } = phone
    await context.grantPermissions(['notifications'])
    await page.goto('/')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, SHOWN)
    const cdp = await context.newCDPSession(page)
    const errors: string[] = []
    cdp.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => errors.push(errorMessage.errorMessage))
    const registrationId = await registrationOf(cdp)
    const message = {
      title: 'Margin und Stop-out',
      body: 'Text',
      path: '/order',
      tag: 'margin',
      lang: 'de',
      dir: 'ltr',
    }
    const origin = new URL(world.url).origin
    const deliver = () =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
    await deliver()
    // As a push service does with a message that no worker took. Messages of one tag show one notice.
    const again = setInterval(() => void deliver().catch(() => undefined), DELIVERED_EVERY_MILLIS)
    onTestFinished(() => clearInterval(again))
    // The other facts say in a failure why nothing was shown.
    const shown = async () => ({
      errors,
      ...(await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        const notifications = (await registration?.getNotifications()) ?? []
        return {
          permission: Notification.permission,
          worker: registration?.active?.state,
          notifications: notifications.map(({ title, body, tag }) => ({ title, body, tag })),
        }
      })),
    })
    await expect.poll(shown).toEqual({
      errors: [],
      permission: 'granted',
      worker: 'activated',
      notifications: [{ title: message.title, body: 'Text', tag: 'margin' }],
    })
    clearInterval(again)
    await page.evaluate(async () => {
      const { active } = (await navigator.serviceWorker.getRegistration()) ?? {}
      // The message that the worker sends to a window after a tap.
      navigator.serviceWorker.dispatchEvent(
        new MessageEvent('message', { data: { type: 'open', path: '/order' }, ...(active && { source: active }) }),
      )
    })
    await page.waitForURL('**/order')
  })
})

/** The worker of the page, as the browser's own tools name it. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return found
}
