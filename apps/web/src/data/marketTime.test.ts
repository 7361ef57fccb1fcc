/** Market time on the device: what the server named, carried forward, unless a quote is newer. */
import { expect, it } from 'vitest'
import { marketTimeOf } from './marketTime.ts'

const FRIDAY = Date.parse('2026-11-27T21:57:00Z')
const READ_AT = 1_000_000
const MINUTE = 60_000
const read = (speed: string, readAt = READ_AT) => ({ market: { time: FRIDAY, speed }, readAt })
const after = (minutes: number) => ({ newest: undefined, now: READ_AT + minutes * MINUTE })

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
