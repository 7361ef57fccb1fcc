/** A closed or stale market: the app says so, and when it opens; positions can be viewed and their stops moved. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersOf } from '../account.ts'
import { Home } from '../pages/home.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { crampedTexts, type JourneyBrowser, openBrowser, openPhone, type Phone, pattern, sideways } from '../phone.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

/** A Wednesday noon of EUR/USD, a quote every two seconds; then the recording, and with it the market, goes quiet. */
const START = Date.parse('2014-05-07T12:00:00.000Z')
const QUOTES = 450
/** A quarter of an hour with prices; a second start plays the rest of it in 5 s. */
const [SLOW, FAST] = ['1', '200']

describe('a recording of one instrument that ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-recording-'))
  let world: World
  let browser: JourneyBrowser
  let phone: Phone
  stepByStep()

  beforeAll(async () => {
    const rows = Array.from({ length: QUOTES }, (_, index) => {
      const bid = 139_000 + (index % 7)
      return `${new Date(START + index * 2000).toISOString()},1.${String(bid).slice(1)},1.${String(bid + 12).slice(1)}`
    })
    const path = join(folder, 'EURUSD_quiet_2014-05-07.csv')
    writeFileSync(path, `ts_utc,bid,ask\n${rows.join('\n')}\n`)
    world = await startWorld({ FEED: `replay:${path}`, REPLAY_SPEED: SLOW }, { keepsPorts: true })
    browser = await openBrowser()
    phone = await openPhone(browser, { url: world.url })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('trades what is recorded, and says of the rest that there is no price', async () => {
    const home = new Home(phone)
    await home.open()
    await home.row('GBP/USD').getByText(phone.t('home.unpriced_recording')).waitFor()
    await phone.page.getByText(pattern(phone, 'shell.recording', 'date')).waitFor()
    await home.row('EUR/USD').click()
    const trade = new Trade(phone)
    await trade.button('buy').click()
    await trade.startDemo()
    const ticket = trade.opened('buy')
    await ticket.send()
    await ticket.done()
    expect(await ordersOf(phone, 1)).toHaveLength(1)
  })

  it('refuses orders in words where there is no market', async () => {
    await new Home(phone).tab('quotes')
    await new Home(phone).row('GBP/USD').click()
    const sell = phone.page.getByRole('button', { name: new RegExp(`^${phone.t('common.sell')}`) })
    await expect.poll(() => sell.isDisabled(), SOON).toBe(true)
    await phone.page.getByText(phone.t('home.unpriced_recording_text')).first().waitFor()
    await phone.picture('closed-market')
  })

  it('has room for the state of the market on the narrowest phone in German', async () => {
    const narrow = await openPhone(browser, { url: world.url, language: 'de', width: 320 })
    await narrow.page.goto('/trade?code=GBPUSD')
    const state = narrow.page.getByText(narrow.t('home.unpriced'), { exact: true })
    await state.waitFor()
    await narrow.picture('closed-narrow')
    const [above, below] = [await state.locator('xpath=preceding-sibling::*').boundingBox(), await state.boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN)
    expect(await crampedTexts(narrow)).toEqual([])
    expect(await sideways(narrow)).toBe(0)
    await narrow.context.close()
  })

  it('holds the price when the recording ends: no close, but stops can be moved', async () => {
    // The phone is away while the server restarts; messages in between do not belong to this journey.
    await phone.page.goto('about:blank')
    await world.kill()
    await world.startAgain({ REPLAY_SPEED: FAST })
    const orders = new Orders(phone)
    await orders.open()
    await orders.rows('holding').first().click()
    await orders
      .sheet()
      .getByText(new RegExp(`${phone.t('orders.price_stale')}|${phone.t('orders.market_closed')}`))
      .waitFor({ timeout: 100_000 })
    const close = orders.sheet().getByRole('button', { name: phone.t('orders.close'), exact: true })
    await expect.poll(() => close.isDisabled(), SOON).toBe(true)
    await phone.picture('closed-order')
    const editor = await orders.openStops()
    // The sheet names its position.
    await editor.getByText('EUR/USD', { exact: true }).waitFor()
    await editor.getByRole('switch', { name: phone.t('ticket.stop_loss') }).click()
    await editor.getByRole('textbox', { name: phone.t('ticket.stop_loss_price') }).fill('1.38000')
    await editor.getByRole('button', { name: phone.t('orders.edit_save') }).click()
    await editor.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await ordersOf(phone, 1))[0]?.TargetLossPrice, SOON).toBe('1.38000')
  })

  it('has met no error on its way', () => {
    expect(phone.troubles()).toEqual([])
  })
})
