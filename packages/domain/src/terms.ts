/**
 * The checks of an instrument's terms: positive counts, whole point values, sizes on their step, fees and amounts
 * within exact whole numbers. The catalogue's reader and the engine call the same function, so a refused start names
 * the fault. An instrument without leverages is no fault: orders on it are refused.
 */
import type { InstrumentTerms } from './instrument.ts'
import { PRICE_PRECISION_MAX } from './instrument.ts'
import { LOT_UNITS_PER_LOT, MICROS_PER_USD, MONEY_MAX, PPM } from './numbers.ts'
import { ratioIfFits } from './round.ts'

export const TERMS_FAULTS = [
  'count_not_positive',
  'price_precision_out_of_range',
  'point_value_not_whole',
  'lot_min_off_step',
  'lot_max_off_step',
  'lot_max_below_min',
  'fee_negative',
  'fee_above_margin',
  'financing_above_notional',
  'leverages_not_rising',
  'order_too_valuable',
] as const
export type TermsFault = (typeof TERMS_FAULTS)[number]

/**
 * The first fault of the terms; `undefined`: none. Looks at these terms only, not at the change from earlier ones. The
 * caller refuses with `terms_not_accepted` or `terms_invalid`.
 */
export function termsFault(terms: InstrumentTerms): TermsFault | undefined {
  const { id, version, pricePrecision, contractSize, lotStep, lotMin, lotMax, leverages } = terms
  const counts = [id, version, contractSize, lotStep, lotMin, lotMax, ...leverages]
  if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) return 'count_not_positive'
  if (!Number.isSafeInteger(pricePrecision) || pricePrecision < 0 || pricePrecision > PRICE_PRECISION_MAX)
    return 'price_precision_out_of_range'
  if ((contractSize * 100) % 10 ** pricePrecision !== 0) return 'point_value_not_whole'
  if (lotMin % lotStep !== 0) return 'lot_min_off_step'
  if (lotMax % lotStep !== 0) return 'lot_max_off_step'
  if (lotMax < lotMin) return 'lot_max_below_min'
  if (leverages.some((leverage, at) => at > 0 && leverage <= (leverages[at - 1] ?? 0))) return 'leverages_not_rising'
  return costFault(terms)
}

function costFault(terms: InstrumentTerms): TermsFault | undefined {
  const { lotMax, contractSize, feePerLot, feeOfMargin, financingLong, financingShort } = terms
  if (feePerLot < 0 || feeOfMargin < 0) return 'fee_negative'
  if (feeOfMargin > PPM) return 'fee_above_margin'
  if (Math.abs(financingLong) > PPM || Math.abs(financingShort) > PPM) return 'financing_above_notional'
  return affordable(lotMax, contractSize * MICROS_PER_USD) && affordable(lotMax, feePerLot)
    ? undefined
    : 'order_too_valuable'
}

/** The largest order's fixed margin and fee stay below the largest amount of money. */
function affordable(lots: number, perLot: number): boolean {
  if (!Number.isSafeInteger(perLot)) return false
  const amount = ratioIfFits([lots, perLot], [LOT_UNITS_PER_LOT], 'up')
  return amount !== undefined && amount <= MONEY_MAX
}
