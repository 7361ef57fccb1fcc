/**
 * Decimal text to whole numbers and back, exactly. Nothing that is money passes through `parseFloat`. The one reader of
 * numbers that come from outside: it knows no exponent, hex, sign `+`, space, grouping, `NaN` or infinity.
 */

/** The longest decimal text that is looked at at all. */
export const DECIMAL_TEXT_MAX = 32

export type DecimalFault = 'not_a_number' | 'too_precise' | 'out_of_range'

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

/**
 * `"1.085"` at 5 decimals -> 108500. Trailing zeros beyond the scale are allowed, other digits are `too_precise`.
 * Leading zeros (`"007"`) are `not_a_number`, as is anything that is not plain decimal.
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
 * 108500 at 5 decimals -> `"1.08500"`: always that many decimals. `value` is a safe integer, or a sum that may have
 * passed them.
 */
export function formatDecimal(value: number | bigint, decimals: number): string {
  const digits = (value < 0 ? -value : value).toString().padStart(decimals + 1, '0')
  const sign = value < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
