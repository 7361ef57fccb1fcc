/**
 * Whether a source goes to and fro between two prices: it mixes two lines, of which one is old or broken. Each of its
 * rows may be within the guard, so that none is suspect by itself, and a trader who knows the right line earns at each
 * turn. A *leap* is a move after which an order at the price before it would earn. A *flip* is a leap back to a price
 * that the source had left by a leap.
 */
import type { Millis } from '@veritick/domain'
import type { FeedQuote } from './feed.ts'

/** Flips and leaps are remembered for this long. Milliseconds of market time. */
const REMEMBERED_FOR = 60_000
/** So many prices that the source has left are remembered, the newest. */
const LEFT_MAX = 8
/** Flips of the last minute that earn more than so many usual spreads say that the source is not steady. */
const SPREADS_EARNED = 4
/** A leap is farther than so many usual moves of the instrument. */
const USUAL_MOVES = 4
/** Without a leap for this long the source is steady again. Twice as long after each further flip. Market time. */
const STEADY_FOR = 1_000
const STEADY_MAX = 60_000
/** The time doubles with each flip of this long in which the source was not steady. Milliseconds of market time. */
const WATCHED_FOR = 600_000
/** With so many flips the time is the longest. */
const ALARMS_MAX = 8

type Left = { readonly quote: FeedQuote; readonly side: number; readonly at: Millis }

/** `spread` and `move`: the usual ones, in points. `isBelieved`: the row before was published. */
export type Usual = { readonly spread: number; readonly move: number; readonly isBelieved: boolean }

export class Flips {
  #last: FeedQuote | undefined
  #left: readonly Left[] = []
  /** With each: the points that an order at the price before it would have earned. */
  #flips: readonly { readonly at: Millis; readonly earned: number }[] = []
  /** Of the newest leap while the source is not steady. */
  #unsteadySince: Millis | undefined
  /** The flips with which the source was not steady. */
  #alarms: readonly Millis[] = []

  /** `at`: market time now. The row is valid and later than those before it. True while the source is not steady. */
  see(quote: FeedQuote, at: Millis, usual: Usual): boolean {
    const last = this.#last
    this.#last = quote
    this.#left = this.#left.filter((left) => at - left.at <= REMEMBERED_FOR)
    this.#flips = this.#flips.filter((flip) => at - flip.at <= REMEMBERED_FOR)
    if (last !== undefined) this.#look(last, quote, at, usual)
    if (this.#unsteadySince === undefined) return false
    const steadyFor = Math.min(STEADY_MAX, STEADY_FOR * 2 ** (this.#alarms.length - 1))
    if (at - this.#unsteadySince >= steadyFor) this.#unsteadySince = undefined
    return this.#unsteadySince !== undefined
  }

  #look(last: FeedQuote, quote: FeedQuote, at: Millis, { spread, move, isBelieved }: Usual): void {
    const earned = Math.max(quote.bid - last.ask, last.bid - quote.ask)
    const size = Math.abs(quote.bid - last.bid)
    if (earned <= 0 || size <= USUAL_MOVES * move) return
    const side = Math.sign(quote.bid - last.bid)
    const near = Math.max(spread, size / 2)
    const isFlip = this.#left.some((left) => left.side !== side && Math.abs(left.quote.bid - quote.bid) <= near)
    this.#left = [...this.#left, { quote: last, side, at }].slice(-LEFT_MAX)
    const limit = SPREADS_EARNED * spread
    // No order was filled at a single spike, which was never published. A second one within a minute is no accident.
    if (isFlip) this.#flips = [...this.#flips, { at, earned: isBelieved ? earned : Math.min(earned, limit) }]
    const sum = this.#flips.reduce((total, flip) => total + flip.earned, 0)
    if (this.#unsteadySince === undefined && sum <= limit) return
    this.#unsteadySince = at
    if (isFlip) this.#alarms = [...this.#alarms.filter((alarm) => at - alarm <= WATCHED_FOR), at].slice(-ALARMS_MAX)
  }
}
