/**
 * Decimal text to whole numbers and back, exactly. Money never passes through `parseFloat`. This is the only reader of
 * numbers from clients. It accepts no exponent, hex, sign `+`, space, grouping, `NaN` or infinity.
 */

/** Characters. A longer text is `not_a_number` without being read. */
export const DECIMAL_TEXT_MAX = 32

export type DecimalFault = 'not_a_number' | 'too_precise' | 'out_of_range'

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

/**
 * The text in units of 10^-decimals: `"1.085"` at 5 decimals is 108500. `too_precise`: a digit other than 0 beyond the
 * decimals. `out_of_range`: not a safe integer. `not_a_number`: leading zeros (`"007"`) and all that is not plain
 * decimal.
 */
export function parseDecimal(text: string, decimals: number): number | DecimalFault {
  if (text.length > DECIMAL_TEXT_MAX) return 'not_a_number'
  const short = readShort(text, decimals)
  if (short !== undefined) return short
  if (!DECIMAL.test(text)) return 'not_a_number'
  const negative = text.startsWith('-')
  const [units = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  if (/[1-9]/.test(fraction.slice(decimals))) return 'too_precise'
  const value = Number(units + kept)
  if (!Number.isSafeInteger(value)) return 'out_of_range'
  return negative ? -value + 0 : value
}

/** Digits of the result: fewer than a safe integer has. */
const SHORT_DIGITS_MAX = 15
const DIGIT_0 = 48
const POINT = 46

/**
 * Nearly all texts: digits with at most one point, and few of them. `undefined`: any other text, which is read by its
 * pattern.
 */
function readShort(text: string, decimals: number): number | 'too_precise' | undefined {
  const { length } = text
  if (length === 0 || length + decimals > SHORT_DIGITS_MAX) return undefined
  if (text.charCodeAt(0) === DIGIT_0 && length > 1 && text.charCodeAt(1) !== POINT) return undefined
  let value = 0
  let point = -1
  let isExact = true
  for (let at = 0; at < length; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0
    if (digit >= 0 && digit <= 9) {
      if (point >= 0 && at - point > decimals) isExact &&= digit === 0
      else value = value * 10 + digit
    } else if (digit === POINT - DIGIT_0 && point < 0 && at > 0 && at < length - 1) point = at
    else return undefined
  }
  const given = point < 0 ? 0 : length - point - 1
  for (let place = given; place < decimals; place += 1) value *= 10
  return isExact ? value : 'too_precise'
}

/**
 * The number as text with exactly `decimals` decimals: 108500 at 5 is `"1.08500"`. `value` is in units of 10^-decimals:
 * a safe integer, or a `bigint` for sums that may be larger.
 */
export function formatDecimal(value: number | bigint, decimals: number): string {
  const digits = (value < 0 ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
