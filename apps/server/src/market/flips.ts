/**
 * Whether a source goes to and fro between two prices: it mixes two lines, of which one is old or broken. Each of its
 * rows may be within the guard, so that none is suspect by itself, and a trader who knows the right line earns at each
 * turn. A *leap* is a move that is unusual for the rows of the last minute or so, and after which an order at the price
 * before it would earn. A *flip* is a leap back to a price that the source had left by a leap, or the same leap again:
 * then the source has come back row by row meanwhile.
 */
import type { Millis, Points } from '@veritick/domain'
import { distance, earnedBy, usualPart } from './doubts.ts'
import type { FeedQuote } from './feed.ts'
import { RankWindow } from './ranks.ts'

/**
 * The usual move is taken from so many rows, believed or not: a lively market soon has larger ones. Few, because rows
 * of before a piece of news say nothing about the rows after it.
 */
const ROWS_KEPT = 60
const ROWS_MIN = 20
/**
 * The move from the row before, from the second, third and fourth one before: the smallest of them is the usual one. A
 * source that mixes two lines comes back to one of its last rows, and a market wanders away from them.
 */
const ROWS_BACK = 4
/** A percentile below the half: mixed at random, half of the rows are on the line of the row before. */
const PERCENTILE = 40
/** A leap is farther than so many usual moves. */
const USUAL_MOVES = 6
/** A row more than so many times as wide as the narrow ones may lie over both lines. */
const WIDER_MAX = 2
const NARROW = 25
/** Flips and leaps are remembered for this long. Milliseconds of market time. */
const REMEMBERED_FOR = 60_000
/** So many leaps are remembered, the newest. */
const LEAPS_MAX = 8
/** Flips of the last minute that earn more than this share of the guard say that the source is not steady. */
const GUARD_EARNED = 0.5
/** Of a source that was not steady in the last minutes: more than so many usual spreads. */
const SPREADS_EARNED = 4
/** Within this share of its leap a flip comes back, or a leap is the same again. */
const NEAR = 0.25
/** Without a flip for this long the source is steady again. Twice as long after each further time. Market time. */
const STEADY_FOR = 1_000
const STEADY_MAX = 60_000
/** The source is watched for so long after it was found not to be steady. Milliseconds of market time. */
const WATCHED_FOR = 600_000
/** After so many times of it the time without a flip is the longest. */
const ALARMS_MAX = 8

/** A leap from one quote to another. */
type Leap = { readonly from: FeedQuote; readonly to: FeedQuote; readonly side: number; readonly at: Millis }

/**
 * `spread`: the usual one, `spreadTypical`: that of the catalogue, `guard`: the smallest one, all in points.
 * `isBelieved`: the row before was published.
 */
export type Usual = {
  readonly spread: number
  readonly spreadTypical: Points
  readonly guard: number
  readonly isBelieved: boolean
}

export class Flips {
  readonly #moves = Array.from({ length: ROWS_BACK }, () => new RankWindow(ROWS_KEPT))
  readonly #spreads = new RankWindow(ROWS_KEPT)
  /** The newest last. */
  #rows: readonly FeedQuote[] = []
  #leaps: readonly Leap[] = []
  /** With each: the points that an order at the price before it would have earned. */
  #flips: readonly { readonly at: Millis; readonly earned: number }[] = []
  /** Of the newest flip while the source is not steady. */
  #unsteadySince: Millis | undefined
  /** When the source was found not to be steady. */
  #alarms: readonly Millis[] = []

  /** `at`: market time now. The row is valid and later than those before it. True while the source is not steady. */
  see(quote: FeedQuote, at: Millis, usual: Usual): boolean {
    const spread = quote.ask - quote.bid
    this.#spreads.add(spread)
    this.#look(quote, at, usual)
    if (this.#unsteadySince === undefined) return false
    const steadyFor = Math.min(STEADY_MAX, STEADY_FOR * 2 ** (this.#alarms.length - 1))
    if (at - this.#unsteadySince >= steadyFor) this.#unsteadySince = undefined
    return this.#unsteadySince !== undefined
  }

  #look(quote: FeedQuote, at: Millis, usual: Usual): void {
    const rows = this.#rows
    for (const [back, moves] of this.#moves.entries()) {
      const before = rows.at(-1 - back)
      if (before === undefined) continue
      moves.add(usualPart(Math.abs(quote.bid - before.bid), before, quote, usual.spreadTypical))
    }
    this.#rows = [...rows, quote].slice(-ROWS_BACK)
    if (this.#spreads.count < ROWS_MIN) return
    const unusual = USUAL_MOVES * this.#usualMove()
    for (const before of rows.toReversed()) {
      if (earnedBy(before, quote) > 0) {
        if (Math.abs(quote.bid - before.bid) > unusual) this.#leap(quote, before, at, usual)
        return
      }
      // A wide row that lies over both lines hides the row before it.
      const isOver = before.ask - before.bid > WIDER_MAX * this.#spreads.percentile(NARROW)
      if (!isOver || distance(before, quote) <= unusual) return
    }
  }

  #usualMove(): number {
    return Math.min(...this.#moves.map((moves) => moves.percentile(PERCENTILE)))
  }

  #leap(quote: FeedQuote, last: FeedQuote, at: Millis, { spread, guard, isBelieved }: Usual): void {
    this.#leaps = this.#leaps.filter((leap) => at - leap.at <= REMEMBERED_FOR)
    this.#flips = this.#flips.filter((flip) => at - flip.at <= REMEMBERED_FOR)
    this.#alarms = this.#alarms.filter((alarm) => at - alarm <= WATCHED_FOR)
    const side = Math.sign(quote.bid - last.bid)
    const near = Math.max(this.#spreads.median(), NEAR * Math.abs(quote.bid - last.bid))
    const isNear = (one: FeedQuote, other: FeedQuote) => Math.abs(one.bid - other.bid) <= near
    const isFlip = this.#leaps.some((leap) =>
      leap.side === side ? isNear(leap.from, last) && isNear(leap.to, quote) : isNear(leap.from, quote),
    )
    this.#leaps = [...this.#leaps, { from: last, to: quote, side, at }].slice(-LEAPS_MAX)
    if (!isFlip) return
    const strict = SPREADS_EARNED * spread
    const limit = this.#alarms.length > 0 ? strict : Math.max(strict, GUARD_EARNED * guard)
    const earned = earnedBy(last, quote)
    // No order was filled at a single spike, which was never published. A second one within a minute is no accident.
    this.#flips = [...this.#flips, { at, earned: isBelieved ? earned : Math.min(earned, limit) }]
    if (this.#unsteadySince === undefined) {
      if (this.#flips.reduce((total, flip) => total + flip.earned, 0) <= limit) return
      this.#alarms = [...this.#alarms, at].slice(-ALARMS_MAX)
    }
    this.#unsteadySince = at
  }
}
