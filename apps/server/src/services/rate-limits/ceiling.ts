/** How often something may happen for one key, such as a network address, in a window of time. */
import { networkScopes } from './network-scopes.ts'
import { WindowCounters } from './window-counters.ts'

export type Ceiling = {
  /** True: it may, and is counted. False: the ceiling is reached. */
  take(key: string): boolean
  /** Takes one count back. */
  giveBack(key: string): void
}

/** `now`: milliseconds of any clock that only grows. */
export function ceilingOf(options: {
  readonly now: () => number
  readonly max: number
  readonly millis: number
}): Ceiling {
  const { now, max, millis } = options
  const counters = new WindowCounters(now)
  return {
    take: (key) => {
      if (counters.count(key) >= max) return false
      counters.add(key, millis)
      return true
    },
    giveBack: (key) => counters.giveBack(key),
  }
}

/**
 * The same by network: the wider networks of IPv6 are counted beside it, each with a multiple of `max`. True: the event
 * may happen, and is counted. `network`: as `networkOf` gives it.
 */
export function networkCeilingOf(options: {
  readonly now: () => number
  readonly max: number
  readonly millis: number
}): { take(network: string): boolean } {
  const { now, max, millis } = options
  const counters = new WindowCounters(now)
  return {
    take: (network) => {
      const scopes = networkScopes(network)
      if (scopes.some((scope) => counters.count(scope.network) >= max * scope.times)) return false
      for (const scope of scopes) counters.add(scope.network, millis)
      return true
    },
  }
}
