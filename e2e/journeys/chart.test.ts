/**
 * A day at the chart: a stop is dragged with mouse, finger and keys, and so is the price of a pending order; both are
 * changed on the server only after the question. Drawings stay over a reload; a link opens a chart; the lines of the
 * ticket are set on the chart.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { CallData } from '@veritick/contract'
import { must } from '@veritick/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, ordersOf, placePendings, placeSell, setStopLoss } from '../account.ts'
import { ChartPage } from '../pages/chart.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, pattern, sideways } from '../phone.ts'
import { SOON, stepByStep } from '../steps.ts'
import { LIVELY, startWorld, type World } from '../world.ts'

/** Long enough for several quotes of the simulated market. */
const SOME_QUOTES_MILLIS = 2500

let world: World
let browser: JourneyBrowser
let phone: Phone
let trade: Trade
let chart: ChartPage

beforeAll(async () => {
  world = await startWorld(LIVELY)
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url, language: 'en' })
  trade = new Trade(phone)
  chart = new ChartPage(phone)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const stopOnServer = async () => (await ordersOf(phone, 1))[0]?.TargetLossPrice
const asText = (points: number) => (points / 100_000).toFixed(5)

/** Puts the stop a quarter of their range below the candles of five hours: it is out of view. */
async function setBelowCandles(): Promise<void> {
  const candles = await ask<CallData<'kline'>>(phone, '/v1/api/forex/kline?forex_id=1&period=5min&limit=60')
  const [lows, highs] = [candles.map(({ Low }) => pointsOf(Low)), candles.map(({ High }) => pointsOf(High))]
  const [low, high] = [Math.min(...lows), Math.max(...highs)]
  const stop = low - Math.ceil((high - low) / 4)
  await setStopLoss(phone, must((await ordersOf(phone, 1))[0], 'a position is open'), asText(stop))
  await expect.poll(() => chart.price('stop_loss'), SOON).toBe(stop)
}
const pointsOf = (price: string) => Math.round(Number(price) * 100_000)

describe('a day at the chart', () => {
  stepByStep()

  it('opens the instrument and the period of a link', async () => {
    await phone.page.goto('/trade?code=EURUSD&period=1m')
    await trade.chart().waitFor()
    await expect.poll(() => new URL(phone.page.url()).search, SOON).toBe('')
    const chosen = phone.page.getByRole('tab', { selected: true })
    expect(await chosen.textContent()).toBe('1m')
  })

  it('sets the lines of a new order on the chart', async () => {
    await trade.button('buy').click()
    await phone.page.waitForURL('**/login**')
    await trade.startDemo()
    const ticket = trade.opened('buy')
    await ticket.confirm().waitFor()
    await ticket.lots('0.10')
    await ticket
      .sheet()
      .getByRole('button', { name: phone.t('ticket.set_on_chart') })
      .click()
    const bar = phone.page.getByRole('region', { name: pattern(phone, 'ticket.title_buy', 'code') })
    await bar.getByRole('button', { name: phone.t('ticket.stop_loss') }).click()
    await chart.handle('stop_loss').waitFor()
    await phone.picture('chart-ticket-lines')
    const before = await chart.price('stop_loss')
    await chart.grab('stop_loss', -40)
    await phone.picture('chart-ticket-drag')
    await phone.page.mouse.up()
    await expect.poll(() => chart.price('stop_loss'), SOON).not.toBe(before)
    const set = await chart.price('stop_loss')
    await bar.getByRole('button', { name: phone.t('trade.back_to_ticket') }).click()
    expect(await ticket.level('stop_loss').inputValue()).toBe(asText(set))
    await ticket.send()
    await ticket.done()
    await expect.poll(stopOnServer, SOON).toBe(asText(set))
  })

  it('shows what a dragged stop means; a quote does not move it, and Escape takes it back', async () => {
    await chart.bringIntoView('stop_loss')
    await phone.picture('chart-wide')
    const before = await chart.price('stop_loss')
    await chart.grab('stop_loss', 30)
    const dragged = await chart.price('stop_loss')
    expect(dragged).toBeLessThan(before)
    expect(await chart.handle('stop_loss').getAttribute('aria-valuetext')).toMatch(/pips.*USD/)
    await phone.picture('chart-drag')
    await pause(SOME_QUOTES_MILLIS)
    expect(await chart.price('stop_loss')).toBe(dragged)
    await phone.page.keyboard.press('Escape')
    await phone.page.mouse.up()
    await expect.poll(() => chart.price('stop_loss'), SOON).toBe(before)
    expect(await chart.question().count()).toBe(0)
    expect(await stopOnServer()).toBe(asText(before))
  })

  it('changes the stop with the mouse, after one question', async () => {
    await chart.grab('stop_loss', 25)
    const dragged = await chart.price('stop_loss')
    await phone.page.mouse.up()
    await chart.question().getByText(asText(dragged)).waitFor()
    await phone.picture('chart-question')
    await chart.confirm()
    await expect.poll(stopOnServer, SOON).toBe(asText(dragged))
  })

  it('changes it with a finger', async () => {
    const before = await stopOnServer()
    await chart.swipe('stop_loss', -20)
    await chart.question().waitFor()
    const dragged = await chart.price('stop_loss')
    expect(asText(dragged)).not.toBe(before)
    await chart.confirm()
    await expect.poll(stopOnServer, SOON).toBe(asText(dragged))
  })

  it('changes it with the keyboard', async () => {
    const before = await chart.price('stop_loss')
    await chart.handle('stop_loss').focus()
    await phone.page.keyboard.press('ArrowDown')
    await phone.page.keyboard.press('ArrowDown')
    await expect.poll(() => chart.price('stop_loss'), SOON).toBe(before - 20)
    await phone.page.keyboard.press('Enter')
    await chart.question().waitFor()
    await chart.confirm()
    await expect.poll(stopOnServer, SOON).toBe(asText(before - 20))
  })

  it('refuses a stop above the price while it is dragged, and sends nothing', async () => {
    const before = await stopOnServer()
    const { y } = await chart.middle(chart.handle('stop_loss'))
    await chart.grab('stop_loss', 130 - y)
    expect(await chart.handle('stop_loss').getAttribute('aria-valuetext')).toMatch(/must be below/i)
    await phone.picture('chart-refused')
    await phone.page.mouse.up()
    await phone.page
      .getByText(/must be below/i)
      .first()
      .waitFor()
    const notice = phone.page.getByRole('status').filter({ hasText: phone.t('ticket.stop_loss') })
    await notice.getByText(/must be below/i).waitFor()
    expect(await chart.question().count()).toBe(0)
    expect(await stopOnServer()).toBe(before)
  })

  it('makes a take-profit by dragging the entry; Escape takes it back, a question sets it', async () => {
    const made = chart.handle('take_profit')
    await chart.grab('entry', -150)
    expect(await made.getAttribute('aria-valuetext')).toMatch(/pips.*USD/)
    await phone.picture('chart-make')
    await phone.page.keyboard.press('Escape')
    await phone.page.mouse.up()
    await made.waitFor({ state: 'detached' })
    expect(await chart.question().count()).toBe(0)
    await chart.grab('entry', -150)
    const price = asText(await chart.price('take_profit'))
    await phone.page.mouse.up()
    await chart.question().getByText(price).waitFor()
    await phone.picture('chart-make-question')
    await chart.confirm('set_confirm')
    const onServer = async () => (await ordersOf(phone, 1))[0]?.TargetProfitPrice
    await expect.poll(onServer, SOON).toBe(price)
  })

  it('opens the sheet of stop-loss and take-profit from the tag of the entry with the keyboard', async () => {
    await chart.entry().focus()
    await phone.page.keyboard.press('Enter')
    const sheet = phone.page.getByRole('dialog', { name: phone.t('orders.edit_title') })
    await sheet.waitFor()
    await phone.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await phone.closed()
  })

  it('changes the price of a pending order on the chart, after one question', async () => {
    const [held] = await ordersOf(phone, 1)
    await placeSell(phone, asText(Math.round(Number(held?.UpdatePrice) * 100_000) + 200))
    // An order of another device is read with the next list.
    await phone.page.reload()
    await chart.handle('target').waitFor()
    const before = await chart.price('target')
    await chart.handle('target').focus()
    await phone.page.keyboard.press('ArrowUp')
    await expect.poll(() => chart.price('target'), SOON).toBe(before + 10)
    expect(await chart.handle('target').getAttribute('aria-valuetext')).toMatch(/pips/)
    await phone.page.keyboard.press('Enter')
    await chart
      .question()
      .getByText(asText(before + 10))
      .waitFor()
    await phone.picture('chart-pending-question')
    await chart.confirm()
    await expect.poll(async () => (await ordersOf(phone, 0))[0]?.OriginPrice, SOON).toBe(asText(before + 10))
  })

  it('brings a line into view with a tap on its tag, until another period is chosen', async () => {
    await setBelowCandles()
    const place = async () => Math.round((await chart.middle(chart.handle('stop_loss'))).y)
    const period = (label: string) => phone.page.getByRole('tab', { name: label, exact: true })
    const atEdge = await place()
    // The candles of four hours leave room for the line; those of 40 minutes are too flat beside it.
    await period('5m').click()
    await chart.resting('stop_loss')
    await expect.poll(place, SOON).toBe(atEdge)
    await chart.handle('stop_loss').click()
    await expect.poll(place, SOON).toBeLessThan(atEdge)
    await period('1m').click()
    await expect.poll(place, SOON).toBe(atEdge)
    await period('5m').click()
    await chart.resting('stop_loss')
    await expect.poll(place, SOON).toBe(atEdge)
    await period('1m').click()
    await chart.resting('stop_loss')
    // A drag there is a tap: the line does not jump to the pointer.
    const before = await chart.price('stop_loss')
    const { x, y } = await chart.middle(chart.handle('stop_loss'))
    const { mouse } = phone.page
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y - 60, { steps: 6 })
    expect(await chart.price('stop_loss')).toBe(before)
    await mouse.up()
    expect(await chart.price('stop_loss')).toBe(before)
    expect(await chart.question().count()).toBe(0)
  })

  it('says in full screen too that the market is simulated', async () => {
    await phone.page.getByRole('button', { name: phone.t('trade.full_screen'), exact: true }).click()
    const end = phone.page.getByRole('button', { name: phone.t('trade.full_screen_end') })
    await end.waitFor()
    const first = await phone.page.evaluate(() => document.elementFromPoint(innerWidth / 2, 10)?.textContent)
    expect([phone.t('shell.simulated'), phone.t('shell.simulated_short')]).toContain(first?.trim())
    await end.click()
    await end.waitFor({ state: 'detached' })
    await phone.closed()
  })

  it('keeps the handles of the lines that a number at the edge counts; a drag of it moves none', async () => {
    await placePendings(phone, 5)
    await phone.page.reload()
    const targets = phone.page.locator('[role=slider][data-level$=" pending"]')
    const prices = () => targets.evaluateAll((all) => all.map((each) => each.getAttribute('aria-valuenow')))
    await expect.poll(async () => (await prices()).length, SOON).toBe(6)
    await chart.resting('stop_loss')
    const all = await targets.all()
    const places = await Promise.all(all.map((target) => chart.middle(target)))
    const lowest = Math.max(...places.map(({ y }) => y))
    const counted = places.filter(({ y }) => y === lowest)
    // The stop-loss and two orders have a tag each.
    expect(counted).toHaveLength(3)
    await phone.picture('chart-number')
    const before = await prices()
    const { mouse } = phone.page
    await mouse.move(counted[0]?.x ?? 0, lowest)
    await mouse.down()
    await mouse.move(counted[0]?.x ?? 0, lowest - 120, { steps: 8 })
    expect(await prices()).toEqual(before)
    await mouse.up()
    expect(await prices()).toEqual(before)
    expect(await chart.question().count()).toBe(0)
  })

  it('changes the periods of an indicator with the keyboard, and keeps them over a reload', async () => {
    const { page, t } = phone
    const settings = page.getByRole('button', { name: t('trade.chart_settings') })
    const named = (name: string) => page.getByRole('button', { name: t('trade.param_edit', { name }) })
    await settings.press('Enter')
    for (const name of ['MACD', 'BOLL']) await page.getByRole('button', { name, exact: true }).press('Enter')
    await named('BOLL(20,2)').waitFor()
    await named('MACD(12,26,9)').press('Enter')
    const fast = page.getByLabel(t('trade.param_fast'))
    await fast.fill('30')
    await fast.press('Enter')
    await expect.poll(() => fast.getAttribute('aria-invalid'), SOON).toBe('true')
    expect(await fast.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await phone.findings()).toEqual([])
    await phone.picture('chart-periods')
    await fast.fill('8')
    await fast.press('Enter')
    await named('MACD(8,26,9)').waitFor()
    // London, in winter or in summer.
    await page.getByText(/^UTC(\+1)?$/).waitFor()
    await page.getByRole('tab', { name: t('trade.new_york_short') }).click()
    await page.keyboard.press('Escape')
    await settings.waitFor()
    await phone.closed()
    await page.reload()
    await trade.chart().waitFor()
    await expect.poll(() => page.getByText('BOLL(20,2)').count(), SOON).toBe(1)
    await page.getByText(t('trade.new_york_short'), { exact: true }).waitFor()
    await settings.click()
    await named('MACD(8,26,9)').waitFor()
    for (const name of ['MACD', 'BOLL']) await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('tab', { name: t('trade.zone_device') }).click()
    await page.keyboard.press('Escape')
    await settings.waitFor()
    await phone.closed()
  })

  it('draws and leaves drawing with the keyboard alone', async () => {
    const { keyboard } = phone.page
    await (await chart.chooseByKeys('trend')).press('ArrowUp')
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await keyboard.press(key)
    await phone.picture('chart-drawing-keys')
    for (const key of ['ArrowRight', 'PageUp', 'Enter']) await keyboard.press(key)
    await expect.poll(() => chart.drawings(), SOON).toMatchObject([{ tool: 'trend' }])
    // The finished drawing has the focus.
    await keyboard.press('Delete')
    await expect.poll(() => chart.drawings(), SOON).toEqual([])
    await chart.chooseByKeys('channel')
    await keyboard.press('Escape')
    const begin = phone.page.getByRole('button', { name: phone.t('trade.draw_title') })
    await expect.poll(() => begin.evaluate((button) => button === document.activeElement), SOON).toBe(true)
    expect(await chart.drawings()).toEqual([])
  })

  it('keeps drawings over a reload, and deletes all after a question', async () => {
    await chart.choose('trend')
    await chart.tap(0.3, 0.3)
    await chart.tap(0.6, 0.5)
    await expect.poll(async () => (await chart.drawings()).length, SOON).toBe(1)
    await phone.picture('chart-drawing')
    await chart.choose('text')
    await chart.tap(0.5, 0.2)
    await phone.page.getByRole('textbox', { name: phone.t('trade.draw_note') }).fill('Support')
    await phone.page.getByRole('button', { name: phone.t('trade.draw_save_text') }).click()
    await phone.closed()
    const drawn = await chart.drawings()
    expect(drawn).toMatchObject([{ tool: 'trend' }, { tool: 'text', text: 'Support' }])
    await phone.page.reload()
    await trade.chart().waitFor()
    const sheet = await chart.tools()
    await sheet.getByText('Support').waitFor()
    await phone.picture('chart-tools')
    expect(await chart.drawings()).toEqual(drawn)
    await sheet.getByRole('button', { name: phone.t('trade.draw_delete_all') }).click()
    await chart
      .question()
      .getByRole('button', { name: phone.t('trade.draw_delete_all') })
      .click()
    await chart.question().waitFor({ state: 'detached' })
    expect(await chart.drawings()).toEqual([])
    await phone.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await phone.closed()
  })

  it('names gold whole on phones of 320, 360 and 390 pixels', async () => {
    const narrow = await openPhone(browser, { url: world.url, language: 'en', width: 320 })
    for (const width of [320, 360, 390]) {
      await narrow.page.setViewportSize({ width, height: 844 })
      await narrow.page.goto('/trade?code=XAUUSD')
      await new Trade(narrow).chart().waitFor()
      await narrow.picture(`chart-${width}`)
      const code = narrow.page.getByRole('heading', { level: 1 }).locator('bdi')
      expect(await code.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      expect(await sideways(narrow)).toBe(0)
    }
    await narrow.context.close()
  })

  it('leaves nothing cut, nothing broken, and nothing that a screen reader stumbles over', async () => {
    expect(await sideways(phone)).toBe(0)
    expect(await phone.findings()).toEqual([])
    expect(phone.troubles()).toEqual([])
  })
})
