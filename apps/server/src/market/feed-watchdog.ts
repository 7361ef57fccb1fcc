/**
 * Detects a silent feed, on the market clock. A feed whose own loop has stalled stops its clock too, so the clock alone
 * cannot show it: real time is counted as well, as the market time that should have passed.
 */
import { type Millis, millis } from '@veritick/domain'

/** A feed without a message for this long makes every instrument stale. */
const SILENCE_MAX = 10_000
/**
 * At a high replay speed SILENCE_MAX would be too short: a busy machine or a slow disk is no silent feed. Real time.
 */
const STALL_MIN = 5_000
/** How often the feed is checked. Real time. */
export const FEED_CHECK_EVERY = 1_000

export class FeedWatchdog {
  #receivedAt: Millis
  #quiet = 0
  readonly #quietMax: number

  /** `speed`: market milliseconds in a real one; 0 for a feed whose clock moves only when it speaks. */
  constructor(receivedAt: Millis, speed: number) {
    this.#receivedAt = receivedAt
    this.#quietMax = Math.max(SILENCE_MAX / speed, STALL_MIN)
  }

  received(at: Millis): void {
    this.#receivedAt = millis(Math.max(this.#receivedAt, at))
    this.#quiet = 0
  }

  /**
   * The caller calls this every FEED_CHECK_EVERY. Calls are counted, not the time between them: while this process
   * cannot run, it cannot receive messages, which says nothing about the feed.
   */
  isSilent(clock: Millis): boolean {
    this.#quiet += FEED_CHECK_EVERY
    return clock - this.#receivedAt > SILENCE_MAX || this.#quiet > this.#quietMax
  }
}
