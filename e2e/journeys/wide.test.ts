/**
 * A day in a wide window: list, chart, a ticket that stands ready, orders and transactions side by side, with the mouse
 * and then with the keyboard alone; panels that are resized; a window that becomes narrow and wide again; charts in
 * their own windows; Arabic and dark.
 */
import { must } from '@veritick/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, ordersOf } from '../account.ts'
import { Orders } from '../pages/orders.ts'
import { hiddenCosts, isInView, scrolled, scrollToEnd } from '../pages/panels.ts'
import { Ticket } from '../pages/trade.ts'
import { chooseInChart, Workspace } from '../pages/workspace.ts'
import { type JourneyBrowser, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

const WIDE = { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }
const PHONE = { width: 800, height: 900 }
/** As wide as the workspace, and too low for it: a phone on its side. */
const LYING_PHONE = { width: 932, height: 430 }

let world: World
let browser: JourneyBrowser
let phone: Phone
let workspace: Workspace

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url, language: 'en', ...WIDE })
  workspace = new Workspace(phone)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const key = (name: string) => phone.page.keyboard.press(name)
const pressed = (side: 'buy' | 'sell') => workspace.button(side).getAttribute('aria-pressed')
const token = () => phone.page.evaluate(() => localStorage.getItem('veritick.token') ?? '')

describe('a day in a wide window', () => {
  stepByStep()

  it('shows the workspace to a visitor, who starts a demo account from it', async () => {
    await workspace.open()
    await phone.picture('wide-visitor')
    expect(await phone.findings()).toEqual([])
    expect(await sideways(phone)).toBe(0)
    // The ticket is there before an account, and asks for one only at its end.
    await phone.page.goto('/trade?code=EURUSD&ticket=sell')
    await workspace
      .ticketPanel()
      .getByRole('button', { name: phone.t('ticket.sign_in') })
      .click()
    await phone.page.waitForURL('**/login?**ticket%3Dsell**')
    await phone.page.goBack()
    const orders = workspace.orders()
    await orders.getByRole('link', { name: phone.t('trade.sign_in') }).click()
    await phone.page.waitForURL('**/login**')
    await phone.picture('wide-login')
    await phone.page.goBack()
    await orders.getByRole('button', { name: phone.t('home.practise_start') }).click()
    await orders.getByText(phone.t('orders.empty_holding')).waitFor()
    // The button is gone; the keyboard goes on from its panel.
    expect(await orders.evaluate((panel) => panel === document.activeElement)).toBe(true)
  })

  it('trades with the mouse: instrument, ticket, row, close', async () => {
    await workspace.instrument('GBP/USD').click()
    await workspace.heading('GBP/USD').waitFor()
    // The ticket stands ready, and leaves the focus in the list.
    await workspace.ticket('sell').confirm().waitFor()
    expect(await workspace.instrument('GBP/USD').evaluate((row) => row === document.activeElement)).toBe(true)
    expect(await pressed('sell')).toBe('true')
    await workspace.button('buy').click()
    const ticket = workspace.ticket('buy')
    await ticket.confirm().waitFor()
    await ticket.lots('0.10')
    await ticket.switchOn('stop_loss')
    await phone.picture('wide-ticket')
    expect(await hiddenCosts(ticket.sheet())).toEqual([])
    expect(await phone.findings()).toEqual([])
    await scrollToEnd(ticket.sheet())
    await ticket.confirm().click()
    await ticket.receipt().waitFor()
    await phone.picture('wide-receipt')
    expect(await scrolled(ticket.sheet())).toBe(0)
    await ticket
      .sheet()
      .getByRole('button', { name: phone.t('ticket.done'), exact: true })
      .click()
    await expect.poll(() => workspace.rows().count(), SOON).toBe(1)
    expect(await ordersOf(phone, 1)).toHaveLength(1)
    await workspace
      .rows()
      .getByRole('button', { name: phone.t('orders.close') })
      .click()
    const question = workspace.question()
    await question.getByRole('button', { name: phone.t('orders.close') }).click()
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => workspace.rows().count(), SOON).toBe(0)
    await phone.closed()
    expect(await ordersOf(phone, 1)).toHaveLength(0)
  })

  it('sorts the table by a column and opens the sheet of a row', async () => {
    for (const lots of ['0.02', '0.05', '0.01']) {
      await workspace.button('sell').click()
      const ticket = workspace.ticket('sell')
      await ticket.lots(lots)
      await ticket.confirm().click()
      await ticket.receipt().waitFor()
      const done = { name: phone.t('ticket.done'), exact: true }
      await ticket.sheet().getByRole('button', done).click()
    }
    await expect.poll(() => workspace.rows().count(), SOON).toBe(3)
    const heading = workspace.orders().getByRole('button', { name: phone.t('ticket.lots') })
    const lots = () => workspace.rows().locator('td:nth-of-type(2)').allTextContents()
    await heading.click()
    expect(await lots()).toEqual(['0.05', '0.02', '0.01'])
    await heading.click()
    expect(await lots()).toEqual(['0.01', '0.02', '0.05'])
    expect(await workspace.orders().locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    await phone.picture('wide-table')
    expect(await phone.findings()).toEqual([])
    await workspace.rows().first().getByRole('button').first().click()
    await new Orders(phone).sheet().waitFor()
    await phone.picture('wide-order-sheet')
    await key('Escape')
    await new Orders(phone).sheet().waitFor({ state: 'hidden' })
    await phone.page.waitForURL((url) => !url.searchParams.has('order'))
  })

  it('keeps every tag below the legend of the chart', async () => {
    const legend = phone.page.getByText(/^O [\d.]+$/)
    await legend.waitFor()
    const end = await legend.evaluate((text) => text.closest('div')?.getBoundingClientRect().bottom ?? 0)
    const middles = () =>
      phone.page.locator('[data-level]:not([hidden])').evaluateAll((tags) =>
        tags.map((tag) => {
          const { top, height } = tag.getBoundingClientRect()
          return top + height / 2
        }),
      )
    await expect.poll(async () => (await middles()).length, SOON).toBeGreaterThan(0)
    for (const middle of await middles()) expect(middle).toBeGreaterThan(end)
  })

  it('trades with the keyboard alone', async () => {
    await workspace.open('/trade')
    await expect.poll(() => workspace.rows().count(), SOON).toBe(3)
    // The sorting survived the new page.
    await workspace.orders().locator('th[aria-sort=ascending]').waitFor()
    await key('/')
    await phone.page.keyboard.type('xauusd')
    await expect.poll(() => workspace.list().locator('ul li').count(), SOON).toBe(1)
    await workspace.tabTo(workspace.instrument('XAU/USD'))
    await key('Enter')
    await workspace.heading('XAU/USD').waitFor()
    // A cleared search shows the selected instrument again, which is far below.
    await key('/')
    await key('Control+a')
    await key('Delete')
    await expect.poll(() => workspace.list().locator('ul li').count(), SOON).toBeGreaterThan(3)
    await expect.poll(() => isInView(workspace.list().locator('ul [aria-current]')), SOON).toBe(true)
    await phone.picture('wide-search-cleared')
    await workspace.tabTo(workspace.instrument('XAU/USD'))
    await key('ArrowUp')
    await key('ArrowDown')
    await workspace.list().locator('button[aria-current]:focus').waitFor()
    expect(await workspace.list().locator('ul button:not([tabindex="-1"])').count()).toBe(1)
    await key('1')
    await expect
      .poll(() => phone.page.getByRole('tab', { name: '1m', exact: true }).getAttribute('aria-selected'), SOON)
      .toBe('true')
    await key('f')
    await phone.page.getByRole('button', { name: phone.t('trade.full_screen_end') }).waitFor()
    await key('f')
    await phone.page.getByRole('button', { name: phone.t('trade.full_screen'), exact: true }).waitFor()
    await key('b')
    const ticket = workspace.ticket('buy')
    await ticket.confirm().waitFor()
    await workspace.tabTo(ticket.sheet().getByRole('textbox', { name: phone.t('ticket.lots') }))
    await key('Control+a')
    await phone.page.keyboard.type('0.01')
    await workspace.tabTo(ticket.confirm())
    await key('Enter')
    await ticket.receipt().waitFor()
    await key('Escape')
    await ticket.receipt().waitFor({ state: 'hidden' })
    await expect.poll(() => workspace.rows().count(), SOON).toBe(4)
    await key('o')
    const first = workspace.rows().first()
    await expect.poll(() => first.getAttribute('aria-current'), SOON).toBe('true')
    await key('x')
    await workspace.question().waitFor()
    await workspace.tabTo(workspace.question().getByRole('button', { name: phone.t('orders.close') }))
    await key('Enter')
    await expect.poll(() => workspace.rows().count(), SOON).toBe(3)
    await phone.closed()
    await expect.poll(() => workspace.rows().locator(':focus').count(), SOON).toBe(1)
  })

  it('shows the chart beside its settings and tools, and gives the focus back to their buttons', async () => {
    // An open sheet hides the rest from screen readers.
    const chart = phone.page.locator('[role=img]:has(canvas)')
    for (const name of [phone.t('trade.chart_settings'), phone.t('trade.draw_title')]) {
      const button = phone.page.getByRole('button', { name })
      await button.click()
      const sheet = phone.page.getByRole('dialog', { name })
      await sheet.waitFor()
      await phone.picture(`wide-${name.toLowerCase().replace(' ', '-')}`)
      const [beside, drawn] = [await sheet.boundingBox(), await chart.boundingBox()]
      if (beside === null || drawn === null) throw new Error('sheet or chart is not shown')
      expect(beside.x).toBeGreaterThanOrEqual(drawn.x + drawn.width)
      expect(await phone.findings()).toEqual([])
      await key('Escape')
      await sheet.waitFor({ state: 'hidden' })
      await phone.closed()
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  it('lists the changes of the balance, and opens one with all its digits', async () => {
    const tab = workspace.orders().getByRole('tab', { name: phone.t('history.title') })
    await tab.click()
    const rows = workspace.orders().locator('tr[data-entry]')
    await rows.first().waitFor()
    const entries = await logOf(phone)
    await expect.poll(() => rows.count(), SOON).toBe(entries.length)
    expect(await rows.first().textContent()).toContain(entries[0]?.MemoTran)
    await phone.picture('wide-transactions')
    expect(await phone.findings()).toEqual([])
    await key('o')
    await key('ArrowDown')
    expect(
      await rows
        .nth(1)
        .locator('button')
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await key('Enter')
    const sheet = phone.page.getByRole('dialog', { name: entries[1]?.MemoTran ?? 'none' })
    await sheet.getByText(phone.t('history.exact_note')).waitFor()
    await phone.picture('wide-transaction')
    await key('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await phone.closed()
    await workspace
      .orders()
      .getByRole('combobox', { name: phone.t('history.kinds') })
      .selectOption('adjustments')
    await expect.poll(() => rows.count(), SOON).toBe(1)
    await phone.page.reload()
    await expect.poll(() => rows.count(), SOON).toBe(entries.length)
    await workspace
      .orders()
      .getByRole('tab', { name: phone.t('orders.tab_holding') })
      .click()
    await expect.poll(() => workspace.rows().count(), SOON).toBe(3)
  })

  it('lists the shortcuts, and turns them off', async () => {
    await key('?')
    const sheet = phone.page.getByRole('dialog', { name: phone.t('wide.shortcuts') })
    await sheet.waitFor()
    await phone.picture('wide-shortcuts')
    const press = sheet.getByRole('switch', { name: phone.t('wide.shortcuts_on') })
    await press.click()
    await key('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await phone.closed()
    const before = await phone.page.getByRole('heading', { level: 1 }).textContent()
    await key('p')
    await key('s')
    expect(await pressed('sell')).toBe('false')
    expect(await phone.page.getByRole('heading', { level: 1 }).textContent()).toBe(before)
    await phone.page.getByRole('button', { name: phone.t('wide.shortcuts') }).click()
    await press.click()
    await key('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await phone.closed()
  })

  it('keeps panels that were resized with keys and pointer, and resets them', async () => {
    const first = { list: await workspace.size('list'), orders: await workspace.size('orders') }
    await workspace.separator('list').focus()
    await key('ArrowRight')
    await key('ArrowRight')
    expect(await workspace.size('list')).toBe(first.list + 32)
    const box = await workspace.separator('orders').boundingBox()
    if (box === null) throw new Error('no separator')
    await phone.page.mouse.move(box.x + 200, box.y + 3)
    await phone.page.mouse.down()
    await phone.page.mouse.move(box.x + 200, box.y - 57, { steps: 6 })
    await phone.page.mouse.up()
    expect(await workspace.size('orders')).toBe(first.orders + 60)
    await workspace.open('/order')
    expect(await workspace.size('list')).toBe(first.list + 32)
    expect((await workspace.list().boundingBox())?.width).toBe(first.list + 32)
    await key('?')
    await phone.page.getByRole('button', { name: phone.t('wide.reset_layout') }).click()
    await expect.poll(() => workspace.size('list'), SOON).toBe(first.list)
    expect(await workspace.size('orders')).toBe(first.orders)
    await phone.closed()
  })

  it('keeps instrument and ticket when the window becomes narrow and wide again', async () => {
    await workspace.open('/')
    await workspace.choose('GBP/USD')
    await workspace.button('sell').click()
    await workspace.ticket('sell').lots('0.37')
    await phone.page.setViewportSize(PHONE)
    const sheet = new Ticket(phone, 'sell')
    await sheet.confirm().waitFor()
    expect(
      await sheet
        .sheet()
        .getByRole('textbox', { name: phone.t('ticket.lots') })
        .inputValue(),
    ).toBe('0.37')
    await phone.picture('wide-made-narrow')
    await phone.page.setViewportSize(WIDE)
    const panel = workspace.ticket('sell')
    await panel.confirm().waitFor()
    expect(
      await panel
        .sheet()
        .getByRole('textbox', { name: phone.t('ticket.lots') })
        .inputValue(),
    ).toBe('0.37')
    await workspace.heading('GBP/USD').waitFor()
    await phone.closed()
    await phone.page.setViewportSize(LYING_PHONE)
    await workspace.separator('list').waitFor({ state: 'detached' })
    await phone.page.setViewportSize(WIDE)
    await workspace.separator('list').waitFor()
  })

  it('opens charts in windows of their own, which change nothing of this one', async () => {
    const link = phone.page.getByRole('link', { name: phone.t('wide.new_window') })
    expect(await link.getAttribute('href')).toBe('/chart?code=GBPUSD&period=1m')
    const [opened] = await Promise.all([phone.context.waitForEvent('page'), link.click()])
    const others = [opened, await phone.context.newPage(), await phone.context.newPage()]
    const addresses = [undefined, '/chart?code=EURUSD&period=15m', '/chart?code=USD%2FJPY&period=1h']
    for (const [index, page] of others.entries()) {
      const address = addresses[index]
      if (address !== undefined) await page.goto(address)
      await page.locator('canvas').first().waitFor()
    }
    const codes = await Promise.all(others.map((page) => page.getByRole('heading', { level: 1 }).textContent()))
    expect(codes).toEqual(['GBP/USD', 'EUR/USD', 'USD/JPY'])
    expect(await others[1]?.getByRole('tab', { selected: true }).textContent()).toBe('15m')
    // Each window has a live connection: its price moves.
    const price = () => others[1]?.title()
    const before = await price()
    await expect.poll(price, SOON).not.toBe(before)
    await others[1]?.screenshot({ path: 'test-results/screens/wide-chart-window.png' })
    const chosen = await chooseInChart(must(others[2], 'the third window is open'), 'AUD/USD')
    expect(chosen.search).toBe('?code=AUDUSD&period=1h')
    for (const page of others) await page.close()
    await workspace.open('/')
    await workspace.heading('GBP/USD').waitFor()
    expect(await link.getAttribute('href')).toBe('/chart?code=GBPUSD&period=1m')
  })

  it('gives every other screen a column, and the account its menu', async () => {
    for (const [path, name] of [
      ['/mine', 'mine'],
      ['/mine/system', 'system'],
      ['/mine/chat', 'chat'],
      ['/rank', 'rank'],
      ['/news', 'news'],
    ] as const) {
      await phone.page.goto(path)
      await phone.page.getByRole('main').waitFor()
      await phone.page.getByRole('heading').first().waitFor()
      await phone.picture(`wide-${name}`)
      expect({ path, found: await phone.findings() }).toEqual({ path, found: [] })
      expect(await phone.page.getByRole('main').count()).toBe(1)
      expect((await phone.page.getByRole('main').boundingBox())?.width).toBeLessThanOrEqual(720)
    }
    // However large the window is, the menu is below the button that opened it.
    await phone.page.setViewportSize(LARGE)
    await phone.page.goto('/mine')
    const menu = await phone.page.getByRole('navigation', { name: phone.t('account.title') }).boundingBox()
    const button = await phone.page.locator('section a[href="/mine"]').boundingBox()
    await phone.picture('wide-mine-large')
    const { x: start, width } = menu ?? { x: Number.NaN, width: 0 }
    expect(button?.x).toBeGreaterThan(start)
    expect(button?.x).toBeLessThan(start + width)
  })
})

it.each([
  { name: 'arabic', language: 'ar', theme: 'light', size: WIDE },
  { name: 'german', language: 'de', theme: 'light', size: WIDE },
  { name: 'dark', language: 'en', theme: 'dark', size: LARGE },
  { name: 'narrowest', language: 'hk', theme: 'dark', size: { width: 900, height: 700 } },
] as const)('$name at its size: in order for axe, nothing cut off', async ({ name, language, theme, size }) => {
  const other = await openPhone(browser, { url: world.url, language, theme, token: await token(), ...size })
  try {
    const there = new Workspace(other)
    await there.open('/trade')
    await expect.poll(() => there.rows().count(), SOON).toBe(3)
    await there.button('buy').click()
    await there.ticket('buy').confirm().waitFor()
    await other.picture(`wide-${name}`)
    expect(await other.findings()).toEqual([])
    expect(await sideways(other)).toBe(0)
    const list = await there.list().boundingBox()
    const table = await there.orders().boundingBox()
    if (list === null || table === null) throw new Error('a panel is not shown')
    expect(list.x > table.x).toBe(language === 'ar')
    // From the width of a laptop on, the buttons at the end of a row cover no column.
    const covered = (rows: Element) => rows.scrollWidth - rows.clientWidth
    if (size.width >= WIDE.width) expect(await there.orders().locator('div:has(> table)').evaluate(covered)).toBe(0)
    const chart = other.page.getByRole('img').filter({ has: other.page.locator('canvas') })
    expect(await chart.first().evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    // The costs of the ticket leave the balance out, so the bar shows it at every width.
    await other.page.locator(`dt:visible span:text-is("${other.t('trade.balance')}")`).waitFor()
    expect(other.troubles()).toEqual([])
    await other.page.getByRole('button', { name: other.t('home.search'), exact: true }).click()
    await other.page.waitForURL('**/product')
  } finally {
    await other.context.close()
  }
})

it('names a freeze in the ticket, and keeps the positions that its customer may close in sight', async () => {
  const [, compliance] = await staffOf(browser, world, ['admin', 'compliance'])
  const { data } = await compliance.calls.does('peopleSearch', {})
  const id = must(data[0], 'the customer is found').id
  await compliance.calls.does('freezePerson', { id, remark: 'We have a question.', reason_text: 'a question' })
  const other = await openPhone(browser, { url: world.url, language: 'en', token: await token(), ...WIDE })
  const there = new Workspace(other)
  await there.open('/trade')
  await there.ticketPanel().getByText(other.t('frozen.line')).waitFor()
  expect(await there.ticket('buy').confirm().isDisabled()).toBe(true)
  await expect.poll(() => there.rows().count(), SOON).toBe(3)
  await other.picture('wide-frozen')
  expect(await isInView(there.rows().first().locator('[data-open]'))).toBe(true)
  expect(await other.findings()).toEqual([])
  await other.context.close()
})
