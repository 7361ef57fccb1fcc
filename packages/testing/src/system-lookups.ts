/** Counts the lookups of names by the system (`getaddrinfo`), of which a process does two at a time. */
import { createHook } from 'node:async_hooks'

export type SystemLookups = {
  count(): number
  /** Counts from zero again. */
  restart(): void
  stop(): void
}

export function countSystemLookups(): SystemLookups {
  let lookups = 0
  // Node makes one of these for each call of getaddrinfo.
  const watch = createHook({
    init: (_id, type) => {
      if (type === 'GETADDRINFOREQWRAP') lookups += 1
    },
  }).enable()
  return {
    count: () => lookups,
    restart: () => {
      lookups = 0
    },
    stop: () => watch.disable(),
  }
}
