/**
 * How often something may happen for one key, such as a network address, in a while. Kept in memory and bounded: a
 * restart forgives, and when there are too many keys the oldest is forgotten first.
 */

/** Keys kept by one ceiling. */
const KEYS_MAX = 100_000

export type Ceiling = {
  /** True: it may, and is counted. False: the ceiling is reached. */
  take(key: string): boolean
  /** It was none of what is counted after all. */
  giveBack(key: string): void
}

/** `now`: milliseconds of any clock that only grows. */
export function ceilingOf(options: {
  readonly now: () => number
  readonly max: number
  readonly millis: number
}): Ceiling {
  const { now, max, millis } = options
  const counters = new Map<string, { count: number; readonly until: number }>()

  function counterOf(key: string) {
    const known = counters.get(key)
    if (known !== undefined && known.until > now()) return known
    const counter = { count: 0, until: now() + millis }
    counters.delete(key)
    counters.set(key, counter)
    const oldest = counters.keys().next().value
    if (counters.size > KEYS_MAX && oldest !== undefined) counters.delete(oldest)
    return counter
  }

  return {
    take: (key) => {
      const counter = counterOf(key)
      if (counter.count >= max) return false
      counter.count += 1
      return true
    },
    giveBack: (key) => {
      const counter = counters.get(key)
      if (counter !== undefined && counter.count > 0) counter.count -= 1
    },
  }
}
