/** Amounts as customers read them in mails. */
import { micros } from '@veritick/domain'
import { expect, test } from 'vitest'
import { centsText, usdText } from './amounts.ts'

test.each([
  [1_250_500_000, '1,250.50 USD'],
  [999_990_000, '999.99 USD'],
  [12_345_678_900_000, '12,345,678.90 USD'],
  [1_000_000_000, '1,000.00 USD'],
  [-1_250_000_001, '-1,250.000001 USD'],
  [20_100_000, '20.10 USD'],
  [0, '0.00 USD'],
])('%s -> %s', (amount, text) => expect(usdText(amount)).toBe(text))

test.each([
  [1_250_504_999, '1,250.50'],
  [1_250_505_000, '1,250.51'],
  [-1_234_567, '-1.23'],
  [-4_999, '0.00'],
  [-5_000, '-0.01'],
])('%s in cents -> %s', (amount, text) => expect(centsText(micros(amount))).toBe(text))
