/** Whether a typed size may be ordered: the rules of the engine, before any cost is computed. */
import type { InstrumentTerms, LotUnits } from '@veritick/domain'
import { typedLots } from './typed.ts'

type LotTerms = Pick<InstrumentTerms, 'lotMin' | 'lotMax' | 'lotStep'>

export type LotsFault =
  | 'missing'
  | 'not_a_number'
  | 'out_of_range'
  | 'lots_too_small'
  | 'lots_too_large'
  | 'lots_off_step'

/** `undefined`: no fault. */
export function lotsFault(text: string, terms: LotTerms): LotsFault | undefined {
  const lots = typedLots(text, terms)
  if (lots === 'missing' || lots === 'not_a_number' || lots === 'out_of_range') return lots
  if (lots === 'too_precise') return 'lots_off_step'
  if (lots < terms.lotMin) return 'lots_too_small'
  if (lots > terms.lotMax) return 'lots_too_large'
  return lots % terms.lotStep === 0 ? undefined : 'lots_off_step'
}

/** The typed size; `undefined` while it has a fault. */
export function lotsIn(text: string, terms: LotTerms): LotUnits | undefined {
  if (lotsFault(text, terms) !== undefined) return undefined
  const lots = typedLots(text, terms)
  return typeof lots === 'number' ? lots : undefined
}
