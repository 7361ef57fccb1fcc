/**
 * A day with the list: favourites and their order, sorting, movers, bid and ask, the page of an instrument, and the
 * calculator whose size goes to the ticket.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../pages/home.ts'
import { Trade } from '../pages/trade.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

/** Above it the page is said to jump. */
const SHIFT_MAX = 0.05

let world: World
let browser: JourneyBrowser
let phone: Phone
let home: Home

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url })
  home = new Home(phone)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

describe('the list', () => {
  stepByStep()

  it('shows the rows of the server’s page, and nothing jumps when the app takes over', async () => {
    const page = await (await fetch(world.url, { headers: { 'accept-language': 'en-GB' } })).text()
    const sent = [...page.matchAll(/<bdi>([A-Z]{3}\/[A-Z]{3})<\/bdi>/g)].map(([, code]) => code)
    expect(sent.length).toBeGreaterThan(5)
    expect(page).toContain(phone.t('home.practise'))
    await phone.page.addInitScript(() => {
      const total = { shift: 0 }
      Object.assign(window, { total })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) total.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await home.open()
    await phone.page.getByText(phone.t('shell.simulated')).waitFor()
    // The server's page has the text too: the app has taken over once it has noted it.
    await expect.poll(() => phone.page.evaluate(() => localStorage.getItem('veritick.market-noted')), SOON).toBe('1')
    expect((await home.codes()).slice(0, sent.length)).toEqual(sent)
    const shift = () => phone.page.evaluate(() => (window as unknown as { total: { shift: number } }).total.shift)
    expect(await shift()).toBeLessThan(SHIFT_MAX)
    await phone.page.reload()
    await home.row('EUR/USD').waitFor()
    await phone.page.getByText(phone.t('shell.simulated_badge'), { exact: true }).waitFor()
    expect(await phone.page.getByText(phone.t('shell.simulated')).isVisible()).toBe(false)
    expect(await shift()).toBeLessThan(SHIFT_MAX)
  })

  it('carries out what was tapped in the server’s page once the app has loaded', async () => {
    const tapped = async (tap: (home: Home) => Promise<void>, release: (home: Home) => Promise<void>) => {
      const visitor = await openPhone(browser, { url: world.url })
      const { page } = visitor
      const early = new Home(visitor)
      let load = () => {}
      const hasTapped = new Promise<void>((resolve) => {
        load = resolve
      })
      await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
        await hasTapped
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      await early.row('EUR/USD').waitFor()
      await tap(early)
      load()
      await release(early)
      return visitor
    }
    const nothing = async () => undefined
    const onRow = await tapped((early) => early.row('USD/JPY').click(), nothing)
    await onRow.page.waitForURL(`${world.url}/trade`)
    await expect.poll(() => onRow.page.title(), SOON).toMatch(/^USD\/JPY /)
    // Two taps of an impatient customer are one star.
    const onStar = await tapped(async (early) => {
      await early.star('GBP/USD').click()
      await early.star('GBP/USD').click()
    }, nothing)
    await expect.poll(() => new Home(onStar).star('GBP/USD').getAttribute('aria-pressed'), SOON).toBe('true')
    // The button of the mouse is down while the app takes over.
    const held = await tapped(
      async (early) => {
        await early.row('EUR/USD').hover()
        await early.phone.page.mouse.down()
      },
      async ({ phone: { page } }) => {
        await page.waitForFunction(() => localStorage.getItem('veritick.market-noted') === '1')
        await page.mouse.up()
      },
    )
    await held.page.waitForURL(`${world.url}/trade`)
    for (const visitor of [onRow, onStar, held]) {
      expect(visitor.troubles()).toEqual([])
      await visitor.context.close()
    }
  })

  it('keeps favourites over a reload, under their chip', async () => {
    await home.star('GBP/USD').click()
    await home.star('EUR/USD').click()
    await home.star('USD/JPY').click()
    await home.named('favourites').click()
    await expect.poll(() => home.codes(), SOON).toEqual(['GBP/USD', 'EUR/USD', 'USD/JPY'])
    await phone.page.reload()
    await expect.poll(() => home.codes(), SOON).toEqual(['GBP/USD', 'EUR/USD', 'USD/JPY'])
    expect(new URL(phone.page.url()).search).toBe('?list=favourites')
    await phone.picture('lists-favourites')
  })

  it('arranges them with the arrows and by dragging', async () => {
    await home.openView()
    await phone.page.getByRole('button', { name: phone.t('lists.move_favourites') }).click()
    const sheet = phone.page.getByRole('dialog', { name: phone.t('lists.move_favourites') })
    const up = sheet.getByRole('button', { name: phone.t('lists.move_up', { code: 'USD/JPY' }) })
    // An opened sheet takes the focus once, a moment after it is shown.
    await expect.poll(() => sheet.evaluate((box) => box.contains(document.activeElement)), SOON).toBe(true)
    await up.focus()
    await phone.page.keyboard.press('Enter')
    await sheet.getByRole('status').getByText('2').waitFor({ state: 'attached' })
    await expect.poll(() => up.evaluate((button) => button === document.activeElement), SOON).toBe(true)
    await phone.picture('lists-arrange')
    const grip = await sheet.locator('[data-grip=GBPUSD]').boundingBox()
    if (grip === null) throw new Error('the handle is on the screen')
    const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
    await phone.page.mouse.move(x, y)
    await phone.page.mouse.down()
    for (const step of [20, 60, 100, 112]) await phone.page.mouse.move(x, y + step)
    await phone.page.mouse.up()
    await home.closeSheets()
    await expect.poll(() => home.codes(), SOON).toEqual(['USD/JPY', 'EUR/USD', 'GBP/USD'])
  })

  it('shows all again by a second tap on the chip, and sorts', async () => {
    await home.named('favourites').click()
    await home.sortBy('name')
    await expect.poll(async () => (await home.codes()).slice(0, 2), SOON).toEqual(['AAPL', 'AMD'])
    await home.sortBy('favourites')
    await expect.poll(async () => (await home.codes()).slice(0, 3), SOON).toEqual(['USD/JPY', 'EUR/USD', 'GBP/USD'])
    await home.sortBy('standard')
    await home.row('EUR/USD').waitFor()
  })

  it('lists the largest moves first', async () => {
    await home.named('movers').click()
    const sizes = async () =>
      (
        await home
          .list()
          .locator('li')
          .getByText(/^\D*\d+\.\d\d%$/)
          .allTextContents()
      ).map((text) => Number.parseFloat(text.replace(/[^\d.]/g, '')))
    await expect.poll(async () => (await sizes()).length, SOON).toBeGreaterThan(2)
    await phone.picture('lists-movers')
    await home.named('movers').click()
  })

  it('shows bid and ask where the customer wants them, without scrolling sideways on the narrowest phone', async () => {
    await home.openView()
    await phone.page.getByRole('switch', { name: phone.t('lists.bid_ask') }).click()
    await phone.picture('lists-view')
    await home.closeSheets()
    await home.row('EUR/USD').getByText(phone.t('home.ask')).waitFor({ state: 'attached' })
    await phone.picture('lists-bid-ask')
    await phone.page.setViewportSize({ width: 320, height: 700 })
    expect(await sideways(phone)).toBe(0)
    await phone.picture('lists-bid-ask-320')
    await phone.page.setViewportSize({ width: 390, height: 844 })
  })

  it('starts a demo account in one tap, and the card goes', async () => {
    await phone.page.getByRole('button', { name: phone.t('home.practise_start') }).click()
    await phone.page.getByText(phone.t('home.practise_ready')).waitFor()
    await phone.page.getByText(phone.t('home.practise')).waitFor({ state: 'detached' })
  })

  it('has the favourites on a second phone of the same customer', async () => {
    const token = await phone.page.evaluate(() => localStorage.getItem('veritick.token'))
    const other = await openPhone(browser, { url: world.url, ...(token !== null && { token }) })
    const list = new Home(other)
    await list.open()
    await list.named('favourites').click()
    await expect.poll(() => list.codes(), SOON).toEqual(['USD/JPY', 'EUR/USD', 'GBP/USD'])
    expect(other.troubles()).toEqual([])
    await other.context.close()
  })

  it('opens the page of an instrument by the second action of its row', async () => {
    await home.row('USD/JPY').click({ button: 'right' })
    await phone.page.waitForURL('**/instrument?code=USDJPY')
    await phone.page.getByText(phone.t('instrument.hours_always')).waitFor()
    await phone.page.getByText(phone.t('instrument.spread_typical')).waitFor()
    await phone.page
      .getByText(`1.2 ${phone.t('trade.pips')}`, { exact: true })
      .first()
      .waitFor()
    expect(await phone.findings()).toEqual([])
    await phone.picture('instrument')
    await phone.page.getByText(phone.t('instrument.quoted_in')).scrollIntoViewIfNeeded()
    await phone.picture('instrument-end')
  })

  it('computes a size from a risk and takes it to the ticket', async () => {
    await phone.page.getByRole('button', { name: phone.t('calculator.button') }).click()
    const sheet = phone.page.getByRole('dialog')
    await sheet.getByRole('tab', { name: phone.t('calculator.view_risk') }).click()
    await phone.picture('calculator-risk')
    await sheet.getByRole('textbox', { name: phone.t('calculator.capital') }).fill('10000')
    await sheet.getByRole('textbox', { name: phone.t('calculator.stop') }).fill('50')
    const use = sheet.getByRole('button', { name: /0\.\d\d/ }).last()
    const lots = /\d+\.\d\d/.exec((await use.textContent()) ?? '')?.[0]
    expect(lots).toMatch(/^0\.[23]\d$/)
    expect(await phone.findings()).toEqual([])
    await use.click()
    const ticket = new Trade(phone).opened('buy')
    await ticket.confirm().waitFor()
    const field = ticket.sheet().getByRole('textbox', { name: phone.t('ticket.lots') })
    expect(await field.inputValue()).toBe(lots)
    await phone.picture('calculator-ticket')
  })

  it('has the same favourites in the drawer of the trade screen', async () => {
    await phone.page.keyboard.press('Escape')
    await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
    await phone.closed()
    await phone.page
      .getByRole('button', { name: /USD\/JPY/ })
      .first()
      .click()
    const drawer = phone.page.getByRole('dialog')
    await drawer.getByRole('button', { name: phone.t('home.favourites'), exact: true }).click()
    await expect
      .poll(() => drawer.locator('li bdi.font-bold, li .font-bold bdi').allTextContents(), SOON)
      .toEqual(['USD/JPY', 'EUR/USD', 'GBP/USD'])
    await phone.picture('lists-drawer')
  })

  it('has met no error on its way', () => expect(phone.troubles()).toEqual([]))
})
