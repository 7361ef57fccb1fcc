/**
 * Counts by key, each in a window of its own that begins with its first count. Kept in memory and bounded: a restart
 * forgets the counts, and with too many keys the oldest key is forgotten first.
 */

/** Keys kept at once. */
const KEYS_MAX = 100_000

type Counter = { count: number; readonly until: number }

export class WindowCounters {
  readonly #counters = new Map<string, Counter>()
  readonly #now: () => number

  /** `now`: milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  count(key: string): number {
    return this.#current(key)?.count ?? 0
  }

  /** Milliseconds until the key's window ends; 0: it has none. */
  left(key: string): number {
    const counter = this.#current(key)
    return counter === undefined ? 0 : counter.until - this.#now()
  }

  /** `millis`: length of the window that begins where the key has none. */
  add(key: string, millis: number): void {
    const counter = this.#current(key) ?? this.#begin(key, millis)
    counter.count += 1
  }

  giveBack(key: string): void {
    const counter = this.#current(key)
    if (counter !== undefined && counter.count > 0) counter.count -= 1
  }

  forget(key: string): void {
    this.#counters.delete(key)
  }

  #current(key: string): Counter | undefined {
    const counter = this.#counters.get(key)
    return counter !== undefined && counter.until > this.#now() ? counter : undefined
  }

  #begin(key: string, millis: number): Counter {
    const counter = { count: 0, until: this.#now() + millis }
    // The newest key stands last.
    this.#counters.delete(key)
    this.#counters.set(key, counter)
    const oldest = this.#counters.keys().next().value
    if (this.#counters.size > KEYS_MAX && oldest !== undefined) this.#counters.delete(oldest)
    return counter
  }
}
