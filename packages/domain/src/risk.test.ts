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

test('without used margin the account is above every level, for any equity', () => {
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
  expect(hazardRateOf(fortune, micros(1))).toBe(1)
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
  // One micro-dollar below a level: the level is cut, the rate is rounded up.
  { equity: 1_649_999_999, level: 9999, hazard: 5001 },
  { equity: 1_650_000_001, level: 10_000, hazard: 5000 },
  { equity: 1_237_499_999, level: 7499, hazard: 6667 },
  { equity: 1_237_500_001, level: 7500, hazard: 6667 },
  { equity: 825_000_001, level: 5000, hazard: 10_000 },
  { equity: 824_999_999, level: 4999, hazard: 10_001 },
  { equity: 1, level: 0, hazard: HAZARD_MAX },
  { equity: 0, level: 0, hazard: HAZARD_MAX },
  { equity: -1_650_000_000, level: -10_000, hazard: HAZARD_MAX },
  { equity: -1_649_999_999, level: -10_000, hazard: HAZARD_MAX },
  { equity: -1, level: -1, hazard: HAZARD_MAX },
])('equity $equity on 1,650.00 reads level $level and hazard $hazard', ({ equity, level, hazard }) => {
  expect([marginLevelOf(micros(equity), used), hazardRateOf(micros(equity), used)]).toEqual([level, hazard])
})

test.each([
  { percent: '99.999', equity: 99_999_000, level: 9999 },
  { percent: '100.000', equity: 100_000_000, level: 10_000 },
  { percent: '75.009', equity: 75_009_000, level: 7500 },
  { percent: '50.001', equity: 50_001_000, level: 5000 },
  { percent: '-0.001', equity: -1000, level: -1 },
])('a margin level of $percent % is cut to $level hundredths', ({ equity, level }) => {
  expect(marginLevelOf(micros(equity), micros(100_000_000))).toBe(level)
})

test.each([
  { percent: '50.001', used: 100_002_000, hazard: 5001 },
  { percent: '50.000', used: 100_000_000, hazard: 5000 },
  { percent: '99.991', used: 199_982_000, hazard: 10_000 },
  { percent: '100.001', used: 200_002_000, hazard: 10_001 },
  { percent: '0.0000005', used: 1, hazard: 1 },
])('a risk rate of $percent % is rounded up to $hazard hundredths', ({ used: margin, hazard }) => {
  expect(hazardRateOf(micros(100_000_000), micros(margin))).toBe(hazard)
})
