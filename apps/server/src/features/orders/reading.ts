/** Prices and sizes of an order request at their instrument's scale. Each way to be wrong has its own word. */
import type { Reason } from '@veritick/contract'
import { LOT_DECIMALS, type LotUnits, lotUnits, type Points, PRICE_MAX, parseDecimal, points } from '@veritick/domain'
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

/** A level or target: missing and 0 are off. */
export function readPrice(text: string | undefined, precision: number, field: string): Read<Points | undefined> {
  if (text === undefined) return { ok: true, value: undefined }
  const value = parseDecimal(text, precision)
  if (typeof value !== 'number') return refuse(FAULTS[value], field)
  if (value < 0) return refuse('price_not_positive', field)
  if (value > PRICE_MAX) return refuse('number_out_of_range', field)
  return { ok: true, value: value === 0 ? undefined : points(value) }
}

const FAULTS = {
  not_a_number: 'number_malformed',
  too_precise: 'price_off_step',
  out_of_range: 'number_out_of_range',
} as const satisfies Record<string, Reason>
