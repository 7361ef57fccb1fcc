/** Shown amounts keep every digit. */
import { describe, expect, test } from 'vitest'
import { amountText, changeText, countedText, countText, decimalsOf, directionOf, priceText } from './money.ts'

describe('an amount', () => {
  test.each([
    ['0.000000', '0.00'],
    ['12.000000', '12.00'],
    ['1234567.891000', '1,234,567.891'],
    ['-1234.500000', '−1,234.50'],
    ['0.01540844', '0.01540844'],
    ['-0.000000', '0.00'],
    ['100', '100.00'],
    ['', ''],
    ['n/a', 'n/a'],
  ])('%s is shown as %s', (wire, shown) => expect(amountText(wire)).toBe(shown))
})

test.each([
  ['2395.920', '2,395.920'],
  ['1.08510', '1.08510'],
  ['18250', '18,250'],
])('the price %s is shown as %s', (wire, shown) => expect(priceText(wire)).toBe(shown))

test('a change says its sign, nothing has none', () => {
  expect(changeText('5.000000')).toBe('+5.00')
  expect(changeText('-5.000000')).toBe('−5.00')
  expect(changeText('0.000000')).toBe('0.00')
})

test('amounts of a panel have the decimals of the longest of them', () => {
  const column = ['99998.254000', '-356.820000', '0.000000', '100000']
  const decimals = decimalsOf(column)
  expect(column.map((text) => amountText(text, decimals))).toEqual(['99,998.254', '−356.820', '0.000', '100,000.000'])
  expect(changeText('-1.400000', decimals)).toBe('−1.400')
  expect(decimalsOf(['0.000000', '5'])).toBe(2)
})

test('direction', () => {
  expect([directionOf('1'), directionOf('-0.000001'), directionOf('0.000000')]).toEqual(['up', 'down', 'none'])
})

test('counts are grouped', () => expect(countText(1234567)).toBe('1,234,567'))

test('one of something is not several', () => {
  const positions = (count: number) => countedText(count, 'open position')
  expect([positions(0), positions(1), positions(1200)]).toEqual([
    '0 open positions',
    '1 open position',
    '1,200 open positions',
  ])
})
