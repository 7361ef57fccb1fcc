/**
 * Whether a source goes to and fro between two prices: it mixes two lines, of which one is old or broken. Each of its
 * rows may be within the guard, so that none is suspect by itself, and a trader who knows the right line earns at each
 * turn. A *leap* is a move that is unusual for the rows of the last minute or so, and after which an order at the price
 * before it would earn. A *flip* is a leap back to a price that the source had left by a leap, or the same leap again:
 * then the source has come back row by row meanwhile. Beside it earnings.ts limits, for every shape,
 * what the published rows would have earned.
 */
import type { Millis, Points } from '@veritick/domain'
import { distance, usualPart } from './doubts.ts'
import { Earnings } from './earnings.ts'
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
/**
 * Rows that are not published teach at most so many usual moves of those that are. News needs some: its first rows may
 * be held. Without a limit a source taught any move by rows on which no order was filled.
 */
const TAUGHT_MAX = 5
/** A leap is farther than so many usual moves. */
const USUAL_MOVES = 6
/** Flips and leaps are remembered for this long. Milliseconds of market time. */
const REMEMBERED_FOR = 60_000
/** So many leaps are remembered, the newest: rows of a source that is held must not push them out. */
const LEAPS_MAX = 64
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

/** From the price of an order to the price at which it earns. */
type Leap = { readonly from: number; readonly to: number; readonly at: Millis }

/** `isOrder`: a row had this ask or bid; else it is where the last move ended. */
type Turn = { readonly price: number; readonly isOrder: boolean }

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
  readonly #hasLeaps: boolean
  /** Of all rows, and of those that were published. */
  readonly #moves = new Moves()
  readonly #believed = new Moves()
  readonly #earnings: Earnings
  /** The lowest ask and the highest bid since the last move by which an order earned, or where that move ended. */
  #low: Turn | undefined
  #high: Turn | undefined
  /** The row that was one of them last. */
  #last: FeedQuote | undefined
  #leaps: readonly Leap[] = []
  /** With each: the points that an order at the price before it would have earned. */
  #flips: readonly { readonly at: Millis; readonly earned: number }[] = []
  /** Of the newest flip while the source is not steady. */
  #unsteadySince: Millis | undefined
  /** When the source was found not to be steady. */
  #alarms: readonly Millis[] = []

  /**
   * `hasLeaps`: false for quotes made from bars, which go to and fro by their making. Their earnings alone count.
   * `before`: of the quotes of another making before these. Their earnings count on, and so do the times at which the
   * source was not steady.
   */
  constructor({ hasLeaps, before }: { readonly hasLeaps: boolean; readonly before?: Flips | undefined }) {
    this.#hasLeaps = hasLeaps
    this.#earnings = before === undefined ? new Earnings() : before.#earnings
    if (before === undefined) return
    this.#alarms = before.#alarms
    this.#unsteadySince = before.#unsteadySince
  }

  /** `at`: market time now. The row is valid and later than those before it. True while the source is not steady. */
  see(quote: FeedQuote, at: Millis, usual: Usual): boolean {
    this.#moves.add(quote, usual.spreadTypical)
    if (this.#hasLeaps) this.#look(quote, at, usual)
    if (this.#earnings.isTooMuch(quote, at, usual.guard)) this.#alarm(at)
    const steadyFor = Math.min(STEADY_MAX, STEADY_FOR * 2 ** (this.#alarms.length - 1))
    if (this.#unsteadySince !== undefined && at - this.#unsteadySince >= steadyFor) this.#unsteadySince = undefined
    return this.#unsteadySince !== undefined
  }

  /** The row is published. */
  learn(quote: FeedQuote, at: Millis, { spreadTypical, guard }: Usual): void {
    this.#believed.add(quote, spreadTypical)
    this.#earnings.add(quote, at, guard)
  }

  /** A row that lies over both lines changes neither the low nor the high, however many of them come. */
  #look(quote: FeedQuote, at: Millis, usual: Usual): void {
    const { bid, ask } = quote
    const low = this.#low ?? { price: ask, isOrder: true }
    const high = this.#high ?? { price: bid, isOrder: true }
    const last = this.#last ?? quote
    const earned = Math.max(0, bid - low.price, high.price - ask)
    const isUp = earned === bid - low.price
    const [isLow, isHigh] = [ask <= low.price + earned, bid >= high.price - earned]
    this.#low = { price: isLow ? ask : low.price + earned, isOrder: isLow }
    this.#high = { price: isHigh ? bid : high.price - earned, isOrder: isHigh }
    if (isLow || isHigh) this.#last = quote
    const { price: from, isOrder } = isUp ? low : high
    // A move that goes on within a spread earns nothing by itself.
    if (earned <= (isOrder ? 0 : usual.spread) || this.#believed.count < ROWS_MIN) return
    const moved = Math.min(distance(last, quote), earned + (isOrder ? usual.spread : 0))
    if (moved > USUAL_MOVES * this.#usualMove()) this.#leap({ from, to: isUp ? bid : ask, at }, usual)
  }

  /** Rows at which no order is filled cost the source nothing, so they do not teach much alone. */
  #usualMove(): number {
    return Math.min(this.#moves.usual, TAUGHT_MAX * this.#believed.usual)
  }

  #leap(leap: Leap, { spread, guard, isBelieved }: Usual): void {
    const { from, to, at } = leap
    this.#leaps = this.#leaps.filter((each) => at - each.at <= REMEMBERED_FOR)
    this.#flips = this.#flips.filter((flip) => at - flip.at <= REMEMBERED_FOR)
    this.#alarms = this.#alarms.filter((alarm) => at - alarm <= WATCHED_FOR)
    const earned = Math.abs(to - from)
    const near = Math.max(spread, NEAR * earned)
    const isNear = (one: number, other: number) => Math.abs(one - other) <= near
    const isFlip = this.#leaps.some((each) =>
      Math.sign(each.to - each.from) === Math.sign(to - from)
        ? isNear(each.from, from) && isNear(each.to, to)
        : isNear(each.from, to),
    )
    this.#leaps = [...this.#leaps, leap].slice(-LEAPS_MAX)
    if (!isFlip) return
    const strict = SPREADS_EARNED * spread
    const limit = this.#alarms.length > 0 ? strict : Math.max(strict, GUARD_EARNED * guard)
    // No order was filled at a single spike, which was never published. A second one within a minute is no accident.
    this.#flips = [...this.#flips, { at, earned: isBelieved ? earned : Math.min(earned, limit) }]
    const isSteady = this.#unsteadySince === undefined
    if (isSteady && this.#flips.reduce((total, flip) => total + flip.earned, 0) <= limit) return
    this.#alarm(at)
  }

  #alarm(at: Millis): void {
    const alarms = this.#alarms.filter((alarm) => at - alarm <= WATCHED_FOR)
    if (this.#unsteadySince === undefined) this.#alarms = [...alarms, at].slice(-ALARMS_MAX)
    this.#unsteadySince = at
  }
}

/** How far the newest rows were from the ones before them. */
class Moves {
  readonly #windows = Array.from({ length: ROWS_BACK }, () => new RankWindow(ROWS_KEPT))
  /** The newest last. */
  #rows: readonly FeedQuote[] = []

  add(quote: FeedQuote, spreadTypical: Points): void {
    for (const [back, window] of this.#windows.entries()) {
      const before = this.#rows.at(-1 - back)
      if (before !== undefined) window.add(usualPart(Math.abs(quote.bid - before.bid), before, quote, spreadTypical))
    }
    this.#rows = [...this.#rows, quote].slice(-ROWS_BACK)
  }

  get count(): number {
    return this.#windows[0]?.count ?? 0
  }

  get usual(): number {
    return Math.min(...this.#windows.map((window) => window.percentile(PERCENTILE)))
  }
}
