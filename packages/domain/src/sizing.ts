/** The size of a position from the money that may be lost at a distance, on the same terms as the profit. */
import type { Conversion } from './conversion.ts'
import { type InstrumentTerms, pointValue } from './instrument.ts'
import { type LotUnits, type Micros, PPM, type Ppm } from './numbers.ts'
import { mulDivDown, ratioIfFits } from './round.ts'

/** A share of an amount in micro-dollars, cut: what may be risked never looks larger. */
export const shareOf = (amount: Micros, share: Ppm): Micros => mulDivDown(amount, share, PPM) as Micros

/**
 * The most lots, in whole steps, whose loss over `distance` points is not above `risk` at this rate: lots = risk /
 * (distance x contractSize x conversion), cut. 0: even one step risks more. `undefined`: it passes 2^53. The limits of
 * the instrument are not applied.
 */
export function lotsForRisk(of: {
  readonly terms: Pick<InstrumentTerms, 'contractSize' | 'pricePrecision' | 'lotStep'>
  /** At least 0. */
  readonly risk: Micros
  /** In points, at least 1. */
  readonly distance: number
  readonly conversion: Conversion
}): LotUnits | undefined {
  const { terms, risk, distance, conversion } = of
  const lots = ratioIfFits([risk, conversion.denominator], [distance, pointValue(terms), conversion.numerator], 'down')
  return lots === undefined ? undefined : ((lots - (lots % terms.lotStep)) as LotUnits)
}
