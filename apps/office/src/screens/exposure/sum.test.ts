/** Binary fractions would not sum to zero here. */
import { expect, test } from 'vitest'
import { sumOf } from './sum.ts'

test('books that balance come to exactly zero', () => {
  expect(sumOf(['0.100000', '0.200000', '-0.300000'])).toBe('0.000000')
  expect(sumOf([])).toBe('0.000000')
})
