/** Prices as customers write them, at the scale of EUR/USD (5 decimals) and of USD/JPY (3). */
import { expect, test } from 'vitest'
import { parsePrice } from './price-text.ts'

test.each([
  ['1.085', 5, 108_500],
  ['1.08500', 5, 108_500],
  ['1.0850000', 5, 108_500],
  ['157.213', 3, 157_213],
  ['0', 5, undefined],
  ['0.00000', 5, undefined],
])('%s at %i decimals is %s points', (text, precision, value) => {
  expect(parsePrice(text, precision)).toEqual({ ok: true, value })
})

test.each([
  ['much', 5, 'number_malformed'],
  ['1e5', 5, 'number_malformed'],
  ['1.085001', 5, 'price_off_step'],
  ['157.2131', 3, 'price_off_step'],
  ['-1.085', 5, 'price_not_positive'],
  ['100000.00001', 5, 'number_out_of_range'],
  ['99999999999999999999', 5, 'number_out_of_range'],
])('%s at %i decimals is refused as %s', (text, precision, reason) => {
  expect(parsePrice(text, precision)).toEqual({ ok: false, reason })
})
