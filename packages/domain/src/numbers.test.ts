/** A number gets its unit only if it is a whole one that a double holds exactly. */
import { expect, test } from 'vitest'
import { lotUnits, MONEY_MAX, micros, millis, points, ppm } from './numbers.ts'

test.each([micros, points, lotUnits, ppm, millis])('%s takes whole numbers and nothing else', (brand) => {
  for (const value of [0, 1, -1, MONEY_MAX, Number.MAX_SAFE_INTEGER]) expect(brand(value)).toBe(value)
  expect(Object.is(brand(-0), 0)).toBe(true)
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => brand(value)).toThrow('not a safe whole number')
})
