/** Amounts as customers read them in mails. */
import { expect, test } from 'vitest'
import { usdText } from './amounts.ts'

test.each([
  [1_250_500_000, '1,250.50 USD'],
  [999_990_000, '999.99 USD'],
  [12_345_678_900_000, '12,345,678.90 USD'],
  [1_000_000_000, '1,000.00 USD'],
  [-1_250_000_001, '-1,250.000001 USD'],
  [20_100_000, '20.10 USD'],
  [0, '0.00 USD'],
])('%s -> %s', (amount, text) => expect(usdText(amount)).toBe(text))
