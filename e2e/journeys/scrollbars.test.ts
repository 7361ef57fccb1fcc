/**
 * The wide window as a desktop shows it, with scrollbars that take space: no code is cut, the names of the columns
 * stand over their numbers, and the ticket keeps its fields and its button, however the panels are sized. With forced
 * colours, which remove every ground, buttons, switches and what is chosen are still visible.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePositions } from '../account.ts'
import { PASSWORD } from '../pages/account.ts'
import { isInView, SCROLLING } from '../pages/panels.ts'
import { Workspace } from '../pages/workspace.ts'
import { openPhone, openWithScrollbars, type Phone, type PhoneOptions } from '../phone.ts'
import { SOON } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

const LAPTOP = { width: 1280, height: 800 }
const LARGER = { width: 1440, height: 900 }
/** A window on a small laptop, below the bars of its browser. */
const LOW = { width: 1280, height: 600 }
/** The window of a laptop enlarged to 150 %. */
const SMALL = { width: 960, height: 600 }
const FIELDS_MIN_PX = 200
const NOTICE_MIN_PX = 60

let world: World
let browser: Browser

beforeAll(async () => {
  world = await startWorld()
  browser = await openWithScrollbars()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const opened = (options: Partial<PhoneOptions>) =>
  openPhone(browser, { url: world.url, language: 'en', desktop: true, ...LAPTOP, ...options })

/** A visitor with a demo account. */
async function practising() {
  const phone = await opened({})
  const workspace = new Workspace(phone)
  await workspace.open('/trade')
  await workspace
    .orders()
    .getByRole('button', { name: phone.t('home.practise_start') })
    .click()
  await workspace.orders().getByText(phone.t('orders.empty_holding')).waitFor()
  return { phone, workspace }
}

const cutCodes = (list: Locator) =>
  list
    .locator('ul button .truncate')
    .evaluateAll((codes) => codes.filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.textContent))

/** How far each name of a column ends from the number in its first row. */
const shifts = (list: Locator) =>
  list.evaluate((panel) => {
    const ends = (cells: Iterable<Element>) => [...cells].map((cell) => cell.getBoundingClientRect().right)
    const names = ends(panel.querySelectorAll('[aria-hidden] > span > .text-end'))
    const numbers = ends(panel.querySelectorAll('ul li:first-child button[title] > .text-end'))
    return names.length > 0 && names.length === numbers.length
      ? names.map((name, index) => Math.round(name - (numbers[index] ?? 0)))
      : ['no columns']
  })

/** Visible parts of the workspace that scroll sideways and show a bar for it. */
const sidewaysBars = (phone: Phone) =>
  phone.page.evaluate(() =>
    [...document.querySelectorAll('.panel, .panel *')]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth)
      .filter((part) => !part.matches('.no-scrollbar'))
      .map((part) => part.className),
  )

const fieldsHeight = (ticket: Locator) => ticket.locator(SCROLLING).evaluate((fields) => fields.clientHeight)

describe.each([LAPTOP, LARGER])('$width x $height', (size) => {
  it.each(['en', 'ar'] as const)(
    'in %s cuts no code, and the columns have their names above them',
    async (language) => {
      const phone = await opened({ ...size, language })
      const workspace = new Workspace(phone)
      await workspace.open('/trade')
      const list = workspace.list()
      await list.locator('ul li').nth(5).waitFor()
      // The bars take space: otherwise this journey proves nothing.
      const bar = (scroller: Element) => (scroller as HTMLElement).offsetWidth - scroller.clientWidth
      expect(await list.locator('div:has(> ul)').evaluate(bar)).toBeGreaterThan(9)
      expect(await cutCodes(list)).toEqual([])
      await expect.poll(() => shifts(list), SOON).toEqual([0, 0, 0])
      expect(await sidewaysBars(phone)).toEqual([])
      // The smallest list leaves the ask out, not the code; a smaller size from before counts as the smallest.
      await phone.page.evaluate(() => localStorage.setItem('veritick.panels', '220 330 204'))
      await workspace.open('/trade')
      await list.locator('ul li').nth(5).waitFor()
      expect(await workspace.size('list')).toBe(250)
      expect(await cutCodes(list)).toEqual([])
      expect(phone.troubles()).toEqual([])
      await phone.context.close()
    },
  )
})

it('scrolls the categories by the wheel of a mouse', async () => {
  const phone = await opened({})
  const workspace = new Workspace(phone)
  await workspace.open('/trade')
  const chips = workspace.list().getByRole('group', { name: phone.t('home.categories') })
  await chips.hover()
  await phone.page.mouse.wheel(0, 200)
  await expect.poll(() => chips.evaluate((row) => row.scrollLeft), SOON).toBeGreaterThan(100)
  // A chip with the focus stands beside the fade of the row, with its outline of 4 px.
  const chip = chips.getByRole('button').nth(1)
  await chip.focus()
  const before = () =>
    chip.evaluate((one) => one.getBoundingClientRect().left - (one.parentElement?.getBoundingClientRect().left ?? 0))
  await expect.poll(before, SOON).toBeGreaterThanOrEqual(28 + 4)
  await phone.context.close()
})

it('keeps fields and button of the ticket, with the largest table, a lack of margin, and in a low window', async () => {
  const { phone, workspace } = await practising()
  await workspace.button('buy').click()
  const ticket = workspace.ticket('buy')
  await ticket.confirm().waitFor()
  await workspace.separator('orders').focus()
  await phone.page.keyboard.press('End')
  expect(await workspace.size('orders')).toBeGreaterThan(204)
  await phone.picture('scrollbars-largest-table')
  await expect.poll(() => isInView(ticket.confirm()), SOON).toBe(true)
  await expect.poll(() => fieldsHeight(ticket.sheet()), SOON).toBeGreaterThanOrEqual(FIELDS_MIN_PX)

  // A lack of margin is named below the leverage, and both are in sight.
  await ticket.lots('20')
  const leverage = ticket.sheet().getByRole('button', { name: new RegExp(`^${phone.t('ticket.leverage_choose')}`) })
  const alert = ticket.sheet().getByRole('alert')
  await alert.waitFor()
  await expect.poll(() => ticket.confirm().isDisabled(), SOON).toBe(true)
  await phone.picture('scrollbars-margin')
  await expect.poll(() => isInView(alert), SOON).toBe(true)
  await expect.poll(() => isInView(leverage), SOON).toBe(true)
  await expect.poll(() => isInView(ticket.confirm()), SOON).toBe(true)
  await expect.poll(() => fieldsHeight(ticket.sheet()), SOON).toBeGreaterThanOrEqual(FIELDS_MIN_PX)
  await ticket.lots('0.01')

  // A stop-loss that is scrolled out of sight is named above the costs, inside the fields.
  const line = ticket.sheet().getByRole('button', { name: new RegExp(`^${phone.t('orders.edit_title')}:`) })
  expect(await line.count()).toBe(0)
  await ticket.switchOn('stop_loss')
  await ticket
    .sheet()
    .locator(SCROLLING)
    .evaluate((fields) => fields.scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(() => isInView(line), SOON).toBe(true)
  await expect.poll(() => fieldsHeight(ticket.sheet()), SOON).toBeGreaterThanOrEqual(FIELDS_MIN_PX)

  // The size that was stored for a higher window leaves the chart its height; the ticket is beside, with one bar.
  await phone.page.setViewportSize(LOW)
  await expect.poll(() => workspace.size('orders'), SOON).toBe(260)
  await phone.picture('scrollbars-low')
  await expect.poll(() => isInView(ticket.confirm()), SOON).toBe(true)
  const hiddenHeight = () => ticket.sheet().evaluate((panel) => panel.scrollHeight - panel.clientHeight)
  // Where the next rollover charges no night or several, the number of nights takes the overnight fee two lines.
  const fee = ticket.sheet().getByText(phone.t('ticket.financing'), { exact: true })
  await fee.evaluate((name) => name.style.setProperty('width', '100%'))
  await expect.poll(hiddenHeight, SOON).toBe(0)
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

it('draws a chosen row to its end, below the names of its columns, and the words of a button on one line', async () => {
  const { phone, workspace } = await practising()
  await workspace.button('buy').click()
  const ticket = workspace.ticket('buy')
  await ticket.lots('0.01')
  await ticket.confirm().click()
  await ticket.receipt().waitFor()
  expect(await linesOf(ticket.sheet().getByRole('button', { name: phone.t('ticket.see_proof') }))).toBe(1)
  await ticket
    .sheet()
    .getByRole('button', { name: phone.t('ticket.done'), exact: true })
    .click()
  const row = workspace.rows().first()
  await row.getByText(phone.t('common.buy')).click()
  await expect.poll(() => row.getAttribute('aria-current'), SOON).toBe('true')
  // The mouse would colour the row.
  await phone.page.mouse.move(0, 0)
  await phone.picture('scrollbars-row')
  const ground = (part: Element) => getComputedStyle(part).backgroundColor
  expect(await row.locator('td:last-child').evaluate(ground)).toBe(await row.evaluate(ground))
  const starts = await workspace.orders().evaluate((panel) =>
    ['thead th button', 'tbody th bdi'].map((query) => {
      const words = document.createRange()
      words.selectNodeContents(panel.querySelector(query) ?? panel)
      return Math.round(words.getBoundingClientRect().left)
    }),
  )
  expect(starts[0]).toBe(starts[1])
  await phone.page.setViewportSize(LARGER)
  const hiddenFields = (fields: Element) => fields.scrollHeight - fields.clientHeight
  await expect.poll(() => workspace.ticketPanel().locator(SCROLLING).evaluate(hiddenFields), SOON).toBe(0)
  await showsAllIn(SMALL, { phone, workspace })
  await phone.page.setViewportSize(LAPTOP)
  await row.locator('[data-open]').click()
  const sheet = phone.page.getByRole('dialog')
  expect(await linesOf(sheet.getByRole('button', { name: phone.t('orders.close') }))).toBe(1)
  await phone.picture('scrollbars-order')
  await phone.page.keyboard.press('Escape')
  await phone.closed()
  await coversNoPeriod(phone)
  await phone.context.close()
})

/** A notice that comes while a sheet is open beside the chart covers no button of the chart. */
async function coversNoPeriod(phone: Phone) {
  const { page, t } = phone
  await page.getByRole('button', { name: t('trade.chart_settings') }).click()
  await page.getByRole('dialog').waitFor()
  // On another device.
  await closePositions(phone)
  const notice = page.getByRole('status').locator('div').filter({ hasText: 'EUR/USD' }).last()
  await notice.waitFor()
  await phone.picture('scrollbars-notice')
  const periods = await page.locator('.workspace-chart [role=tab]').first().boundingBox()
  const covering = await notice.boundingBox()
  if (periods === null || covering === null) throw new Error('the notice or the periods are not shown')
  expect(covering.y >= periods.y + periods.height || covering.y + covering.height <= periods.y).toBe(true)
}

/** The position, the figures of the margin, and the fields of the ticket are in sight without scrolling. */
async function showsAllIn(size: typeof SMALL, { phone, workspace }: Awaited<ReturnType<typeof practising>>) {
  const { page, t } = phone
  await page.setViewportSize(size)
  const fields = workspace.ticketPanel()
  const bar = page.getByLabel(t('orders.account'), { exact: true }).first()
  for (const seen of [
    workspace.rows().first().locator('[data-open]'),
    bar.getByText(t('trade.free_margin'), { exact: true }),
    bar.getByText(t('trade.risk'), { exact: true }),
    fields.getByRole('button', { name: new RegExp(`^${t('ticket.leverage_choose')}`) }),
    ...(['stop_loss', 'take_profit'] as const).map((level) =>
      fields.getByRole('switch', { name: t(`ticket.${level}`) }),
    ),
  ])
    await expect.poll(() => isInView(seen), SOON).toBe(true)
  await phone.picture('scrollbars-small')
}

/** On how many lines the words of a button stand. */
const linesOf = (button: Locator) =>
  button.evaluate((element) => {
    const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT)
    const words = document.createRange()
    words.selectNodeContents(texts.nextNode() ?? element)
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
  })

it('shows a notice in its width on a screen behind which the workspace is hidden', async () => {
  const { phone } = await practising()
  await phone.visit('/mine')
  const label = phone.t('account.copy_uid')
  await phone.page.getByRole('button', { name: phone.t('common.copy_named', { label }) }).click()
  const notice = phone.page.getByRole('status').getByText(phone.t('common.copied', { label }))
  await notice.waitFor()
  expect((await notice.boundingBox())?.width).toBeGreaterThan(NOTICE_MIN_PX)
  await phone.context.close()
})

it('shows the new picture after a wrong captcha, and not behind the header', async () => {
  const phone = await opened({ height: 720 })
  const { page, t } = phone
  await phone.visit('/register')
  await page.getByLabel(t('fields.email'), { exact: true }).fill('ana@example.com')
  for (const label of ['fields.password', 'register.again'] as const)
    await page.getByLabel(t(label), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('register.continue') }).click()
  await page.getByLabel(t('register.country')).selectOption('DE')
  await page.getByRole('button', { name: t('register.continue') }).click()
  const code = page.getByLabel(t('register.captcha'), { exact: true })
  const picture = page.getByRole('button', { name: t('register.captcha_renew') })
  await picture.locator('img').waitFor()
  await code.fill('aaaaaa')
  for (const statement of ['adult', 'terms', 'risk'] as const) await page.getByLabel(t(`register.${statement}`)).check()
  await page.getByRole('button', { name: t('register.open') }).click()
  // The server has refused the answer, and the field is empty for the next one.
  await expect.poll(() => code.inputValue(), SOON).toBe('')
  await expect.poll(() => code.getAttribute('aria-invalid'), SOON).toBe('true')
  await expect.poll(() => code.evaluate((field) => field === document.activeElement), SOON).toBe(true)
  await phone.picture('scrollbars-captcha')
  const hidden = (button: Element) => {
    const { left, top, width } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(left + width / 3, top + 1))
  }
  expect(await picture.evaluate(hidden)).toBe(false)
  await phone.context.close()
})

it.each(['light', 'dark'] as const)('shows edges and what is chosen with forced colours: %s', async (colorScheme) => {
  const { phone, workspace } = await practising()
  await phone.page.emulateMedia({ forcedColors: 'active', colorScheme })
  const styleOf = (element: Locator, property: string) =>
    element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property)
  const edge = (element: Locator) => styleOf(element, 'outline-style')
  const ground = (element: Locator) => styleOf(element, 'background-color')
  const tabs = workspace.orders().getByRole('tab')
  // Colours change in a moment, not at once.
  await expect
    .poll(async () => (await ground(tabs.first())) === (await ground(workspace.button('buy'))), SOON)
    .toBe(true)
  const chosen = await ground(tabs.first())
  await expect.poll(() => ground(workspace.button('sell')), SOON).not.toBe(chosen)
  await expect.poll(() => ground(workspace.list().locator('[aria-pressed=true]').first()), SOON).toBe(chosen)
  await expect.poll(() => ground(tabs.last()), SOON).not.toBe(chosen)
  expect(await styleOf(tabs.last(), 'border-bottom-color')).toBe(await ground(phone.page.locator('body')))
  const ticket = workspace.ticket('buy')
  const stop = ticket.sheet().getByRole('switch').first()
  for (const element of [workspace.button('sell'), ticket.confirm(), stop])
    await expect.poll(() => edge(element), SOON).toBe('solid')
  const thumb = stop.locator('span').first()
  expect(await ground(thumb)).not.toBe(await ground(phone.page.locator('body')))
  await stop.click()
  await expect.poll(() => ground(stop), SOON).toBe(chosen)
  await phone.context.close()
})
