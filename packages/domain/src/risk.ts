/**
 * Equity against used margin (trading rule 6). Thresholds are compared as products of whole numbers, so that "at or
 * below 50 %" is exact. The two readings never look safer than the account is: the level is cut, the rate rounded up.
 */
import type { SessionKind } from './instrument.ts'
import type { Micros } from './numbers.ts'
import { mulDivUp, ratioIfFits } from './round.ts'

/** Percent of used margin. */
export const STOP_OUT_LEVEL = 50
export const MARGIN_CALL_LEVEL = 100
export const MARGIN_WARNING_LEVEL = 75
export const MARGIN_CALL_REARM_LEVEL = 105
export const MARGIN_WARNING_REARM_LEVEL = 80

/**
 * Compares equity / used with `level` percent: -1 below, 0 equal, 1 above. Without used margin it is above. Both
 * amounts in micro-dollars.
 */
export function compareLevel(equity: Micros, used: Micros, level: number): number {
  if (used === 0) return 1
  const have = equity * 100
  const need = used * level
  if (Number.isSafeInteger(have) && Number.isSafeInteger(need)) return Math.sign(have - need)
  const difference = BigInt(equity) * 100n - BigInt(used) * BigInt(level)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/**
 * A withdrawal leaves this share of what the account holds in a closed market, in percent: the price at which it opens
 * may be known elsewhere, and is not known here. A share opens further from its close than a currency does. Instruments
 * with a fixed margin count in an open market too: their margin may be far below this share.
 */
export const CLOSED_MARKET_COVER: { readonly [Kind in SessionKind]: number } = { forex: 5, metals: 5, us_stocks: 20 }

/**
 * The value by which long and short positions of one instrument differ, at the last price, micro-dollars; `undefined`:
 * it exceeds 2^53.
 */
export type CoveredWorth = {
  readonly session: SessionKind
  readonly isClosed: boolean
  readonly worth: Micros | undefined
}

/** Whether a withdrawal that leaves this equity leaves too little for these positions, and why they need it. */
export function coverFault(
  held: readonly CoveredWorth[],
  left: Micros,
): 'market_closed' | 'margin_not_enough' | undefined {
  if (left < coverOf(held.filter(({ isClosed }) => isClosed))) return 'market_closed'
  return left < coverOf(held) ? 'margin_not_enough' : undefined
}

/** Micro-dollars, rounded up; infinite where it passes 2^53. */
function coverOf(held: readonly CoveredWorth[]): number {
  let total = 0
  for (const { session, worth } of held)
    total += worth === undefined ? Number.POSITIVE_INFINITY : mulDivUp(worth, CLOSED_MARKET_COVER[session], 100)
  return Number.isSafeInteger(total) ? total : Number.POSITIVE_INFINITY
}

/** The largest margin level that is shown, hundredths of a percent, positive or negative. */
export const LEVEL_MAX = 1_000_000_000_000

/**
 * Margin level in hundredths of a percent, cut to the smaller number also below zero; `undefined` with no margin used.
 */
export function marginLevelOf(equity: Micros, used: Micros): number | undefined {
  if (used === 0) return undefined
  const level = ratioIfFits([equity, 10_000], [used], 'floor') ?? Math.sign(equity) * LEVEL_MAX
  return Math.max(-LEVEL_MAX, Math.min(level, LEVEL_MAX))
}

/** HazardRate without equity, and its largest value. */
export const HAZARD_MAX = 99_999

/**
 * HazardRate in hundredths: maintenance margin (half of used) / equity x 100, up; 0 without a position, 999.99 at most
 * and without equity.
 */
export function hazardRateOf(equity: Micros, used: Micros): number {
  if (used === 0) return 0
  if (equity <= 0) return HAZARD_MAX
  return Math.min(ratioIfFits([used, 10_000], [2, equity], 'up') ?? HAZARD_MAX, HAZARD_MAX)
}
