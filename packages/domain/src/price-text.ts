/** A price as a customer writes it, read at the scale of its instrument. Each way to be wrong has its own word. */
import { parseDecimal } from './decimal.ts'
import { PRICE_MAX } from './instrument.ts'
import { type Points, points } from './numbers.ts'

export const PRICE_FAULTS = ['number_malformed', 'price_off_step', 'number_out_of_range', 'price_not_positive'] as const
export type PriceFault = (typeof PRICE_FAULTS)[number]

export type PriceRead =
  | { readonly ok: true; readonly value: Points | undefined }
  | { readonly ok: false; readonly reason: PriceFault }

/** `"1.085"` at 5 decimals is 108500 points; 0 is `undefined`, which turns a level off. */
export function parsePrice(text: string, precision: number): PriceRead {
  const value = parseDecimal(text, precision)
  if (typeof value !== 'number') return { ok: false, reason: FAULTS[value] }
  if (value < 0) return { ok: false, reason: 'price_not_positive' }
  if (value > PRICE_MAX) return { ok: false, reason: 'number_out_of_range' }
  return { ok: true, value: value === 0 ? undefined : points(value) }
}

const FAULTS = {
  not_a_number: 'number_malformed',
  too_precise: 'price_off_step',
  out_of_range: 'number_out_of_range',
} as const satisfies Record<string, PriceFault>
