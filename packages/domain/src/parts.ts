/**
 * A part of a position that closes while the rest stays open: which sizes may close, and which share of the booked
 * amounts belongs to the part. The engines, and the app before it asks, call the same functions.
 */
import type { InstrumentTerms } from './instrument.ts'
import type { LotUnits, Micros } from './numbers.ts'
import { mulDivDown } from './round.ts'

export type PartFault = 'lots_too_small' | 'lots_off_step' | 'part_too_large' | 'rest_too_small'

/**
 * Why this size of a position cannot close, or undefined. The part is a size that the instrument offers, and the rest
 * keeps at least its minimum. The whole position can always close, also where the terms have changed since it opened.
 */
export function partFault(part: {
  readonly lots: LotUnits
  readonly held: LotUnits
  readonly terms: Pick<InstrumentTerms, 'lotMin' | 'lotStep'>
}): PartFault | undefined {
  const { lots, held, terms } = part
  if (lots === held) return undefined
  if (lots < terms.lotMin) return 'lots_too_small'
  if (lots > held) return 'part_too_large'
  if (lots % terms.lotStep !== 0) return 'lots_off_step'
  return held - lots < terms.lotMin ? 'rest_too_small' : undefined
}

/** The booked amounts of a position: margin and fee from its opening, the financing so far. */
export type Booked = { readonly margin: Micros; readonly fee: Micros; readonly swap: Micros }

/**
 * The share of the part in proportion to its size, each amount rounded toward zero. The rest of the position keeps what
 * is left, so that the parts always sum to the whole.
 */
export function partOf(booked: Booked, { lots, held }: { readonly lots: LotUnits; readonly held: LotUnits }): Booked {
  const share = (amount: Micros) => mulDivDown(amount, lots, held) as Micros
  return { margin: share(booked.margin), fee: share(booked.fee), swap: share(booked.swap) }
}
