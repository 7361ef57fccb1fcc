/**
 * The screens and sheets of trading, and every other route, where there is little room: long words on the narrowest
 * phone, and text of twice the size in both directions of writing and both themes. No sideways scrolling, nothing cut
 * or over what is beside it, no missing text. In the walks with large text each screen is also looked at with the usual
 * size, and by axe. What axe finds on the routes themselves: `routes.test.ts`, in the same languages and themes.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crampedTexts, cutTexts, missingTexts, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { walk } from '../walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let browser: Browser

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
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  }
  await walk(phone, look, { routes: routes ? look : undefined })
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

const USUAL_PIXELS = 16
/** Twice the usual size. */
const LARGE_PIXELS = 32
/** Routes without a record or an open sheet: axe looks at them in `routes.test.ts`. */
const ROUTES_ALONE: readonly string[] = ['home', 'instrument', 'trade-visitor', 'login', 'orders-empty']
const LARGE = [
  { name: 'light', language: 'en', theme: 'light', width: 390, routes: true },
  { name: 'dark-arabic', language: 'ar', theme: 'dark', width: WIDTH, routes: false },
] as const

it.each(LARGE)('$name, large text', async ({ name, language, theme, width, routes }) => {
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
    if (!ROUTES_ALONE.includes(stop)) for (const finding of await phone.findings()) found.push(`${stop}: ${finding}`)
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
