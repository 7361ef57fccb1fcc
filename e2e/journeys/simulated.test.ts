/** A new visitor's first day on the simulated market: from the first screen to an account log that adds up. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { logOf, microsOf, ordersOf, placePendings } from '../account.ts'
import { Home } from '../pages/home.ts'
import { Orders } from '../pages/orders.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone } from '../phone.ts'
import { drawReadmePicture } from '../readme-picture.ts'
import { SOON, stepByStep } from '../steps.ts'
import { LIVELY, startWorld, type World } from '../world.ts'

const LIST = '**/v1/api/forex/my_deal?status=0&page=1*'
const LONGER_THAN_A_PULL_MILLIS = 1500
const DEMO_MONEY = 100_000_000_000n

let world: World
let browser: JourneyBrowser
let phone: Phone
let home: Home
let trade: Trade
let orders: Orders

beforeAll(async () => {
  world = await startWorld(LIVELY, { embedded: true })
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url, language: 'hk', sharp: process.env.PICTURES === '1' })
  home = new Home(phone)
  trade = new Trade(phone)
  orders = new Orders(phone)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

describe('a first day', () => {
  stepByStep()

  it('greets in the language of the browser and changes it', async () => {
    await home.open()
    expect(await phone.page.getAttribute('html', 'lang')).toBe('zh-HK')
    await phone.page.getByText(phone.t('shell.simulated')).waitFor()
    const lists = () =>
      performance.getEntriesByType('resource').filter((entry) => /trade_?list/i.test(entry.name)).length
    // The page of the server held the list.
    expect(await phone.page.evaluate(lists)).toBe(0)
    await home.settings()
    await phone.page.getByRole('button', { name: 'English' }).click()
    phone.reads('en')
    await home.row('EUR/USD').waitFor()
    await expect.poll(() => phone.page.getAttribute('html', 'lang'), SOON).toBe('en')
  })

  it('shows rows that tick, and filters them by category', async () => {
    const first = await home.price('EUR/USD')
    await expect.poll(() => home.price('EUR/USD'), SOON).not.toBe(first)
    await home.chip(1).click()
    await home.row('EUR/USD').waitFor({ state: 'detached' })
    await phone.page.reload()
    await expect.poll(() => home.chip(1).getAttribute('aria-pressed'), SOON).toBe('true')
    await home.rows().first().waitFor()
    expect(await home.row('EUR/USD').count()).toBe(0)
    await home.chip(1).click()
    await home.row('EUR/USD').waitFor()
    await phone.picture('home')
  })

  it('sends a visitor who wants to buy to sign in, and back', async () => {
    await home.row('EUR/USD').click()
    await trade.chart().waitFor()
    await trade.button('buy').click()
    await phone.page.waitForURL('**/login?from=%2Ftrade%3Fcode%3DEURUSD%26ticket%3Dbuy')
    await trade.startDemo()
    await phone.page.waitForURL('**/trade')
    await trade.opened('buy').confirm().waitFor()
  })

  it('closes one layer with each step back', async () => {
    const ticket = trade.opened('buy')
    await ticket.openLeverage()
    await phone.page.goBack()
    await ticket.leverages().waitFor({ state: 'detached' })
    await ticket.confirm().waitFor()
    await phone.page.goBack()
    await ticket.sheet().waitFor({ state: 'detached' })
    expect(new URL(phone.page.url()).pathname).toBe('/trade')
    await phone.closed()
  })

  it('keeps an open ticket over a reload, with no dead step back, and a closed one closed', async () => {
    const ticket = await trade.ticket('buy')
    await ticket.lots('0.25')
    await phone.page.reload()
    await ticket.confirm().waitFor()
    expect(await ticket.sheet().getByRole('textbox').first().inputValue()).toBe('0.25')
    await phone.page.goBack()
    await ticket.sheet().waitFor({ state: 'detached' })
    expect(new URL(phone.page.url()).pathname).toBe('/trade')
    await phone.closed()
    await phone.page.reload()
    await trade.chart().waitFor()
    await phone.closed()
    expect(await phone.page.getByRole('dialog').count()).toBe(0)
  })

  it('stays whole when too much is typed', async () => {
    const ticket = await trade.ticket('buy')
    await ticket.lots('99999')
    await ticket.lots('1.25')
    await ticket.pendingAt('99999')
    await ticket.sheet().getByText(phone.t('refusals.amount_too_large')).waitFor()
    await phone.page.goBack()
    await ticket.sheet().waitFor({ state: 'detached' })
    await trade.chart().waitFor()
    await phone.page.reload()
    await trade.chart().waitFor()
  })

  it('buys with stop-loss and take-profit, and gets a receipt', async () => {
    const ticket = await trade.ticket('buy')
    await ticket.preset('0.10')
    await ticket.openLeverage()
    await ticket.chooseLeverage(30)
    await ticket.switchOn('stop_loss')
    await ticket.switchOn('take_profit')
    await phone.picture('ticket')
    await ticket.send()
    await phone.picture('receipt')
    await ticket.viewOrder()
    await orders.sheet().waitFor()
    const [order] = await ordersOf(phone, 1)
    expect(order).toMatchObject({ OrderType: 1, Quantity: '0.10', Status: 1, OpenQuote: { ask: order?.Price } })
    expect(await orders.fact('id')).toBe(String(order?.Id))
    expect(await orders.fact('stop_loss')).toBe(order?.TargetLossPrice)
    expect(await orders.fact('fee')).toBe('−0.35 USD')
  })

  it('closes the sheet with the back button, and the profit moves', async () => {
    await orders.closeSheet()
    await orders.rows('holding').first().click()
    await orders.sheet().waitFor()
    await phone.page.goBack()
    await orders.sheet().waitFor({ state: 'hidden' })
    const row = orders.rows('holding').first()
    const first = await orders.profit(row)
    await expect.poll(() => orders.profit(row), SOON).not.toBe(first)
    await phone.picture('orders')
  })

  it('keeps each tab as it was', async () => {
    await home.tab('trade')
    await trade.chart().waitFor()
    await phone.picture('trade')
    await home.tab('orders')
    await orders.choose('history')
    await home.tab('quotes')
    await home.tab('orders')
    await expect.poll(() => orders.chosen(), SOON).toMatch(/^History/)
    await orders.choose('holding')
  })

  it('edits the stops', async () => {
    await orders.rows('holding').first().click()
    await orders.editStops({ stopLoss: '1.00000' })
    await expect.poll(() => orders.fact('stop_loss'), SOON).toBe('1.00000')
    await orders.closeSheet()
    expect((await ordersOf(phone, 1))[0]?.TargetLossPrice).toBe('1.00000')
  })

  it('places a pending order, changes its price and cancels it', async () => {
    await home.tab('trade')
    const ticket = await trade.ticket('sell')
    await ticket.pendingAt('1.50')
    await ticket.sendFar()
    await ticket.viewOrder()
    await orders.sheet().waitFor()
    await expect.poll(() => orders.chosen(), SOON).toMatch(/^Pending\s*1$/)
    await orders.changePrice('1.45')
    await expect.poll(async () => (await ordersOf(phone, 0))[0]?.OriginPrice, SOON).toBe('1.45000')
    await orders.sheet().getByText('1.45000').first().waitFor()
    await orders.cancelOrder()
    await orders.sheet().waitFor({ state: 'hidden' })
    await phone.page.getByText(phone.t('orders.empty_pending')).waitFor()
  })

  it('closes the order, and history tells both endings', async () => {
    await orders.choose('holding')
    await orders.rows('holding').first().click()
    await orders.closeOrder()
    await phone.page.getByText(phone.t('orders.empty_holding')).waitFor()
    await orders.choose('history')
    await expect.poll(() => orders.rows('history').count(), SOON).toBe(2)
    const told = await orders.rows('history').allTextContents()
    expect(told.join(' ')).toContain(phone.t('orders.ended_user'))
    expect(told.join(' ')).toContain(phone.t('orders.cancelled_user'))
  })

  it('has an account log that adds up by hand', async () => {
    const [closed] = (await ordersOf(phone, 3)).filter((order) => !order.Cancelled)
    if (closed === undefined) throw new Error('the closed order is in the history')
    const move = BigInt(closed.UpdatePrice.replace('.', '')) - BigInt(closed.Price.replace('.', ''))
    // 0.10 lots of 100,000: a point of 0.00001 is 0.10 USD.
    expect(microsOf(closed.FactProfits)).toBe(move * 100_000n)
    const log = await logOf(phone)
    // A close at the opening price moves no money, so it has no entry.
    expect(log.map((entry) => entry.Kind).sort()).toEqual(['demo_grant', 'fee', ...(move === 0n ? [] : ['profit'])])
    const sum = log.reduce((total, entry) => total + microsOf(entry.Value), 0n)
    expect(sum).toBe(DEMO_MONEY - 350_000n + move * 100_000n)
    expect(microsOf(log[0]?.Balance ?? '')).toBe(sum)
  })

  it('keeps the place over a reload', async () => {
    await orders.rows('history').last().click()
    await orders.sheet().waitFor()
    await phone.page.reload()
    await orders.sheet().waitFor()
    await expect.poll(() => orders.chosen(), SOON).toMatch(/^History/)
    // The proof lies over the order: screen readers find only the topmost sheet.
    await orders.openProof()
    await phone.page.reload()
    await orders.proof().waitFor()
    await expect.poll(() => phone.page.getByRole('dialog').count(), SOON).toBe(1)
    await phone.page.keyboard.press('Escape')
    await orders.proof().waitFor({ state: 'hidden' })
    await expect.poll(() => orders.sheet().count(), SOON).toBe(1)
    await phone.page.keyboard.press('Escape')
    await orders.sheet().waitFor({ state: 'hidden' })
    await phone.closed()
    expect(new URL(phone.page.url()).searchParams.get('tab')).toBe('history')
  })

  it('refuses in place, says what to do, and takes the corrected order', async () => {
    await home.tab('trade')
    const ticket = await trade.ticket('buy')
    await ticket.lots('50')
    await ticket.sheet().getByRole('alert').getByText(phone.t('refusals.margin_not_enough')).waitFor()
    await expect.poll(() => ticket.confirm().isDisabled(), SOON).toBe(true)
    await ticket.lots('0.01')
    await expect.poll(() => ticket.confirm().isEnabled(), SOON).toBe(true)
    await phone.page.keyboard.press('Escape')
    await ticket.sheet().waitFor({ state: 'hidden' })
    await phone.closed()
  })

  it('makes one order of a double tap', async () => {
    const before = (await ordersOf(phone, 1)).length
    const ticket = await trade.ticket('buy')
    await ticket.confirm().evaluate((button) => {
      if (!(button instanceof HTMLElement)) throw new Error('a button')
      button.click()
      button.click()
    })
    await phone.page.getByRole('dialog', { name: phone.t('ticket.done_title') }).waitFor()
    await ticket.done()
    await vi.waitFor(async () => expect(await ordersOf(phone, 1)).toHaveLength(before + 1), SOON)
  })

  it('closes a part of a position, and the rest stays open', async () => {
    const ticket = await trade.ticket('sell')
    await ticket.lots('0.10')
    await ticket.confirm().click()
    await phone.page.getByRole('dialog', { name: phone.t('ticket.done_title') }).waitFor()
    await ticket.viewOrder()
    await orders.sheet().waitFor()
    const [whole] = await ordersOf(phone, 1)
    await orders.closePart(20, '0.02')
    await vi.waitFor(
      async () => expect((await ordersOf(phone, 1))[0]).toMatchObject({ Id: whole?.Id, Quantity: '0.08' }),
      SOON,
    )
    expect((await ordersOf(phone, 3))[0]).toMatchObject({ SplitFrom: whole?.Id, Quantity: '0.02' })
    // The sheet of the rest is still open.
    await orders.sheet().getByText('0.08').first().waitFor()
    await orders.closeSheet()
    await home.tab('trade')
  })

  it('reads the list again when it is pulled, and pages in the rest as it is scrolled', async () => {
    await placePendings(phone, 45)
    await orders.open('pending')
    await orders.rows('pending').first().waitFor()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await phone.page.route(LIST, async (route) => {
      await held
      await route.continue()
    })
    await orders.pull()
    const refreshing = phone.page.getByText(phone.t('common.refreshing'))
    await refreshing.waitFor()
    // The state lasts until the requested list has come; without a request it would have ended by itself.
    await pause(LONGER_THAN_A_PULL_MILLIS)
    expect(await refreshing.isVisible()).toBe(true)
    answer()
    await refreshing.waitFor({ state: 'detached' })
    await phone.page.unroute(LIST)
    expect(await orders.rows('pending').count()).toBeLessThan(45)
    await expect
      .poll(async () => {
        await orders
          .rows('pending')
          .last()
          .evaluate((row) => row.scrollIntoView())
        return orders.rows('pending').count()
      }, SOON)
      .toBe(45)
    await phone.page.getByText(phone.t('common.no_more')).waitFor()
  })

  it('puts the demo account back to its start, and signs out to home', async () => {
    await orders.open()
    await phone.page.getByRole('link', { name: phone.t('account.open') }).click()
    await phone.page.getByRole('button', { name: phone.t('orders.reset') }).click()
    await orders
      .question()
      .getByRole('button', { name: phone.t('orders.reset_confirm'), exact: true })
      .click()
    await orders.question().waitFor({ state: 'detached' })
    await phone.closed()
    await phone.page.goBack()
    await phone.page.getByText(phone.t('orders.empty_holding')).waitFor()
    await expect.poll(async () => (await logOf(phone))[0]?.Balance, SOON).toBe('100000.000000')
    await phone.page.getByRole('link', { name: phone.t('account.open') }).click()
    await phone.page.getByRole('button', { name: phone.t('shell.sign_out') }).click()
    await orders
      .question()
      .getByRole('button', { name: phone.t('shell.sign_out'), exact: true })
      .click()
    // The session is forgotten before the address changes.
    await phone.page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
    expect(await phone.page.evaluate(() => localStorage.getItem('veritick.token'))).toBeNull()
    await home.row('EUR/USD').waitFor()
  })

  it('has met no error on its way', () => {
    expect(phone.troubles()).toEqual([])
  })

  it.runIf(process.env.PICTURES === '1')('draws the picture of the README', async () => {
    await drawReadmePicture(browser, ['home', 'trade', 'ticket', 'orders'])
  })
})
