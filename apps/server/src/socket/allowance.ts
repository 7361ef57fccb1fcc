/**
 * A fixed number of things in a second; at most what one second gives is saved up. Times are milliseconds of any steady
 * clock.
 */
const SECOND = 1000

export class Allowance {
  readonly #perSecond: number
  #left: number
  #at: number | undefined

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
  }

  /** True: one more is allowed now. Taking it is `spend`. */
  has(now: number): boolean {
    this.#refill(now)
    return this.#left >= 1
  }

  spend(): void {
    this.#left -= 1
  }

  /** True: nothing of the last second counts any more. */
  isFull(now: number): boolean {
    this.#refill(now)
    return this.#left >= this.#perSecond
  }

  #refill(now: number): void {
    const passed = now - (this.#at ?? now)
    this.#at = now
    this.#left = Math.min(this.#perSecond, this.#left + (passed * this.#perSecond) / SECOND)
  }
}
