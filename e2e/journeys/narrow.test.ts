/**
 * Every screen on the narrowest phone and with text of twice the size, left to right and right to left: no sideways
 * scrolling, nothing cut, no missing text.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cutTexts, missingTexts, openBrowser, openPhone, sideways } from '../phone.ts'
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

/** Twice the usual size. */
const LARGE_PIXELS = 32
const LARGE = [
  { name: 'large', language: 'en', width: 390 },
  { name: 'large-narrow', language: 'hk', width: WIDTH },
  { name: 'large-arabic', language: 'ar', width: 390 },
] as const

it.each(LARGE)('$name', async ({ name, language, width }) => {
  const large = await openBrowser({ textPixels: LARGE_PIXELS })
  try {
    const phone = await openPhone(large, { url: world.url, language, width })
    const found: string[] = []
    await walk(phone, async (stop) => {
      await phone.picture(`${name}-${stop}`)
      for (const text of await cutTexts(phone)) found.push(`${stop}: ${text}`)
      if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
    })
    expect(found).toEqual([])
  } finally {
    await large.close()
  }
})
