/**
 * The first page shows prices before any code runs, and an app that was open once starts again without its server: its
 * last prices dimmed, its screens there, live again when the server is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeSell, untilFresh } from '../account.ts'
import { Home } from '../pages/home.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone } from '../phone.ts'
import { stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

/** The service worker is registered once the page is idle, and then loads every file of the app. */
const KEPT = { timeout: 60_000 }
const BACK = { timeout: 60_000 }
/** Compressed bodies. With the headers of its three answers this meets the target of `npm run bench -- first-load`. */
const FIRST_SCRIPT_BYTES_MAX = 117_000

describe('the app without its code, and without its server', () => {
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  stepByStep()

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
    expect(await page.getByText(phone.t('shell.tab_orders'), { exact: true }).count()).toBe(1)
    await context.close()
  })

  it('asks for little script before it shows its first screen', async () => {
    const page = await (await fetch(world.url)).text()
    const named = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThanOrEqual(2)
    const sizes = await Promise.all(
      named.map(async (path) => {
        const { headers } = await fetch(world.url + path, { headers: { 'accept-encoding': 'br' } })
        return Number(headers.get('content-length'))
      }),
    )
    expect(sizes.every((size) => size > 0)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(FIRST_SCRIPT_BYTES_MAX)
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
    const words = () => phone.page.evaluate(wordsKept)
    await expect.poll(words, KEPT).toBeGreaterThanOrEqual(2)
    await phone.page.getByRole('button', { name: phone.t('home.practise_start') }).click()
    await phone.page.getByRole('button', { name: phone.t('home.practise_start') }).waitFor({ state: 'detached' })
    await untilFresh(phone)
    await placeSell(phone, '9.00000')
    await phone.page.goto('/trade')
    await new Trade(phone).chart().waitFor()
    // The order and the candles are among what the device keeps.
    await expect.poll(() => phone.page.evaluate(valuesKept), KEPT).toMatchObject({ order: true, candles: true })
    await world.kill()
    await phone.page.goto('/')
    await lastValues()
    expect(await new Home(phone).row('EUR/USD').textContent()).toMatch(/\d\.\d{5}/)
    await phone.picture('offline-start-ar')
    await phone.page.goto('/trade')
    await lastValues()
    await new Trade(phone).chart().waitFor()
    await phone.picture('offline-trade-ar')
    await phone.page.goto('/order?tab=pending')
    await lastValues()
    await phone.page.getByRole('listitem').filter({ hasText: 'EUR/USD' }).getByText('9.00000').waitFor(BACK)
    await phone.picture('offline-orders-ar')
  })

  /** The time of the values stands beside the sentence about the connection. */
  async function lastValues(): Promise<void> {
    const said = phone.page.getByRole('status').filter({ hasText: phone.t('shell.reconnecting') })
    await said.filter({ hasText: /\d\d:\d\d/ }).waitFor(BACK)
  }

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

/** In the page: the words of its build, in a cache of their own. */
async function wordsKept(): Promise<number> {
  const name = (await caches.keys()).find((each) => /^veritick-words-[0-9a-f]{16}$/.test(each))
  return name === undefined ? 0 : (await (await caches.open(name)).keys()).length
}

/** In the page. */
async function valuesKept(): Promise<{ readonly order: boolean; readonly candles: boolean }> {
  const cache = await caches.open('veritick-last-values')
  const kept = async (name: string) => (await (await cache.match(`/last-values/${name}`))?.text()) ?? ''
  const [market, own] = [await kept('market'), await kept('own')]
  return { order: own.includes('9.00000'), candles: /"candles":\[\{/.test(market) }
}
