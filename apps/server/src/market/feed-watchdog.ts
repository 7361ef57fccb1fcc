/**
 * Whether the feed gives signs of life, on the market clock. A feed whose own loop has stalled takes its clock along and cannot be caught
 * by it: real time is counted, too, as the market time that should have passed in it.
 */
import { type Millis, millis } from '@veritick/domain'

/** A feed without a sign of life for so long makes every instrument stale. */
const SILENCE_MAX = 10_000
/** At a high replay speed that would be a blink: a busy machine or a slow disk is no silent feed. Real time. */
const STALL_MIN = 5_000
/** How often the feed is listened for. Real time. */
export const LISTEN_EVERY = 1_000

export class Silence {
  #heardAt: Millis
  #quiet = 0
  readonly #quietMax: number

  /** `speed`: market milliseconds in a real one; 0 for a feed whose clock moves only when it speaks. */
  constructor(heardAt: Millis, speed: number) {
    this.#heardAt = heardAt
    this.#quietMax = Math.max(SILENCE_MAX / speed, STALL_MIN)
  }

  hear(at: Millis): void {
    this.#heardAt = millis(Math.max(this.#heardAt, at))
    this.#quiet = 0
  }

  /**
   * To be called every LISTEN_EVERY. Calls are counted, not the time between them: while this process cannot run, the feed cannot be
   * heard either, and that says nothing about it.
   */
  listen(clock: Millis): boolean {
    this.#quiet += LISTEN_EVERY
    return clock - this.#heardAt > SILENCE_MAX || this.#quiet > this.#quietMax
  }
}
