/**
 * The screens and sheets of trading, light and left to right, and dark, right to left on the narrowest phone: no
 * finding of axe, no missing text, no sideways scrolling. Every other route: `routes.test.ts`.
 */
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

const PHONES = [
  { name: 'light', language: 'en', theme: 'light', width: 390 },
  { name: 'dark-arabic', language: 'ar', theme: 'dark', width: 320 },
] as const

it.each(PHONES)('$name', async ({ name, language, theme, width }) => {
  const phone = await openPhone(browser, { url: world.url, language, theme, width })
  const found: string[] = []
  const look = async (stop: string) => {
    await phone.picture(`${name}-${stop}`)
    for (const key of await missingTexts(phone)) found.push(`${stop}: ${key} has no words`)
    for (const finding of await phone.findings()) found.push(`${stop}: ${finding}`)
    if ((await sideways(phone)) > 0) found.push(`${stop}: scrolls sideways`)
  }
  await walk(phone, look, { routes: false })
  const page = phone.page.locator('html')
  expect(await page.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr')
  expect(await page.getAttribute('data-theme')).toBe(theme)
  expect(found).toEqual([])
  expect(phone.troubles()).toEqual([])
  await phone.context.close()
})
