/** Market time on the device: what the server named, carried forward, unless a quote is newer. */
import { MARKET_STATUS } from '@veritick/contract'
import { expect, it } from 'vitest'
import { isFeedSilent } from './live.ts'
import { marketTimeOf } from './marketTime.ts'

const FRIDAY = Date.parse('2026-11-27T21:57:00Z')
const READ_AT = 1_000_000
const MINUTE = 60_000
const read = (speed: string, readAt = READ_AT) => ({ market: { time: FRIDAY, speed }, readAt })
const after = (minutes: number) => ({ newest: undefined, now: READ_AT + minutes * MINUTE, silent: false })

it('goes on without quotes, in a recording at its speed', () => {
  expect(marketTimeOf(read('1'), after(4))).toBe(FRIDAY + 4 * MINUTE)
  expect(marketTimeOf(read('60'), after(4))).toBe(FRIDAY + 240 * MINUTE)
  expect(marketTimeOf(read('0.5'), after(4))).toBe(FRIDAY + 2 * MINUTE)
})

it('a newer quote counts, an older one does not', () => {
  expect(marketTimeOf(read('1'), { ...after(4), newest: FRIDAY + 5 * MINUTE })).toBe(FRIDAY + 5 * MINUTE)
  expect(marketTimeOf(read('1'), { ...after(4), newest: FRIDAY })).toBe(FRIDAY + 4 * MINUTE)
  expect(marketTimeOf(undefined, { ...after(4), newest: FRIDAY })).toBe(FRIDAY)
  expect(marketTimeOf(undefined, after(4))).toBeUndefined()
})

it('is not carried from an unknown moment, nor back by a clock that was set back', () => {
  expect(marketTimeOf(read('1', 0), after(4))).toBe(FRIDAY)
  expect(marketTimeOf(read('1'), after(-4))).toBe(FRIDAY)
})

it('stands still while the feed is silent or has ended, at the newest quote or reading', () => {
  const silent = { ...after(4), silent: true }
  expect(marketTimeOf(read('60'), silent)).toBe(FRIDAY)
  expect(marketTimeOf(read('60'), { ...silent, newest: FRIDAY + 5 * MINUTE })).toBe(FRIDAY + 5 * MINUTE)
})

it('the feed is silent while prices in session are stale and none is current; after the close it is not', () => {
  const open = { status: MARKET_STATUS.open, held: false, stale: false }
  const closed = { status: MARKET_STATUS.closed, held: false, stale: false }
  const stale = { ...closed, stale: true }
  const held = { ...closed, held: true }
  expect(isFeedSilent([stale, closed, stale])).toBe(true)
  for (const quotes of [[], [closed], [stale, open], [stale, held]]) expect(isFeedSilent(quotes)).toBe(false)
})
