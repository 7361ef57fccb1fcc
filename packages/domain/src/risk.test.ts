/** The risk readings: trading rule 6 at and around each level. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { micros } from './numbers.ts'
import { compareLevel, HAZARD_MAX, hazardRateOf, LEVEL_MAX, marginLevelOf } from './risk.ts'

const used = micros(1_650_000_000)

test.each([
  { equity: 1_650_000_000, level: 100, sign: 0 },
  { equity: 1_649_999_999, level: 100, sign: -1 },
  { equity: 1_650_000_001, level: 100, sign: 1 },
  { equity: 825_000_000, level: 50, sign: 0 },
  { equity: 825_000_001, level: 50, sign: 1 },
  { equity: 1_237_499_999, level: 75, sign: -1 },
  { equity: -1, level: 50, sign: -1 },
])('equity $equity on 1,650.00 compared with level $level is $sign', ({ equity, level, sign }) => {
  expect(compareLevel(micros(equity), used, level)).toBe(sign)
})

test('with nothing used every level is passed, whatever the equity', () => {
  expect(compareLevel(micros(-5), micros(0), 100)).toBe(1)
  expect(marginLevelOf(micros(5), micros(0))).toBeUndefined()
  expect(hazardRateOf(micros(-5), micros(0))).toBe(0)
})

test('readings of almost nothing against a fortune, and the other way round, stop at their caps', () => {
  const fortune = micros(1_000_000_000_000_000)
  expect(hazardRateOf(micros(1), fortune)).toBe(HAZARD_MAX)
  expect(marginLevelOf(micros(1), fortune)).toBe(0)
  expect(marginLevelOf(fortune, micros(1))).toBe(LEVEL_MAX)
  expect(marginLevelOf(micros(-fortune), micros(1))).toBe(-LEVEL_MAX)
  expect(hazardRateOf(fortune, micros(1))).toBe(0)
})

test('huge amounts are compared exactly', () => {
  const half = micros(4_503_599_627_370_495)
  expect(compareLevel(half, micros(9_007_199_254_740_990), 50)).toBe(0)
  expect(compareLevel(micros(half - 1), micros(9_007_199_254_740_990), 50)).toBe(-1)
  fc.assert(
    fc.property(
      fc.maxSafeInteger(),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.constantFrom(50, 75, 80, 100, 105),
      (equity, margin, level) => {
        const difference = BigInt(equity) * 100n - BigInt(margin) * BigInt(level)
        expect(compareLevel(micros(equity), micros(margin), level)).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0)
      },
    ),
  )
})

test.each([
  // Level 100 reads 50, 75 reads 66.67, 50 reads 100.
  { equity: 1_650_000_000, level: 10_000, hazard: 5000 },
  { equity: 1_237_500_000, level: 7500, hazard: 6667 },
  { equity: 825_000_000, level: 5000, hazard: 10_000 },
  { equity: 16_500_000_000, level: 100_000, hazard: 500 },
  { equity: 1_650_000_165, level: 10_000, hazard: 5000 },
  { equity: 824_999_999, level: 4999, hazard: 10_000 },
  { equity: 1, level: 0, hazard: HAZARD_MAX },
  { equity: 0, level: 0, hazard: HAZARD_MAX },
  { equity: -1_650_000_000, level: -10_000, hazard: HAZARD_MAX },
])('equity $equity on 1,650.00 reads level $level and hazard $hazard', ({ equity, level, hazard }) => {
  expect([marginLevelOf(micros(equity), used), hazardRateOf(micros(equity), used)]).toEqual([level, hazard])
})
