/**
 * Work of all customers of one network at a time. Each customer has own limits, but many accounts of one address
 * together could still have so much under way that orders of other customers wait for it. Beyond the ceiling of its
 * network a request waits, and the customer who was served least recently is next: a customer waits for no more than
 * one turn of each other account of the network. All networks together have a ceiling in the same way. Nothing is
 * refused here.
 */
import type { UserId } from '@veritick/domain'
import { networkScopes } from './network-scopes.ts'

/** `network`: as `networkOf` gives it. The visitors of one network are one caller. */
export type FromNetwork = { readonly network: string; readonly user: UserId | 'visitor' }

export type NetworkTurns = {
  /** Calls `work` in its turn and returns its result. `hasWaited`: it was not called at once. */
  run<T>(from: FromNetwork, work: (hasWaited: boolean) => Promise<T>): Promise<T>
  /** Begins all that wait where they may not wait at the moment. */
  look(): void
}

/** Requests with one ceiling. `served`: the number of the newest turn of each key. */
type Line<Key> = {
  running: number
  turns: number
  readonly served: Map<Key, number>
  readonly waiting: Map<Key, (() => void)[]>
}

/**
 * `running`: requests of one network that are worked on at once; `overall`: of all networks, and the network that was
 * served least recently is next. `mayWait`: false while the store is in trouble. A request begins at once then and is
 * refused soon, because those that are worked on may not end before the store does.
 */
export function networkTurnsOf(
  { running, overall }: { readonly running: number; readonly overall: number },
  mayWait: () => boolean = () => true,
): NetworkTurns {
  const ofNetworks = linesOf<FromNetwork['user']>(() => (mayWait() ? running : Number.POSITIVE_INFINITY))
  const ofAll = linesOf<string>(() => (mayWait() ? overall : Number.POSITIVE_INFINITY))
  return {
    run: ({ network, user }, work) => {
      const name = widestOf(network)
      return ofNetworks.run(name, user, (hasWaited) =>
        ofAll.run('all', name, (waitsAgain) => work(hasWaited || waitsAgain)),
      )
    },
    look: () => {
      if (mayWait()) return
      ofNetworks.beginAll()
      ofAll.beginAll()
    },
  }
}

/** The widest network: a subscriber of IPv6 has thousands of those of 64 bits. */
const widestOf = (network: string): string => networkScopes(network).at(-1)?.network ?? network

/** A line for each name, with as many requests at once as `ceiling` says; its keys take turns. */
function linesOf<Key>(ceiling: () => number) {
  const lines = new Map<string, Line<Key>>()

  function beginNext(name: string, line: Line<Key>): void {
    const key = line.running > ceiling() ? undefined : servedLeast(line)
    if (key === undefined) {
      line.running -= 1
      if (line.running === 0) lines.delete(name)
      return
    }
    const queue = line.waiting.get(key) ?? []
    const begin = queue.shift()
    if (queue.length === 0) line.waiting.delete(key)
    begin?.()
  }

  return {
    run: async <T>(name: string, key: Key, work: (hasWaited: boolean) => Promise<T>): Promise<T> => {
      const line = lines.get(name) ?? { running: 0, turns: 0, served: new Map(), waiting: new Map() }
      lines.set(name, line)
      const waits = line.running >= ceiling()
      if (!waits) line.running += 1
      else
        await new Promise<void>((begin) => {
          const queue = line.waiting.get(key) ?? []
          queue.push(begin)
          line.waiting.set(key, queue)
        })
      line.turns += 1
      line.served.set(key, line.turns)
      try {
        return await work(waits)
      } finally {
        beginNext(name, line)
      }
    },

    /** Also beyond the ceiling: a request that waits afterwards begins once fewer are worked on. */
    beginAll: (): void => {
      for (const line of lines.values()) {
        const waiting = [...line.waiting.values()].flat()
        line.waiting.clear()
        line.running += waiting.length
        for (const begin of waiting) begin()
      }
    },
  }
}

/** Of the keys that wait. */
function servedLeast<Key>({ waiting, served }: Line<Key>): Key | undefined {
  const turnOf = (key: Key) => served.get(key) ?? 0
  return [...waiting.keys()].reduce<Key | undefined>(
    (found, key) => (found === undefined || turnOf(key) < turnOf(found) ? key : found),
    undefined,
  )
}
