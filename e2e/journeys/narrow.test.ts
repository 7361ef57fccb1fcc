/** Every screen on the narrowest phone, left to right and right to left: no sideways scrolling, no missing text. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingTexts, openBrowser, openPhone, sideways } from '../phone.ts'
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
const PHONES = [
  { name: 'narrow', language: 'hk', theme: 'light' },
  { name: 'narrow-arabic', language: 'ar', theme: 'dark' },
] as const

it.each(PHONES)('$name', async ({ name, language, theme }) => {
  const phone = await openPhone(browser, { url: world.url, language, theme, width: WIDTH })
  const found: string[] = []
  await walk(phone, async (stop) => {
    await phone.picture(`${name}-${stop}`)
    for (const key of await missingTexts(phone)) found.push(`${stop}: ${key} has no words`)
    const cut = await phone.page
      .locator('li button bdi.block')
      .evaluateAll((codes) => codes.filter((code) => code.scrollWidth > code.clientWidth).length)
    if (cut > 0) found.push(`${stop}: ${cut} codes are cut`)
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  })
  const page = phone.page.locator('html')
  expect(await page.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
  expect(await page.getAttribute('data-theme')).toBe(theme)
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})
