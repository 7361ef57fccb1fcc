/** Chance is fair and the clock of a test stands still until it is told to move. */

import { setMachine } from '@veritick/testing/test-clock'
import { expect, test } from 'vitest'
import { type Runtime, randomBelow, randomId, realRuntime } from './clock.ts'

test('the real machine tells the time of day and never repeats itself', () => {
  const before = Date.now()
  expect(realRuntime.now()).toBeGreaterThanOrEqual(before)
  expect(realRuntime.random(24)).toHaveLength(24)
  expect(new Set(Array.from({ length: 1000 }, () => randomId(realRuntime))).size).toBe(1000)
  expect(randomId(realRuntime)).toMatch(/^[0-9a-f]{32}$/)
})

test('every digit is equally likely: draws that would favour some are thrown away', () => {
  const draws = [0xff_ff_ff_ff, 0xff_ff_ff_fa, 7]
  const runtime: Runtime = {
    ...realRuntime,
    random: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(draws.shift() ?? 0)
      return bytes
    },
  }
  // 4,294,967,290 is the largest multiple of 10 in 32 bits: both of the first draws lie above it.
  expect(randomBelow(runtime, 10)).toBe(7)
  const seen = new Set(Array.from({ length: 300 }, () => randomBelow(realRuntime, 10)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a set machine plays the same day again', () => {
  const [first, second] = [setMachine({ at: '2026-03-02T09:00:00Z' }), setMachine({ at: '2026-03-02T09:00:00Z' })]
  expect(first.random(70)).toEqual(second.random(70))
  expect(first.random(8)).not.toEqual(setMachine({ at: '2026-03-02T09:00:00Z' }).random(8))
  first.pass(60_000)
  expect(first.now() - second.now()).toBe(60_000)
})
