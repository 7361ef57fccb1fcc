/**
 * The first page shows prices before any code runs, and an app that was open once starts again without its server: its
 * last prices dimmed, its screens there, live again when the server is.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../pages/home.ts'
import { openBrowser, openPhone, type Phone } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

/** The service worker is registered once the page is idle, and then loads every file of the app. */
const KEPT = { timeout: 60_000 }
const BACK = { timeout: 60_000 }

describe('the app without its code, and without its server', () => {
  let world: World
  let browser: Browser
  let phone: Phone
  stepByStep(() => phone)

  beforeAll(async () => {
    world = await startWorld({}, { keepsPorts: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url, language: 'ar', serviceWorker: true })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  it('shows instruments and prices without any script, in the language of the browser', async () => {
    const context = await browser.newContext({
      baseURL: world.url,
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
      locale: 'ar-EG',
    })
    const page = await context.newPage()
    await page.goto('/')
    const row = page.getByRole('listitem').filter({ hasText: 'EUR/USD' }).first()
    expect(await row.textContent()).toMatch(/\d\.\d{5}/)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await page.getByText(phone.t('shell.tab_orders')).count()).toBe(1)
    await context.close()
  })

  it('takes over what the page holds: no call for the list of instruments', async () => {
    const calls: string[] = []
    phone.page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await phone.page.goto('/')
    await new Home(phone).row('EUR/USD').waitFor()
    expect(calls.filter((path) => /trade_list|getCategories|getBasicInfo/.test(path))).toEqual([])
  })

  it('starts while the server is gone, says so, and shows the last prices dimmed', async () => {
    await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, KEPT)
    await phone.page.reload()
    await phone.page.waitForFunction(
      async () => (await (await caches.open('veritick-words')).keys()).length >= 2,
      undefined,
      KEPT,
    )
    await world.kill()
    await phone.page.reload()
    await phone.page.getByText(phone.t('shell.reconnecting')).waitFor(BACK)
    expect(await new Home(phone).row('EUR/USD').textContent()).toMatch(/\d\.\d{5}/)
    await phone.picture('offline-start-ar')
    await phone.page.goto('/trade')
    await phone.page.getByText(phone.t('shell.reconnecting')).waitFor(BACK)
  })

  it('is live again once the server is back', async () => {
    phone.forgive()
    await world.startAgain()
    await phone.page.goto('/')
    await phone.page.getByText(phone.t('shell.reconnecting')).waitFor({ state: 'hidden', ...BACK })
    const home = new Home(phone)
    const first = await home.price('EUR/USD')
    await expect.poll(() => home.price('EUR/USD')).not.toBe(first)
  })
})
