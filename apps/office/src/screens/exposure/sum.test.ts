/** Binary fractions would not sum to zero here. The sides that are shown add up to the sum that is shown. */
import { expect, test } from 'vitest'
import { sidesOf, sumOf } from './sum.ts'

test('books that balance come to exactly zero', () => {
  expect(sumOf(['0.100000', '0.200000', '-0.300000'])).toBe('0.000000')
  expect(sumOf([])).toBe('0.000000')
})

const book = (side: string, sum: string) => ({ side, sum })

test('demo money is no side of real accounts, nor are payments one of demo accounts', () => {
  const empty = [book('clientBalance', '0.000000'), book('cashIn', '0.000000'), book('demoMint', '0.000000')]
  expect(sidesOf('real', empty).map(({ side }) => side)).toEqual(['clientBalance', 'cashIn'])
  expect(sidesOf('demo', empty).map(({ side }) => side)).toEqual(['clientBalance', 'demoMint'])
})

test('a side with money is shown wherever it stands', () => {
  const wrong = [book('cashIn', '-5.000000'), book('demoMint', '5.000000')]
  expect(sidesOf('real', wrong)).toEqual(wrong)
  expect(sidesOf('demo', wrong)).toEqual(wrong)
})
