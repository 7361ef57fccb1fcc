/** The memory that an hour of ticking leaves in a page, as fast as the page takes it. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage } from './page.ts'
import type { Ticker } from './ticker.ts'

const PER_SECOND = 20
const HOUR_QUOTES = PER_SECOND * 3600
/** Before the first look: caches fill, code is compiled. */
const WARM_QUOTES = 6000
const GROWTH_MAX_MB = 1
/** The server sends quotes of one instrument this often. */
const CODES = 5
const SETTLED_MILLIS = 5000

export async function heapAfterAnHour(browser: Browser, ticker: Ticker, token: string): Promise<void> {
  for (const path of ['/', '/trade']) {
    const page = await openPage(browser, ticker.url + path, token)
    await page.waitForTimeout(SETTLED_MILLIS)
    const growth = await grown(page, ticker)
    const verdict = growth <= GROWTH_MAX_MB ? 'ok' : 'short'
    const figure = `${growth.toFixed(2)} MB (target <= ${GROWTH_MAX_MB})`
    process.stdout.write(`heap after ${HOUR_QUOTES} quotes, an hour of them, on ${path}: ${figure} ${verdict}\n`)
    await page.context().close()
  }
}

async function grown(page: Page, ticker: Ticker): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const codes = ticker.codes().slice(0, CODES)
  // Each of the instruments gets one of this many quotes.
  const marketMillis = (1000 / PER_SECOND) * CODES
  await ticker.burst(WARM_QUOTES, codes, marketMillis)
  const before = await used(page, session)
  await ticker.burst(HOUR_QUOTES, codes, marketMillis)
  return ((await used(page, session)) - before) / 1e6
}

/** Bytes in use, after what is not needed was collected. */
async function used(page: Page, session: CDPSession): Promise<number> {
  await page.waitForTimeout(SETTLED_MILLIS)
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
