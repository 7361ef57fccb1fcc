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
  if (text.length > DECIMAL_TEXT_MAX || !DECIMAL.test(text)) return 'not_a_number'
  const negative = text.startsWith('-')
  const [units = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  if (/[1-9]/.test(fraction.slice(decimals))) return 'too_precise'
  const value = Number(units + kept)
  if (!Number.isSafeInteger(value)) return 'out_of_range'
  return negative ? -value + 0 : value
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
