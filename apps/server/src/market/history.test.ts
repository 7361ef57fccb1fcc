/**
 * A client pages a chart back through years: orders and other clients get their turn, and the queue's lines are
 * bounded. A page that many clients ask for is made once (kept-pages.test.ts).
 */
import { type Millis, millis, points } from '@veritick/domain'
import { expect, test } from 'vitest'
import { LIMITS, networkCeilingOf } from '../services/rate-limits/index.ts'
import { CANDLES_CACHED_MAX, CandleCache } from './candle-cache.ts'
import { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import { CANDLES_PER_TURN, HistoryBusy, LINES_OF_COMPUTED, Turns } from './fair-queue.ts'
import { CandleHistory } from './history.ts'

const NOON = millis(Date.UTC(2026, 2, 4, 12))
const MINUTE = 60_000
const running = { session: 'always' as const, clock: NOON, newest: undefined, waiting: () => [] }

/** A feed whose every candle takes a millisecond of a clock of its own. `max`: candles of a network in a minute. */
function slowHistory(max = Number.POSITIVE_INFINITY) {
  let clock = 0
  const asked: Millis[] = []
  const candle = ({ start }: { start: Millis }): Candle => {
    clock += 1
    asked.push(start)
    const price = points(108_500)
    return { time: start, open: price, high: price, low: price, close: price, volume: 1 }
  }
  const store = new CandleStore(NOTHING_STORED, undefined)
  const now = () => clock
  const ceiling = networkCeilingOf({ now, ...LIMITS.computedCandles, max })
  const mayCompute = (network: string) => ceiling.take(network)
  const pass = (duration: number) => {
    clock += duration
  }
  return { history: new CandleHistory({ store, feed: { candle }, now, mayCompute }), asked, pass }
}

/** A store whose every table is empty. */
const NOTHING_STORED = { query: async () => [] }

const page = (history: CandleHistory, instrument: number, limit: number, asker?: string) =>
  history.page({ instrument, period: '1min', limit, asker }, () => running)

/** Counts the pages, all asked for at once, that were answered and refused. */
async function settled(
  pages: readonly Promise<readonly unknown[]>[],
): Promise<{ readonly answered: number; readonly refused: number }> {
  const all = await Promise.allSettled(pages)
  const reasons = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(reasons.every((reason) => reason instanceof HistoryBusy)).toBe(true)
  return { answered: all.length - reasons.length, refused: reasons.length }
}

test('a page of 500 lets others have their turn every five milliseconds', async () => {
  const { history, asked } = slowHistory()
  let turns = 0
  let done = false
  const between = () => {
    turns += 1
    if (!done) setImmediate(between)
  }
  setImmediate(between)
  expect(await page(history, 1, 500)).toHaveLength(500)
  done = true
  expect(asked[0]).toBe(NOON - MINUTE)
  expect(turns).toBeGreaterThanOrEqual(500 / 5 - 1)
})

test('one page is computed at a time; a cached page waits for no other request', async () => {
  const { history, asked } = slowHistory()
  await page(history, 3, 60)
  asked.length = 0
  const first = page(history, 1, 500)
  const second = page(history, 2, 10)
  expect(await page(history, 3, 60)).toHaveLength(60)
  expect(asked.length).toBeLessThan(500)
  await second
  expect(asked).toHaveLength(510)
  expect(await first).toHaveLength(500)
})

test('a client that fills its own queue delays and loses only its own requests', async () => {
  const { history, asked } = slowHistory()
  const pages = Array.from({ length: LINES_OF_COMPUTED.perAsker + 10 }, (_, index) =>
    page(history, index + 1, 1_500, 'crowd'),
  )
  const crowd = settled(pages)
  await pages[0]?.finally(() => {})
  asked.length = 0
  expect(await page(history, 900, 100, 'ana')).toHaveLength(100)
  expect(asked.length).toBeLessThanOrEqual(2 * CANDLES_PER_TURN)
  expect(await page(history, 901, 250, 'ben')).toHaveLength(250)
  expect(asked.length).toBeLessThanOrEqual(8 * CANDLES_PER_TURN)
  expect(await crowd).toEqual({ answered: LINES_OF_COMPUTED.perAsker + 1, refused: 9 })
  expect(await page(history, 999, 2, 'crowd')).toHaveLength(2)
})

test('a network with all its candles of a minute is refused; known pages and other networks are answered', async () => {
  const { history, asked, pass } = slowHistory(1_000)
  expect(await page(history, 1, 900, 'crowd')).toHaveLength(900)
  await expect(page(history, 2, 900, 'crowd')).rejects.toThrow(HistoryBusy)
  await expect(page(history, 3, 900, 'crowd')).rejects.toThrow(HistoryBusy)
  expect(asked).toHaveLength(1_000)
  expect(await page(history, 1, 900, 'crowd')).toHaveLength(900)
  expect(await page(history, 3, 900, 'ana')).toHaveLength(900)
  expect(await page(history, 4, 1_500)).toHaveLength(1_500)
  pass(LIMITS.computedCandles.millis)
  // The candles that were computed before the refusal are known.
  asked.length = 0
  expect(await page(history, 2, 900, 'crowd')).toHaveLength(900)
  expect(asked).toHaveLength(800)
})

test('the networks of one home line of IPv6 have four times the candles of one of them', async () => {
  const { history, asked } = slowHistory(100)
  const askFrom = (at: number) => page(history, at + 1, 100, `2001:db8:1:${at}::`)
  for (let at = 0; at < 4; at++) expect(await askFrom(at)).toHaveLength(100)
  await expect(askFrom(4)).rejects.toThrow(HistoryBusy)
  expect(asked).toHaveLength(400)
})

test('pages that share turns are answered as if each had been alone', async () => {
  const together = slowHistory().history
  const pages = await Promise.all(['ana', 'ben', 'cara'].map((asker, index) => page(together, index + 1, 777, asker)))
  const alone = await page(slowHistory().history, 1, 777)
  for (const each of pages) expect(each).toEqual(alone)
})

test('when all lines are full the longest gives way', async () => {
  const turns = new Turns(LINES_OF_COMPUTED)
  const turn = async (asker: string) => {
    await turns.begin(asker)
    setImmediate(() => turns.end())
    return []
  }
  const from = (asker: string, count: number) => settled(Array.from({ length: count }, () => turn(asker)))
  const each = Math.floor(LINES_OF_COMPUTED.overall / 3) + 1
  const crowds = ['one', 'two', 'three'].map((asker) => from(asker, each))
  const ana = turn('ana')
  const late = from('one', 20)
  await ana
  const ends = await Promise.all([...crowds, late])
  const refused = ends.reduce((sum, end) => sum + end.refused, 0)
  // One of the crowds' pages was worked on, all others and Ana's have room for 400.
  expect(refused).toBe(3 * each - 1 + 1 + 20 - LINES_OF_COMPUTED.overall)
})

test('a client that pages through years replaces only its own cached pages', () => {
  const cache = new CandleCache()
  const price = points(108_500)
  const candle = (time: number): Candle => ({
    time: millis(time),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
  })
  for (let each = 0; each < 1_000; each++) cache.keep(`home ${each}`, candle(each), 'ana')
  for (let each = 0; each < CANDLES_CACHED_MAX + 50_000; each++) cache.keep(`years ${each}`, candle(each), 'crowd')
  expect(cache.get('home 0')).toBeDefined()
  expect(cache.get('home 999')).toBeDefined()
  expect(cache.get('years 0')).toBeUndefined()
  expect(cache.get(`years ${CANDLES_CACHED_MAX + 49_999}`)).toBeDefined()
})
