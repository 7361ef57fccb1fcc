/** Rounding against BigInt, for small and for huge factors: the money is exact or there is no answer. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mulDivDown, mulDivHalfAway, mulDivUp, ratio, ratioBig, ratioIfFits } from './round.ts'

const MAX = Number.MAX_SAFE_INTEGER
const amount = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -MAX, max: MAX }))
const divisor = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: MAX }))

/** The definition, on whole numbers of any size: nearest, up or down by size, halves away from zero. */
function exactly(numerator: bigint, denominator: bigint, how: 'up' | 'down' | 'half-away'): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = {
    up: (size + denominator - 1n) / denominator,
    down: size / denominator,
    'half-away': (2n * size + denominator) / (2n * denominator),
  }[how]
  return numerator < 0n ? -rounded : rounded
}

const fits = (value: bigint) => value >= -BigInt(MAX) && value <= BigInt(MAX)

test.each([
  { a: 7, b: 2, floor: 3 },
  { a: -7, b: 2, floor: -4 },
  { a: -8, b: 2, floor: -4 },
  { a: -1, b: MAX, floor: -1 },
  { a: 0, b: 3, floor: 0 },
])('the floor of $a / $b is $floor, with small and with huge factors', ({ a, b, floor }) => {
  expect(ratio([a], [b], 'floor')).toBe(floor)
  expect(ratio([a, MAX], [b, MAX], 'floor')).toBe(floor)
})

describe('a x b / c', () => {
  test.each([
    { a: 7, b: 1, c: 2, up: 4, down: 3, near: 4 },
    { a: -7, b: 1, c: 2, up: -4, down: -3, near: -4 },
    { a: 10, b: 1, c: 3, up: 4, down: 3, near: 3 },
    { a: -10, b: 1, c: 3, up: -4, down: -3, near: -3 },
    { a: 11, b: 1, c: 3, up: 4, down: 3, near: 4 },
    { a: 1, b: 1, c: 2, up: 1, down: 0, near: 1 },
    { a: -1, b: 1, c: 3, up: -1, down: 0, near: 0 },
    { a: 0, b: -5, c: 3, up: 0, down: 0, near: 0 },
    { a: 6, b: 5, c: 3, up: 10, down: 10, near: 10 },
    { a: 9_007_199_254_740_991, b: 9_007_199_254_740_991, c: 9_007_199_254_740_991, up: MAX, down: MAX, near: MAX },
    {
      a: 9_007_199_254_740_991,
      b: 3,
      c: 6,
      up: 4_503_599_627_370_496,
      down: 4_503_599_627_370_495,
      near: 4_503_599_627_370_496,
    },
  ])('$a x $b / $c: up $up, down $down, nearest $near', ({ a, b, c, up, down, near }) => {
    expect([mulDivUp(a, b, c), mulDivDown(a, b, c), mulDivHalfAway(a, b, c)]).toEqual([up, down, near])
  })

  test.each([
    ['up', mulDivUp],
    ['down', mulDivDown],
    ['half-away', mulDivHalfAway],
  ] as const)('rounded %s is what BigInt says, or nothing', (how, mulDiv) => {
    fc.assert(
      fc.property(amount, amount, divisor, (a, b, c) => {
        const wanted = exactly(BigInt(a) * BigInt(b), BigInt(c), how)
        if (!fits(wanted)) return void expect(() => mulDiv(a, b, c)).toThrow('2^53')
        const result = mulDiv(a, b, c)
        expect(BigInt(result)).toBe(wanted)
        expect(Object.is(result, -0)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('never with a divisor of nothing, of less, or of a broken number', () => {
    for (const c of [0, -1, 0.5, Number.NaN]) expect(() => mulDivUp(1, 1, c)).toThrow('invariant violated')
    for (const a of [0.5, Number.NaN, 2 ** 53]) expect(() => mulDivUp(a, 1, 1)).toThrow('invariant violated')
  })
})

describe('many factors over many', () => {
  const factors = fc.array(amount, { minLength: 1, maxLength: 6 })
  const divisors = fc.array(divisor, { minLength: 1, maxLength: 3 })
  const product = (values: readonly number[]) => values.reduce((all, each) => all * BigInt(each), 1n)

  test.each(['up', 'down', 'half-away'] as const)(
    'rounded %s is what BigInt says, or undefined where it does not fit',
    (how) => {
      fc.assert(
        fc.property(factors, divisors, (over, under) => {
          const wanted = exactly(product(over), product(under), how)
          const result = ratioIfFits(over, under, how)
          if (fits(wanted)) expect(result === undefined ? undefined : BigInt(result)).toBe(wanted)
          else expect(result).toBeUndefined()
          expect(Object.is(result, -0)).toBe(false)
        }),
        { numRuns: 2000 },
      )
    },
  )

  test('a result that does not fit is our own bug', () => {
    expect(() => ratio([MAX, MAX], [2], 'down')).toThrow('an amount is below 2^53')
    expect(ratio([MAX, MAX, 0], [2], 'down')).toBe(0)
  })

  test('a fraction is never taken for a whole number, even where the product is one', () => {
    expect(() => ratio([0.5, 2], [1], 'down')).toThrow('only whole numbers')
    expect(() => ratio([2], [0.5, 2], 'down')).toThrow('only whole numbers')
    expect(() => ratio([2], [0], 'down')).toThrow('invariant violated')
    expect(() => ratio([2], [-1], 'down')).toThrow('invariant violated')
  })
})

test('ratioBig goes on where ratio ends, and rounds the same way', () => {
  const two60 = 2n ** 60n
  expect(ratioBig([two60, 3n], [2n], 'up')).toBe(3n * 2n ** 59n)
  expect(['up', 'down', 'half-away'].map((how) => ratioBig([two60 + 1n], [2n], how as 'up'))).toEqual([
    2n ** 59n + 1n,
    2n ** 59n,
    2n ** 59n + 1n,
  ])
  expect(ratioBig([-7n], [2n], 'up')).toBe(BigInt(ratio([-7], [2], 'up')))
})
