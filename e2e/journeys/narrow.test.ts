/**
 * The screens and sheets of trading, registration and money, and every other route, where there is little room: long
 * words on the narrowest phone, and text of twice the size in both directions of writing and both themes. No sideways
 * scrolling, nothing cut or over what is beside it, no missing text. In the walks with large text each screen is also
 * looked at with the usual size, and by axe. `routes.test.ts` runs axe on the routes themselves, in the same languages
 * and themes.
 */
import { must } from '@veritick/domain'
import type { Key, Offered } from '@veritick/locales'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, openPositions, ordersOf, untilFresh } from '../account.ts'
import { PASSWORD } from '../pages/account.ts'
import { Trade } from '../pages/trade.ts'
import { realCustomer, sessionOf } from '../people.ts'
import {
  crampedTexts,
  cutTexts,
  type JourneyBrowser,
  missingTexts,
  openBrowser,
  openPhone,
  type Phone,
  sideways,
} from '../phone.ts'
import { walk } from '../walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let browser: JourneyBrowser

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const WIDTH = 320
/** German has the longest words, Vietnamese the widest labels. */
const PHONES = [
  { name: 'narrow-german', language: 'de', routes: true },
  { name: 'narrow-vietnamese', language: 'vn', routes: false },
] as const

it.each(PHONES)('$name', async ({ name, language, routes }) => {
  const phone = await openPhone(browser, { url: world.url, language, width: WIDTH })
  const found: string[] = []
  const look = async (stop: string) => {
    await phone.picture(`${name}-${stop}`)
    found.push(...(await missing(phone, stop)))
    const cut = await phone.page
      .locator('li button bdi.block, h1 bdi')
      .evaluateAll((codes) => codes.filter((code) => code.scrollWidth > code.clientWidth).length)
    if (cut > 0) found.push(`${stop}: ${cut} codes are cut`)
    for (const text of await crampedTexts(phone)) found.push(`${stop}: ${text}`)
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  }
  await walk(phone, look, { routes: routes ? look : undefined })
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

/** A notice comes while the customer types on a phone of 320 x 640, whose keyboard leaves 340. */
it('trades on the lowest phone: levels that are out of sight are named, and a notice covers nothing', async () => {
  const phone = await openPhone(browser, { url: world.url, language: 'de', width: WIDTH, height: 640 })
  const { page, t } = phone
  const trade = new Trade(phone)
  await page.goto('/login?from=/trade')
  await trade.startDemo()
  await trade.chart().waitFor()
  await untilFresh(phone)
  await openPositions(phone, 1)
  const [position] = await ordersOf(phone, 1)
  // The app knows the position.
  await page.locator('button[data-level$=" entry"]').waitFor({ state: 'attached' })
  const ticket = await trade.ticket('buy')
  const line = ticket.sheet().getByRole('button', { name: new RegExp(`^${t('orders.edit_title')}:`) })
  expect(await line.count()).toBe(0)
  // 2 lots cost more than the account has at 1:1: the refusal stands above the levels.
  await ticket.lots('2')
  await line.click()
  const level = ticket.sheet().getByRole('switch', { name: t('ticket.stop_loss') })
  await expect.poll(() => level.evaluate((element) => element === document.activeElement)).toBe(true)
  await ticket
    .sheet()
    .getByRole('button', { name: new RegExp(t('ticket.use_leverage', { leverage: '1:.*' })) })
    .click()
  await ticket
    .sheet()
    .getByRole('textbox', { name: t('ticket.lots') })
    .click()
  await page.setViewportSize({ width: WIDTH, height: 340 })
  await closePosition(phone, must(position, 'one is open').Id)
  const notice = page.getByRole('status').filter({ hasText: t('orders.ended_user') })
  await notice.waitFor()
  const { top, bottom } = await notice.evaluate((element) => element.getBoundingClientRect())
  const covered = await ticket
    .sheet()
    .locator('input:not([aria-hidden]), button')
    .evaluateAll(
      (all, at) =>
        all.filter((element) => {
          const box = element.getBoundingClientRect()
          return box.height > 1 && box.top < at.bottom && box.bottom > at.top
        }).length,
      { top, bottom },
    )
  expect([top >= 0, covered]).toEqual([true, 0])
  await phone.picture('narrow-notice')
  await phone.context.close()
})

/** 1280 x 1024, 1920 x 1080 and 2560 x 1440, enlarged to 400 %. */
const ENLARGED = [
  { width: 320, height: 256 },
  { width: 480, height: 270 },
  { width: 640, height: 360 },
]
/** The smallest share of an enlarged window that the part in use has. */
const SHARE_MIN = 0.6

it.each(ENLARGED)('trades in the window of a desktop enlarged to $width x $height', async (size) => {
  const phone = await openPhone(browser, { url: world.url, language: 'de', desktop: true, ...size })
  const { page, t } = phone
  await page.goto('/')
  const rows = page.getByRole('region', { name: t('home.list') }).getByRole('listitem')
  // Header, chips and tab bar move away with the list.
  await rows.nth(30).waitFor()
  await rows.nth(12).scrollIntoViewIfNeeded()
  const seen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0)) / window.innerHeight
  }
  expect(await page.getByRole('navigation', { name: t('shell.tabs_label') }).evaluate(seen)).toBe(0)
  expect(await page.getByRole('region', { name: t('home.list') }).evaluate(seen)).toBeGreaterThan(SHARE_MIN)
  await phone.picture(`enlarged-${size.width}-home`)
  await page.goto('/login?from=/trade')
  const trade = new Trade(phone)
  await trade.startDemo()
  await trade.chart().waitFor()
  await untilFresh(phone)
  await phone.picture(`enlarged-${size.width}-trade`)
  const ticket = await trade.ticket('buy')
  await ticket.lots('0.01')
  const lots = ticket.sheet().getByRole('textbox', { name: t('ticket.lots') })
  await lots.scrollIntoViewIfNeeded()
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await expect.poll(() => lots.evaluate(middle)).toBe(true)
  await phone.picture(`enlarged-${size.width}-ticket`)
  await ticket.send()
  expect(await ticket.sheet().evaluate((sheet) => [sheet.scrollTop, sheet.scrollHeight > sheet.clientHeight])).toEqual([
    0,
    true,
  ])
  await phone.picture(`enlarged-${size.width}-receipt`)
  expect(await sideways(phone)).toBe(0)
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

it('the badge keeps inside the screen, and the receipt of a scrolled ticket begins at its top', async () => {
  const phone = await openPhone(browser, { url: world.url, language: 'de', width: WIDTH, height: 640 })
  const trade = new Trade(phone)
  await phone.page.goto('/login?from=/trade')
  await trade.startDemo()
  await untilFresh(phone)
  const badge = phone.page.getByText(phone.t('account.demo_short'), { exact: true })
  expect(await badge.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(WIDTH - 2)
  const ticket = await trade.ticket('buy')
  await ticket.lots('0.01')
  const scrolled = () =>
    phone.page
      .getByRole('dialog')
      .locator('.overflow-y-auto')
      .evaluate((element) => element.scrollTop)
  await phone.page
    .getByRole('dialog')
    .locator('.overflow-y-auto')
    .evaluate((element) => element.scrollTo(0, element.scrollHeight))
  expect(await scrolled()).toBeGreaterThan(0)
  await ticket.send()
  expect(await scrolled()).toBe(0)
  await phone.picture('narrow-receipt')
  await phone.context.close()
})

it('the account of a visitor keeps its buttons in their frame, and radio buttons are drawn by the app', async () => {
  const phone = await openPhone(browser, { url: world.url, language: 'de', width: WIDTH })
  await phone.visit('/mine')
  const card = phone.page.getByRole('region', { name: phone.t('account.visitor') })
  const [frame, button] = await Promise.all(
    [card, card.getByRole('link').first()].map((part) => part.evaluate((element) => element.getBoundingClientRect())),
  )
  expect((frame?.right ?? 0) - (button?.right ?? 0)).toBeGreaterThan(16)
  await phone.picture('narrow-visitor')
  // A radio button that the browser draws is filled in the dark.
  await phone.visit('/feedback')
  const drawn = (element: Element) => getComputedStyle(element).appearance
  expect(await phone.page.getByRole('radio').first().evaluate(drawn)).toBe('none')
  await phone.context.close()
})

/** One phone for all visits of a language that need no sign-in. */
const phones = new Map<Offered, Promise<Phone>>()
function narrowPhone(language: Offered): Promise<Phone> {
  const phone = phones.get(language) ?? openPhone(browser, { url: world.url, language, width: WIDTH })
  phones.set(language, phone)
  return phone
}

/** Labels of two lines beside labels of one, and a button that says how long a customer waits for the next code. */
it.each(['de', 'fr', 'ru', 'ar'] as const)('registers on the narrowest phone in %s', async (language) => {
  const phone = await narrowPhone(language)
  const { page, t } = phone
  const button = (key: Key) => page.getByRole('button', { name: t(key) })
  await phone.visit('/register')
  await page.getByLabel(t('fields.email'), { exact: true }).fill(`narrow-${language}@example.com`)
  for (const key of ['fields.password', 'register.again'] as const)
    await page.getByLabel(t(key), { exact: true }).fill(PASSWORD)
  await button('register.continue').click()
  await page.getByLabel(t('register.country')).selectOption('PT')
  const [area, number] = [page.getByLabel(t('fields.area')), page.getByLabel(t('fields.mobile_optional'))]
  const bottoms = await Promise.all(
    [area, number].map((field) => field.evaluate((element) => element.getBoundingClientRect().bottom)),
  )
  expect(Math.abs((bottoms[0] ?? 0) - (bottoms[1] ?? Number.NaN))).toBeLessThanOrEqual(1)
  await phone.picture(`narrow-register-${language}`)
  await button('register.continue').click()
  await button('register.by_mail').click()
  await button('fields.send_code').click()
  const code = page.getByLabel(t('fields.code'))
  // The seconds until another code may be sent.
  await page.getByRole('button', { name: /\d/ }).waitFor()
  await code.fill('928261')
  await phone.picture(`narrow-code-${language}`)
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await crampedTexts(phone)).toEqual([])
  expect(await sideways(phone)).toBe(0)
})

/** Amounts stay in their column, tabs keep their words whole. */
it.each(['de', 'ru', 'ar'] as const)('shows money on the narrowest phone in %s', async (language) => {
  const token = sessionOf(await realCustomer(world, { email: `money-${language}@example.com`, country: 'PT' }))
  const phone = await openPhone(browser, { url: world.url, language, width: WIDTH, token })
  const found: string[] = []
  for (const path of ['/mine/wallet', '/mine/charge', '/mine/withdraw']) {
    await phone.visit(path)
    await phone.page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
    await phone.picture(`narrow-money-${language}${path.replaceAll('/', '-')}`)
    for (const text of [...(await cutTexts(phone)), ...(await crampedTexts(phone))]) found.push(`${path}: ${text}`)
    if ((await sideways(phone)) > 0) found.push(`${path}: scrolls sideways`)
  }
  expect(found).toEqual([])
  await phone.context.close()
})

/** Words in the closed field of a choice are cut by the browser without a trace, so their width is measured. */
it.each(['de', 'fr', 'ru', 'ar'] as const)('asks for the country code in whole words in %s', async (language) => {
  const phone = await narrowPhone(language)
  await phone.visit('/login')
  await phone.page.getByRole('tab', { name: phone.t('login.kind_mobile') }).click()
  const area = phone.page.getByLabel(phone.t('fields.area'))
  await area.getByText(phone.t('fields.area_choose'), { exact: true }).waitFor({ state: 'attached' })
  await phone.picture(`narrow-area-${language}`)
  const room = await area.evaluate((field: HTMLSelectElement) => {
    const look = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('no canvas')
    pen.font = look.font
    const words = pen.measureText(field.selectedOptions[0]?.text ?? '').width
    return field.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight) - words
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

it.each(['jp', 'fr', 'id'] as const)('names the colours of prices in at most two lines in %s', async (language) => {
  const phone = await narrowPhone(language)
  await phone.visit('/mine/system')
  const texts = phone.page
    .getByRole('region', { name: phone.t('language.colours') })
    .locator('button > span:first-child')
  await texts.first().waitFor()
  await phone.picture(`narrow-colours-${language}`)
  const lines = await texts.evaluateAll((all) =>
    all.map((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))),
  )
  expect(lines).toHaveLength(3)
  expect(Math.max(...lines)).toBeLessThanOrEqual(2)
})

const USUAL_PIXELS = 16
/** Twice the usual size. */
const LARGE_PIXELS = 32
/** Routes without a record or an open sheet: axe looks at them in `routes.test.ts`. */
const ROUTES_ALONE: readonly string[] = ['home', 'instrument', 'trade-visitor', 'login', 'orders-empty']
const LARGE = [
  { name: 'light', language: 'en', theme: 'light', width: 390, routes: true, rules: 'all' },
  { name: 'dark-arabic', language: 'ar', theme: 'dark', width: WIDTH, routes: false, rules: 'shown' },
] as const

it.each(LARGE)('$name, large text', async ({ name, language, theme, width, routes, rules }) => {
  const phone = await openPhone(browser, { url: world.url, language, theme, width })
  const found: string[] = []
  const large = async (stop: string) => {
    await phone.picture(`large-${name}-${stop}`)
    for (const text of [...(await cutTexts(phone)), ...(await crampedTexts(phone))])
      found.push(`${stop}, large: ${text}`)
    if ((await sideways(phone)) > 0) found.push(`${stop}, large: scrolls sideways`)
  }
  const both = async (stop: string) => {
    await large(stop)
    await phone.textSize(USUAL_PIXELS)
    await phone.picture(`${name}-${stop}`)
    found.push(...(await missing(phone, stop)))
    if (!ROUTES_ALONE.includes(stop))
      for (const finding of await phone.findings(rules)) found.push(`${stop}: ${finding}`)
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
    await phone.textSize(LARGE_PIXELS)
  }
  await phone.textSize(LARGE_PIXELS)
  await walk(phone, both, { routes: routes ? large : undefined })
  const page = phone.page.locator('html')
  expect(await page.evaluate((root) => getComputedStyle(root).fontSize)).toBe(`${LARGE_PIXELS}px`)
  expect(await page.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
  expect(await page.getAttribute('data-theme')).toBe(theme)
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

async function missing(phone: Phone, stop: string): Promise<readonly string[]> {
  return (await missingTexts(phone)).map((key) => `${stop}: ${key} has no words`)
}
