/**
 * The wall clock as a market clock: compared with the monotonic clock, which no operator and no time server sets. A
 * wall clock that jumps halts trading, because its sessions would open and its nights be charged at a wrong time. It
 * says what ends the halt.
 */
import type { Millis } from '@veritick/domain'
import { rolloverAfter } from './rollovers.ts'

/** The wall clock may differ from the monotonic one by this much. */
export const DIFFERENCE_MAX = 2_000
/**
 * A time server moves a clock by at most this share of the time that passes: such a correction is followed, not
 * refused.
 */
const SLEW_MAX = 0.001
/**
 * A jumped clock that has run evenly for this long is believed: a virtual machine was suspended, or an operator set the
 * clock right. Not where a 17:00 New York lies between market time and the clock: a night is charged only after an
 * operator has looked, so that takes a start with --trust-clock.
 */
export const SETTLED_AFTER = 60_000

/**
 * `jumped`: the wall clock has left the monotonic one. `behind_journal`: the journal holds a later market time than the
 * wall clock shows; trading resumes when the clock has come there. `difference`: wall clock minus what it should say,
 * milliseconds.
 */
export type ClockFault = { readonly kind: 'jumped' | 'behind_journal'; readonly difference: number }

export type Clocks = {
  readonly wallClock: () => Millis
  /** Milliseconds since any moment; it only runs forward, and at the pace of real time. */
  readonly monotonicClock: () => number
}

export class CheckedClock {
  readonly #clocks: Clocks
  /** The expected wall time at `#steady`. */
  #expected: number
  #steady: number
  /** The wall clock minus what it should say, and since when that has been so. */
  #jump: { readonly difference: number; readonly since: number } | undefined

  constructor(clocks: Clocks) {
    this.#clocks = clocks
    this.#expected = clocks.wallClock()
    this.#steady = clocks.monotonicClock()
  }

  /**
   * A process before this one has not believed the wall clock: unless it shows a moment near `expected` now, it counts
   * as jumped, and settles by the same rules.
   */
  doubt(expected: Millis): void {
    this.#expected = expected
    this.#steady = this.#clocks.monotonicClock()
  }

  /** How far the wall clock is off, milliseconds; `undefined` while it is believed. As of the last reading. */
  get difference(): number | undefined {
    return this.#jump?.difference
  }

  /** The wall clock, or `undefined` while it is not believed. `market`: where market time stands. */
  read(market: Millis): Millis | undefined {
    const wall = this.#clocks.wallClock()
    const steady = this.#clocks.monotonicClock()
    const passed = steady - this.#steady
    this.#steady = steady
    this.#expected += passed
    const difference = wall - this.#expected
    if (Math.abs(difference) <= DIFFERENCE_MAX) {
      this.#jump = undefined
      this.#expected += Math.max(-passed * SLEW_MAX, Math.min(passed * SLEW_MAX, difference))
      return wall
    }
    if (this.#jump === undefined || Math.abs(difference - this.#jump.difference) > DIFFERENCE_MAX) {
      this.#jump = { difference, since: steady }
    }
    const isSettled = steady - this.#jump.since >= SETTLED_AFTER
    if (!isSettled || rolloverAfter(market) <= wall) return undefined
    this.#expected = wall
    this.#jump = undefined
    return wall
  }
}
