/**
 * Sizes of orders, and prices of requests that are about no order. The core reads the prices of orders at the scale of
 * their instrument (core/written-prices.ts).
 */
import { LOT_DECIMALS, type LotUnits, lotUnits, type Points, parseDecimal, parsePrice } from '@veritick/domain'
import { type Refusal, refuse } from '../../calls/index.ts'

export type Read<Value> = { readonly ok: true; readonly value: Value } | Refusal

/** `"0.10"` -> 1000. Zero and less are left to the engine's minimum. */
export function readLots(text: string, field: string): Read<LotUnits> {
  const value = parseDecimal(text, LOT_DECIMALS)
  if (typeof value === 'number') return { ok: true, value: lotUnits(value) }
  return refuse(
    value === 'out_of_range' ? 'lots_too_large' : value === 'too_precise' ? 'lots_off_step' : 'number_malformed',
    field,
  )
}

/** A price of a request: missing and 0 are off. */
export function readPrice(text: string | undefined, precision: number, field: string): Read<Points | undefined> {
  if (text === undefined) return { ok: true, value: undefined }
  const price = parsePrice(text, precision)
  return price.ok ? price : refuse(price.reason, field)
}
