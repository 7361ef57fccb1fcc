/**
 * The prices of one gate that are in doubt. *Lost* prices are those of before a silence, a session or an invalid row: a
 * source that returns may send them again although the market has left them. A suspect that comes again is in doubt
 * too. Prices are believed once they have come often and for long, because a quiet market may stand still.
 */
import type { Millis, Points } from '@veritick/domain'
import type { FeedQuote } from './feed.ts'

/**
 * Prices are believed once the source has sent them again for this long, in milliseconds of market time from the first
 * repetition on: a source that was silent sends its last row again when it returns.
 */
export const REPEATED_FOR = 10_000
/** They must also have come again this often: a source that returns several times sends its last row each time. */
const REPEATED_MIN = 6
/** A lost price is in doubt for this long after the next good quote. Milliseconds of market time. */
export const LOST_FOR = 10_000
/** So many lost prices are kept in doubt, the newest: a source may be away several times before its price goes on. */
const LOST_MAX = 4
/** So many good quotes are remembered, the newest: a source that returns may send several rows at once. */
const RECENT_MAX = 8

export type Prices = Pick<FeedQuote, 'bid' | 'ask'>

/** How often the prices have come again, and the market time of the first time. */
type Repeated = Prices & { readonly count: number; readonly first: number }

/** In doubt until this market time; without an end before the next good quote. */
type Lost = Repeated & { readonly until: number }

const NOT_REPEATED = { count: 0, first: 0 }

export class Doubts {
  readonly #hasLost: boolean
  #lost: readonly Lost[] = []
  /** The suspect that came again. */
  #suspect: Repeated | undefined
  #recent: readonly Prices[] = []

  /** `hasLost`: false for quotes made from bars, of which one may open at the close of the one before. */
  constructor({ hasLost }: { readonly hasLost: boolean }) {
    this.#hasLost = hasLost
  }

  /** Prices that come again keep their count. */
  lose({ bid, ask }: Prices): void {
    if (!this.#hasLost) return
    const { count, first } = this.#repetitionsOf({ bid, ask }) ?? NOT_REPEATED
    const others = this.#lost.filter((lost) => !isSame(lost, { bid, ask }))
    this.#lost = [...others, { bid, ask, count, first, until: Number.POSITIVE_INFINITY }].slice(-LOST_MAX)
  }

  /** A session begins: the repetitions before it say nothing about it. */
  countAnew(): void {
    this.#lost = this.#lost.map((lost) => ({ ...lost, ...NOT_REPEATED }))
    this.#suspect = undefined
  }

  /** Another row has come. */
  forgetSuspect(): void {
    this.#suspect = undefined
  }

  /** `ending`: a good quote has come since the prices were lost. `undefined`: they are not lost. */
  doubtOf(prices: Prices, at: Millis): 'lost' | 'ending' | undefined {
    const lost = this.#lost.find((each) => at <= each.until && isSame(each, prices))
    if (lost === undefined) return undefined
    return lost.until < Number.POSITIVE_INFINITY ? 'ending' : 'lost'
  }

  /** A good quote has come: the doubts about lost prices end some time after it. */
  endAfter(quote: Prices, at: Millis): void {
    if (this.#lost.length === 0) return
    this.#lost = this.#lost
      .filter((lost) => at <= lost.until && !isSame(lost, quote))
      .map((lost) => ({ ...lost, until: Math.min(lost.until, at + LOST_FOR) }))
  }

  /**
   * Counts the row as a repetition of its prices. Each lost price has a count of its own, which other rows do not end:
   * a market may go to and fro between two of them.
   */
  isRepeatedEnough({ bid, ask }: Prices, at: Millis): boolean {
    const isOf = (prices: Prices) => isSame(prices, { bid, ask })
    const before = this.#repetitionsOf({ bid, ask })
    const first = before === undefined || before.count === 0 ? at : before.first
    const count = (before?.count ?? 0) + 1
    this.#suspect = { bid, ask, count, first }
    this.#lost = this.#lost.map((lost) => (isOf(lost) ? { ...lost, count, first } : lost))
    return count >= REPEATED_MIN && at - first >= REPEATED_FOR
  }

  /** A live quote was believed. */
  remember({ bid, ask }: Prices): void {
    if (!this.#hasLost) return
    this.#recent = [...this.#recent, { bid, ask }].slice(-RECENT_MAX)
  }

  /** Whether the prices are those of one of the newest good quotes. */
  isRecent(prices: Prices): boolean {
    return this.#recent.some((each) => isSame(each, prices))
  }

  #repetitionsOf(prices: Prices): Repeated | undefined {
    const suspect = this.#suspect
    return (
      this.#lost.find((lost) => isSame(lost, prices)) ??
      (suspect !== undefined && isSame(suspect, prices) ? suspect : undefined)
    )
  }
}

/** How far apart two quotes are: the larger move of bid and ask, because orders are filled at either. */
export function distance(from: Prices, to: Prices): number {
  return Math.max(Math.abs(to.bid - from.bid), Math.abs(to.ask - from.ask))
}

/** 1: bid and ask both lie beyond the guard above, -1: below, 0: neither. */
export function sideOf(from: Prices, to: Prices, guard: number): number {
  if (Math.min(to.bid - from.bid, to.ask - from.ask) > guard) return 1
  return Math.max(to.bid - from.bid, to.ask - from.ask) < -guard ? -1 : 0
}

/** Points that an order at the first quote earns at the second one; negative: it loses. */
export function earnedBy(from: Prices, to: Prices): number {
  return Math.max(to.bid - from.ask, from.bid - to.ask)
}

/**
 * The part of a move that says how far the market usually moves, in points: what an order would have earned by it, and
 * a typical spread. A source whose spread alone goes to and fro, under an ask that stands still, teaches nothing: after
 * it a leap that earns would be no larger than its usual moves.
 */
export function usualPart(move: number, from: Prices, to: Prices, spreadTypical: Points): number {
  return Math.min(move, Math.max(0, earnedBy(from, to)) + spreadTypical)
}

export function isSame(one: Prices, other: Prices): boolean {
  return one.bid === other.bid && one.ask === other.ask
}
