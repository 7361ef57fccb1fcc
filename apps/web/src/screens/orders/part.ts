/**
 * The size to close, as pure functions: the typed size, the sizes of the shares, the fault of a size, the estimated
 * result of a part. The rules are the rules of the engine.
 */
import {
  type InstrumentTerms,
  type LotUnits,
  lotUnits,
  type Micros,
  micros,
  mulDivDown,
  mulDivHalfAway,
  type PartFault,
  partFault,
} from '@veritick/domain'
import { type TypedFault, textOfLots, typedLots } from '../ticket/typed.ts'

export type PartTerms = Pick<InstrumentTerms, 'lotMin' | 'lotStep'>

/** `lots`: the size to close; the whole position without a typed size. */
export type Chosen =
  | { readonly lots: LotUnits; readonly fault?: undefined }
  | { readonly lots?: undefined; readonly fault: TypedFault | PartFault }

/** `text`: the typed text; `undefined`: no choice yet. */
export function chosenPart(text: string | undefined, held: LotUnits, terms: PartTerms): Chosen {
  if (text === undefined) return { lots: held }
  if (text === textOfLots(held, terms.lotStep)) return { lots: held }
  const lots = typedLots(text, { lotStep: terms.lotStep, lotMax: held })
  if (lots === 'too_precise') return { fault: 'lots_off_step' }
  if (typeof lots === 'string') return { fault: lots }
  const fault = partFault({ lots, held, terms })
  return fault === undefined ? { lots } : { fault }
}

const PERCENTS = [25, 50, 75, 100]
/** `percent`: the share that the size really is, to the whole percent: a quarter of 0.10 lots is 0.02 lots, 20 %. */
export type Share = { readonly percent: number; readonly text: string }

/** Shares rounded down to the step, each size once, without sizes that cannot close. */
export function sharesOf(held: LotUnits, terms: PartTerms): readonly Share[] {
  const shares: Share[] = []
  for (const percent of PERCENTS) {
    const steps = mulDivDown(held, percent, 100 * terms.lotStep)
    const lots = percent === 100 ? held : lotUnits(steps * terms.lotStep)
    const text = textOfLots(lots, terms.lotStep)
    if (partFault({ lots, held, terms }) === undefined && !shares.some((each) => each.text === text))
      shares.push({ percent: mulDivHalfAway(lots, 100, held), text })
  }
  return shares
}

/** Whether the position can be divided into two parts of at least the minimum. */
export const isDivisible = (held: LotUnits, terms: PartTerms): boolean =>
  partFault({ lots: terms.lotMin, held, terms }) === undefined && terms.lotMin < held

/** The share of an estimated result. The engine rounds each part separately, so it may differ by a micro-dollar. */
export const resultOf = (
  result: Micros,
  { lots, held }: { readonly lots: LotUnits; readonly held: LotUnits },
): Micros => micros(mulDivHalfAway(result, lots, held))
