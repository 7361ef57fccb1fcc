/** The app as the bench opens it: a phone with a demo account, on the home list or on trade. */
import type { Browser, Page } from 'playwright-core'

/** Rows on the screen of a phone; the quotes of a quiet list all go to them. */
export const ROWS_SHOWN = 10
const STEP_MILLIS = 60_000

export async function openPage(browser: Browser, url: string, token?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins:
        token === undefined
          ? []
          : [{ origin: new URL(url).origin, localStorage: [{ name: 'veritick.token', value: token }] }],
    },
  })
  context.setDefaultTimeout(STEP_MILLIS)
  const page = await context.newPage()
  await page.goto(url)
  return page
}
