/**
 * The screens of trading, and once every other route, with long words on the narrowest phone and with text of twice the
 * size: no sideways scrolling, nothing cut, no missing text.
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
    for (const key of await missingTexts(phone)) found.push(`${stop}: ${key} has no words`)
    const cut = await phone.page
      .locator('li button bdi.block')
      .evaluateAll((codes) => codes.filter((code) => code.scrollWidth > code.clientWidth).length)
    if (cut > 0) found.push(`${stop}: ${cut} codes are cut`)
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  }
  await walk(phone, look, { routes })
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})

/** Twice the usual size. */
const LARGE_PIXELS = 32
const LARGE = [
  { name: 'large', language: 'en', width: 390, routes: true },
  { name: 'large-arabic', language: 'ar', width: WIDTH, routes: false },
] as const

it.each(LARGE)('$name', async ({ name, language, width, routes }) => {
  const large = await openBrowser({ textPixels: LARGE_PIXELS })
  try {
    const phone = await openPhone(large, { url: world.url, language, width })
    const found: string[] = []
    const look = async (stop: string) => {
      await phone.picture(`${name}-${stop}`)
      for (const text of await cutTexts(phone)) found.push(`${stop}: ${text}`)
      if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
    }
    await walk(phone, look, { routes })
    expect(found).toEqual([])
  } finally {
    await large.close()
  }
})
