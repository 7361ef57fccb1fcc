/**
 * Where prices come from, as the market sees it. A feed owns the market clock: real time for a live one, the
 * recording's time for a replay. It gives quotes in the order of their time and nothing else; what they are worth is
 * decided by quality.ts.
 */
import type { InstrumentId, Millis, Points, Ppm } from '@veritick/domain'
import type { Candle } from './candles.ts'
import type { ClockFault } from './clock.ts'

export type FeedQuote = {
  readonly instrument: InstrumentId
  /** The source's time. */
  readonly time: Millis
  readonly bid: Points
  readonly ask: Points
  /**
   * The volume that the quote adds to a candle: 1 for a single quote, a share of the bar's for a quote made from a bar.
   */
  readonly volume: number
}

export type FeedListener = {
  /** Quotes come in the order of their time. Each is a sign of life, too. */
  quote(quote: FeedQuote): void
  /** A sign of life: the clock stands at `at` and every quote up to it has been given. */
  alive(at: Millis): void
  /** The clock skipped a stretch: no candles and no nights for it. */
  leapt(to: Millis): void
  /** Quotes up to `to` were not given, although time passed; the feed's history knows them. */
  missed(to: Millis): void
  /**
   * The feed's clock cannot be believed (`clockFault` says why). The market clock stands still: nothing is traded, no
   * session changes and no night is charged until the next sign of life.
   */
  halted(at: Millis): void
  /** Nothing will ever come again. The clock stands still. */
  ended(at: Millis): void
}

/** The past of a feed, as far as it can give it at once. */
export type FeedHistory = {
  /** The candle of the quotes from `start` to before `end`; `undefined` without a quote. */
  candle(stretch: {
    readonly instrument: InstrumentId
    readonly start: Millis
    readonly end: Millis
  }): Candle | undefined
  /** The last quote before a moment, for an instrument that the feed covers. */
  quoteBefore(instrument: InstrumentId, moment: Millis): FeedQuote | undefined
}

export type Feed = {
  /** Name of the source, shown with an instrument. */
  readonly name: string
  /** True when the prices are made up: the app says so. */
  readonly simulated: boolean
  readonly history: FeedHistory | undefined
  /**
   * Market milliseconds for each real millisecond: 1 for a live feed; 0 where the clock moves only when the feed
   * speaks.
   */
  readonly speed: number
  /** False: the instrument stays closed. */
  covers(instrument: InstrumentId): boolean
  /**
   * Market time now. Never goes back, and moves only in a turn that also tells the listener of it: orders are dated by
   * it, and sessions open and close when the listener is told. An order at the time of a clock that runs by itself
   * could be filled up to FEED_CHECK_EVERY after its session has closed.
   */
  clock(): Millis
  /** Why the clock is not believed now; `undefined` while it is, and for a feed that has a clock of its own. */
  clockFault(): ClockFault | undefined
  /**
   * Milliseconds between two quotes where the feed makes them at a fixed distance; 0 where the source has a pace of its
   * own. Of the quotes that it gives now, as `guardMin` is: a feed may go on from bars to ticks.
   */
  spacing(instrument: InstrumentId): number
  /** A jump of at most this share of the price is not suspect; the whole price or more: no jump is. */
  guardMin(instrument: InstrumentId): Ppm
  /** The ordinary price, in steps, by the source's own rows; `undefined`: only the catalogue knows one. */
  ordinaryPrice(instrument: InstrumentId): number | undefined
  /**
   * Sets the clock and gives what was quoted before it, at least the last quote of each instrument that has one.
   * `pastFrom`: how far back of a moment is of use; `undefined`: everything. Quotes of one instrument come in the order
   * of their time. `shownTo`: customers may have seen quotes up to this moment before the stop, which is of use to a
   * feed that would give them again. `isClockDoubted`: the wall clock was not believed when the server ended.
   */
  open(from: {
    readonly resumeAt: Millis | undefined
    readonly shownTo?: Millis | undefined
    readonly isClockDoubted?: boolean
    readonly pastFrom: (moment: Millis) => Millis | undefined
    readonly past: (quote: FeedQuote) => void | Promise<void>
  }): Promise<void>
  /**
   * Begins to give quotes. Once, after `open`. Resolves when those up to `shownTo` were given. A feed that has a clock
   * of its own never passes `mayReach`, which the store knows as the new `shownTo`.
   */
  run(listener: FeedListener, mayReach?: () => Millis): void | Promise<void>
  stop(): Promise<void>
}

/** A jump of at most 0.2 % is not suspect. */
export const GUARD_MIN = 2_000 as Ppm
