/**
 * The 17:00s of New York at which financing is charged: the next one, and those that passed while the server was down,
 * each with the last quotes before it. So a missed night is charged at its own close and not at today's price.
 */
import { type InstrumentId, type Millis, millis, NEVER, rolloverInstants } from '@veritick/domain'
import type { MarketQuote } from './quote.ts'

export type MissedNight = { readonly at: Millis; readonly closes: ReadonlyMap<InstrumentId, MarketQuote> }

/** Milliseconds of eight calendar days, in which some 17:00 New York is charged for sure. */
const ROLLOVER_WITHIN = 8 * 24 * 3_600_000

/** Collects missed nights while the past is gone through in the order of time. */
export class MissedNights {
  readonly all: MissedNight[] = []
  #next: Millis

  /** Nights after `since` were missed; `undefined` in a new store, which has missed none. */
  constructor(since: Millis | undefined) {
    this.#next = since === undefined ? NEVER : rolloverAfter(since)
  }

  /**
   * The market clock is at `to`, and every quote before it was given: `closes` has the last quotes before a night.
   */
  pass(to: Millis, closes: (night: Millis) => ReadonlyMap<InstrumentId, MarketQuote>): void {
    for (; this.#next <= to; this.#next = rolloverAfter(this.#next))
      this.all.push({ at: this.#next, closes: closes(this.#next) })
  }
}

/** The first 17:00 New York after a moment at which some night is charged. */
export function rolloverAfter(at: Millis): Millis {
  return rolloverInstants(at, millis(at + ROLLOVER_WITHIN))[0] ?? NEVER
}

/** A 17:00 New York at or before a moment, where every trading day begins anew. */
export function rolloverBefore(at: Millis): Millis {
  const before = rolloverInstants(millis(at - ROLLOVER_WITHIN), at)
  return before[before.length - 1] ?? at
}
