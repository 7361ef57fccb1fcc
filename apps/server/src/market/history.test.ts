/** Paging a chart back through years nobody asked for: others get their turn, pages wait in one line, and the line has an end. */
import { type Millis, millis, points } from '@veritick/domain'
import { expect, test } from 'vitest'
import { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import { CandleHistory, HistoryBusy, WAITING_MAX } from './history.ts'

const NOON = millis(Date.UTC(2026, 2, 4, 12))
const MINUTE = 60_000
const running = { session: 'always' as const, clock: NOON, newest: undefined, waiting: [] }

/** A feed whose every candle takes a millisecond of a clock of its own. */
function slowHistory() {
  let clock = 0
  const asked: Millis[] = []
  const candle = ({ start }: { start: Millis }): Candle => {
    clock += 1
    asked.push(start)
    const price = points(108_500)
    return { time: start, open: price, high: price, low: price, close: price, volume: 1 }
  }
  const store = new CandleStore(NOTHING_STORED)
  return { history: new CandleHistory({ store, feed: { candle }, now: () => clock }), asked }
}

/** A store whose every table is empty. */
const NOTHING_STORED = { query: async () => [] }

const page = (history: CandleHistory, instrument: number, limit: number) => history.page({ instrument, period: '1min', limit }, running)

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

test('one page is computed at a time; what was told before waits for nobody', async () => {
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

test('the line has an end, and it moves again', async () => {
  const { history } = slowHistory()
  const pages = await Promise.allSettled(Array.from({ length: WAITING_MAX + 50 }, (_, index) => page(history, index + 1, 2)))
  const refused = pages.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(49)
  expect(refused.every((reason) => reason instanceof HistoryBusy)).toBe(true)
  expect(await page(history, 999, 2)).toHaveLength(2)
})
