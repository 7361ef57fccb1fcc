/** A page of candles that many clients ask for is made once, until one of its candles changes. */
import { type Millis, millis, points } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { CandleQuery, Running } from './candle-query.ts'
import { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import { CandleHistory } from './history.ts'
import { KeptPages, PAGE_BYTES_KEPT_MAX } from './kept-pages.ts'

const NOON = millis(Date.UTC(2026, 2, 4, 12))
const MINUTE = 60_000
const EURUSD = { instrument: 1, period: '1min', limit: 500 } as const
/** A network that asks. */
const ANA = { ...EURUSD, asker: '203.0.113.9' }

const candleAt = (time: number, price = 108_500): Candle => {
  const bid = points(price)
  return { time: millis(time), open: bid, high: bid, low: bid, close: bid, volume: 1 }
}

/** A recording whose candles are stored, and whose newest candle opens at noon. Counts the reads of the store. */
function recorded() {
  const market = { clock: NOON, newest: candleAt(NOON) as Candle | undefined, waiting: [] as Candle[] }
  const reads = { count: 0, underWay: 0, atOnce: 0 }
  const query = async <Row>(_sql: string, [, , before, limit]: readonly unknown[] = []): Promise<Row[]> => {
    reads.count += 1
    reads.underWay += 1
    reads.atOnce = Math.max(reads.atOnce, reads.underWay)
    await new Promise((resolve) => setImmediate(resolve))
    reads.underWay -= 1
    const last = Math.floor((Math.min(Number(before), NOON) - 1) / MINUTE)
    return Array.from({ length: Number(limit) }, (_, index) => candleAt((last - index) * MINUTE)) as Row[]
  }
  const history = new CandleHistory({
    store: new CandleStore({ query }, undefined),
    feed: undefined,
    now: () => 0,
    mayCompute: () => true,
  })
  const running = (): Running => ({ ...market, session: 'always', waiting: () => market.waiting })
  return { market, reads, page: (asked: CandleQuery) => history.page(asked, running) }
}

test('a page is made once for all who ask, until a quote changes its newest candle', async () => {
  const { market, reads, page } = recorded()
  const first = await page(ANA)
  expect(first.at(-1)?.close).toBe(108_500)
  expect(await page({ ...ANA, asker: '198.51.100.7' })).toBe(first)
  expect(reads.count).toBe(1)
  market.newest = { ...candleAt(NOON, 108_510), volume: 2 }
  expect((await page(ANA)).at(-1)?.close).toBe(108_510)
  expect(reads.count).toBe(2)
})

test('a held quote that widens the newest candle changes the page', async () => {
  const { market, page } = recorded()
  await page(ANA)
  market.newest = { ...candleAt(NOON), high: points(108_600) }
  expect((await page(ANA)).at(-1)?.high).toBe(108_600)
})

test('a page is made anew when the clock has left a bucket, with or without a quote', async () => {
  const { market, reads, page } = recorded()
  await page(ANA)
  market.clock = millis(NOON + MINUTE - 1)
  await page(ANA)
  expect(reads.count).toBe(1)
  market.clock = millis(NOON + MINUTE)
  await page(ANA)
  expect(reads.count).toBe(2)
})

test('a page of closed candles stays, whatever is quoted', async () => {
  const { market, reads, page } = recorded()
  const past = { ...ANA, before: millis(NOON - 500 * MINUTE) }
  const first = await page(past)
  market.newest = candleAt(NOON + 90 * MINUTE, 109_000)
  market.clock = millis(NOON + 90 * MINUTE)
  expect(await page(past)).toBe(first)
  expect(reads.count).toBe(1)
  expect((await page({ ...past, limit: 20 })).length).toBe(20)
})

test('pages of many networks are made one at a time, and each only once', async () => {
  const { reads, page } = recorded()
  const networks = Array.from({ length: 60 }, (_, index) => `20.0.${index}.1`)
  const same = await Promise.all(networks.map((asker) => page({ ...EURUSD, asker })))
  expect(new Set(same).size).toBe(1)
  expect(reads).toMatchObject({ count: 1, atOnce: 1 })
  await Promise.all(networks.map((asker, index) => page({ ...EURUSD, instrument: index + 2, asker })))
  expect(reads).toMatchObject({ count: 61, atOnce: 1 })
})

test('the pages that were not asked for longest leave first, and those that are asked for stay', () => {
  const pages = new KeptPages()
  const running: Running = { session: 'always', clock: NOON, newest: undefined, waiting: () => [] }
  const page = Array.from({ length: 1_500 }, () => candleAt(NOON))
  const of = (instrument: number) => ({ ...EURUSD, instrument, before: (NOON - 1) as Millis, limit: 1_500 })
  const count = Math.ceil(PAGE_BYTES_KEPT_MAX / (1_500 * 450))
  for (let instrument = 1; instrument <= 2 * count; instrument += 1) {
    pages.keep(of(instrument), running, page)
    expect(pages.find(of(1), running)).toBe(page)
  }
  expect(pages.find(of(2), running)).toBeUndefined()
  expect(pages.find(of(2 * count), running)).toBe(page)
})
