/**
 * How well an account traded: the formulas of the ranking. Whole numbers only, each rounding names its direction, and
 * every doubt counts against the account, so that no deposit, withdrawal or open position makes a record look better
 * than it is. docs/domain/ranking.md explains them; decision 62 says why they are so.
 */
import { type Micros, micros, PPM, type Ppm, ppm } from './numbers.ts'
import { ratio, ratioIfFits } from './round.ts'

/** The growth index of a new record: 1.000000000. */
export const INDEX_START = 1_000_000_000
/** A millionfold growth: the index stays there. */
export const INDEX_MAX = 1_000_000_000_000_000
/** A gain counts as if the account held at least this much: 500 USD. A lucky trade on a few dollars is no record. */
export const CAPITAL_COUNTED_MIN = micros(500_000_000)
/** Closed positions from which a win rate says something. */
export const WIN_RATE_CLOSED_MIN = 10
/** Rates are shown up to this: 1,000,000.00 %. In hundredths of a percent. */
export const RATE_MAX = 100_000_000
/** All is lost: -100.00 %. */
const RATE_MIN = -10_000

/** A record up to the last moment at which the equity of the account was measured. */
export type Growth = {
  /** Product of all growth since the start, in 1e-9. 0: everything was lost once, and that stays. */
  readonly index: number
  /** Measured equity, with the flows of that moment. */
  readonly equity: Micros
  /** Highest index so far. */
  readonly peak: number
  /** Worst fall of the index from a peak before it. */
  readonly drawdown: Ppm
  /** The result of trading since the start: profit, fees and financing, without deposits and withdrawals. */
  readonly profit: Micros
}

/** Money that came in (positive) or went out for another reason than trading. */
export type Flow = {
  readonly amount: Micros
  /** Equity before it; `undefined` while a position was open, because its worth at that moment is not recorded. */
  readonly before: Micros | undefined
}

/** A record begins with its first money. */
export function newGrowth(equity: Micros): Growth {
  return { index: INDEX_START, equity, peak: INDEX_START, drawdown: ppm(0), profit: micros(0) }
}

/**
 * The record at the next measured equity. `flows`: all since the last measurement, oldest first. A flow whose equity is
 * known ends a sub-period, so money that comes or goes is no growth (time-weighted return). Over flows with an open
 * position the result counts on the least favourable capital of that time.
 */
export function measureGrowth(
  growth: Growth,
  measured: { readonly flows: readonly Flow[]; readonly equity: Micros },
): Growth {
  let now = growth
  let capitals: Micros[] = [growth.equity]
  let moved = 0
  for (const { amount, before } of measured.flows) {
    if (before === undefined) {
      moved += amount
      capitals.push(micros(now.equity + moved))
      continue
    }
    now = { ...grown(now, { capitals, moved, equity: before }), equity: micros(before + amount) }
    capitals = [now.equity]
    moved = 0
  }
  return grown(now, { capitals, moved, equity: measured.equity })
}

function grown(
  growth: Growth,
  period: { readonly capitals: readonly Micros[]; readonly moved: number; readonly equity: Micros },
): Growth {
  const { equity, moved, capitals } = period
  const result = micros(equity - growth.equity - moved)
  const index = nextIndex(growth.index, { result, capital: capitalOf(capitals, result) })
  const peak = Math.max(growth.peak, index)
  const fall = ratio([peak - index, PPM], [peak], 'up')
  return {
    index,
    equity,
    peak,
    drawdown: ppm(Math.max(growth.drawdown, fall)),
    profit: micros(growth.profit + result),
  }
}

/**
 * The capital that a result counts on: the largest for a gain, the smallest that could lose as much for a loss.
 * `undefined`: no capital of that time could, so everything is lost.
 */
function capitalOf(capitals: readonly Micros[], result: Micros): Micros | undefined {
  if (result >= 0) return micros(Math.max(CAPITAL_COUNTED_MIN, ...capitals))
  const able = capitals.filter((capital) => capital + result >= 0)
  return able.length === 0 ? undefined : micros(Math.min(...able))
}

/** index x (capital + result) / capital, rounded down. */
function nextIndex(
  index: number,
  { result, capital }: { readonly result: Micros; readonly capital: Micros | undefined },
): number {
  if (result === 0) return index
  if (capital === undefined) return 0
  return Math.min(ratioIfFits([index, capital + result], [capital], 'down') ?? INDEX_MAX, INDEX_MAX)
}

/** Growth from one index to a later one, in hundredths of a percent, rounded to the smaller number. */
export function growthRate({ from, to }: { readonly from: number; readonly to: number }): number {
  if (from === 0) return RATE_MIN
  return Math.min(ratioIfFits([to - from, 10_000], [from], 'floor') ?? RATE_MAX, RATE_MAX)
}

/** Worst drawdown in hundredths of a percent, rounded up. */
export const drawdownRate = (drawdown: Ppm): number => ratio([drawdown], [100], 'up')

/**
 * Share of closed positions that won after their costs, in hundredths of a percent, rounded down; `undefined` below
 * WIN_RATE_CLOSED_MIN positions.
 */
export function winRate({ closed, won }: { readonly closed: number; readonly won: number }): number | undefined {
  return closed < WIN_RATE_CLOSED_MIN ? undefined : ratio([won, 10_000], [closed], 'down')
}

/** The leverage of a record: the middle one of its closed positions, the smaller of two; `undefined`: there is none. */
export function typicalLeverage(
  counts: readonly { readonly leverage: number; readonly positions: number }[],
): number | undefined {
  const sorted = [...counts].sort((a, b) => a.leverage - b.leverage)
  const all = sorted.reduce((sum, { positions }) => sum + positions, 0)
  let passed = 0
  for (const { leverage, positions } of sorted) {
    passed += positions
    if (passed * 2 >= all) return leverage
  }
  return undefined
}
