/**
 * Wall time without its jumps ahead: it follows the wall clock back at once, and ahead no faster than the monotonic
 * clock. Answers to requests end by it, so a wall clock that is days ahead for a moment ends none. A machine that was
 * suspended keeps them longer by the time of the suspension. A new one trusts the wall clock, unless it begins at a
 * time that was believed. docs/decisions/0055 and 0112 say why.
 */
export class GuardedTime {
  #at = Number.POSITIVE_INFINITY
  #moment = Number.NEGATIVE_INFINITY

  /** `believed`: a wall time before which the clocks were right, and the monotonic clock now. */
  constructor(believed?: { readonly wall: number; readonly moment: number }) {
    if (believed === undefined) return
    this.#at = believed.wall
    this.#moment = believed.moment
  }

  /** `wall`: the wall clock. `moment`: the monotonic clock. Both in milliseconds, now. */
  at({ wall, moment }: { readonly wall: number; readonly moment: number }): number {
    this.#at = Math.min(wall, this.#at + (moment - this.#moment))
    this.#moment = moment
    return this.#at
  }
}
