/** Numbers typed in fifteen languages. */

import { points } from '@veritick/domain'
import { expect, it } from 'vitest'
import { typedNumber, typedPriceNear } from './typed.ts'

it.each([
  ['1.085', 1_085_000],
  ['1,085', 1_085_000],
  ['2,651.40', 2_651_400_000],
  ['2.651,40', 2_651_400_000],
  ['1.234.567', 1_234_567_000_000],
  ['1,234,567', 1_234_567_000_000],
  ['1,234,567.5', 1_234_567_500_000],
  ['1 234,5', 1_234_500_000],
  ['1\u202f234,5', 1_234_500_000],
  ["1'234.50", 1_234_500_000],
  ['-2.651,40', -2_651_400_000],
  ['١٫٠٨٥', 1_085_000],
  ['۱۲۳', 123_000_000],
  ['１．０９５０', 1_095_000],
  ['０，１５', 150_000],
  ['１，２３４．５', 1_234_500_000],
  ['－０。５', -500_000],
  ['.5', 500_000],
  ['5.', 5_000_000],
  ['007', 7_000_000],
])('%s is %i millionths', (text, value) => expect(typedNumber(text, 6)).toBe(value))

it.each(['1.23,4.5', '12,34.5', '1.2345,6', '1,2,3', '1..2', ',,', 'abc', '1e5'])('%s is no number', (text) =>
  expect(typedNumber(text, 6)).toBe('not_a_number'),
)

it('an empty text is missing', () => expect(typedNumber('  ', 6)).toBe('missing'))

it.each([
  ['44,500', 2, 4_461_230, 'not_a_number'],
  ['44.500', 2, 4_461_230, 'not_a_number'],
  ['44500', 2, 4_461_230, 4_450_000],
  ['44,500.00', 2, 4_461_230, 4_450_000],
  ['2,650', 3, 2_478_754, 'not_a_number'],
  ['1,085', 5, 108_120, 108_500],
  ['161.751', 3, 161_700, 161_751],
  ['0,500', 5, 108_120, 50_000],
  ['20,000', 2, 4_461_230, 'not_a_number'],
  ['100,000', 2, 4_461_230, 'not_a_number'],
  ['1.234', 5, 108_120, 123_400],
  ['9.999', 5, 108_120, 999_900],
  ['61.500', 2, 6_174, 6_150],
  ['٤٤,٥٠٠', 2, 4_461_230, 'not_a_number'],
  ['４４，５００', 2, 4_461_230, 'not_a_number'],
])('%s with %i decimals near %i points is %s', (text, precision, near, read) =>
  expect(typedPriceNear(text, precision, points(near))).toBe(read),
)
