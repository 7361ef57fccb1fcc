/** The spread between bid and ask as traders express it. */
import { formatDecimal, parseDecimal } from '@veritick/domain'

/**
 * In pips where the price has a fractional pip digit (5 decimals of EURUSD, 3 of USDJPY: `"0.9"`), otherwise in the
 * price itself (`"0.12"`). `undefined` without two prices.
 */
export function spreadOf(quote: {
  readonly bid: string | undefined
  readonly ask: string | undefined
  readonly precision: number
}): string | undefined {
  const { bid, ask, precision } = quote
  if (bid === undefined || ask === undefined) return undefined
  const low = parseDecimal(bid, precision)
  const high = parseDecimal(ask, precision)
  if (typeof low !== 'number' || typeof high !== 'number') return undefined
  return formatDecimal(high - low, isPipPrice(precision) ? 1 : precision)
}

/** Whether the last decimal is a tenth of a pip. */
export const isPipPrice = (precision: number): boolean => precision === 5 || precision === 3
