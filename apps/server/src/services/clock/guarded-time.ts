/**
 * Wall time without its jumps ahead: it follows the wall clock back at once, and ahead no faster than the monotonic
 * clock. Answers to requests end by it, so a wall clock that is days ahead for a moment ends none. A machine that was
 * suspended keeps them longer by the time of the suspension. A new one trusts the wall clock. docs/decisions/0055 says
 * why.
 */
export class GuardedTime {
  #at = Number.POSITIVE_INFINITY
  #moment = Number.NEGATIVE_INFINITY

  /** `wall`: the wall clock. `moment`: the monotonic clock. Both in milliseconds, now. */
  at({ wall, moment }: { readonly wall: number; readonly moment: number }): number {
    this.#at = Math.min(wall, this.#at + (moment - this.#moment))
    this.#moment = moment
    return this.#at
  }
}
