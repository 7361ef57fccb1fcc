/**
 * Work of all customers of one network at a time. Each customer has own limits, but many accounts of one address
 * together could still have so much under way that orders of other customers wait for it. Beyond the ceiling of its
 * network a request waits, and the customer who was served least recently is next: a customer waits for no more than
 * one turn of each other account of the network. Nothing is refused here.
 */
import type { UserId } from '@veritick/domain'
import { LIMITS } from './limits.ts'
import { networkScopes } from './network-scopes.ts'

/** `network`: as `networkOf` gives it. */
export type FromNetwork = { readonly network: string; readonly user: UserId }

export type NetworkTurns = {
  /** Calls `work` in its turn and returns its result. `hasWaited`: it was not called at once. */
  run<T>(from: FromNetwork, work: (hasWaited: boolean) => Promise<T>): Promise<T>
}

/** The requests of one network. `served`: the number of each customer's newest turn. */
type Line = {
  running: number
  turns: number
  readonly served: Map<UserId, number>
  readonly waiting: Map<UserId, (() => void)[]>
}

/** `running`: requests of one network that are worked on at once. */
export function networkTurnsOf(running: number = LIMITS.networkTurns.running): NetworkTurns {
  const lines = new Map<string, Line>()

  function beginNext(name: string, line: Line): void {
    const users = [...line.waiting.keys()]
    const turnOf = (user: UserId) => line.served.get(user) ?? 0
    const next = users.reduce<UserId | undefined>(
      (found, user) => (found === undefined || turnOf(user) < turnOf(found) ? user : found),
      undefined,
    )
    if (next === undefined) {
      line.running -= 1
      if (line.running === 0) lines.delete(name)
      return
    }
    const queue = line.waiting.get(next) ?? []
    const begin = queue.shift()
    if (queue.length === 0) line.waiting.delete(next)
    begin?.()
  }

  return {
    run: async ({ network, user }, work) => {
      // The widest network: a subscriber of IPv6 has thousands of those of 64 bits.
      const name = networkScopes(network).at(-1)?.network ?? network
      const line = lines.get(name) ?? { running: 0, turns: 0, served: new Map(), waiting: new Map() }
      lines.set(name, line)
      const waits = line.running >= running
      if (!waits) line.running += 1
      else
        await new Promise<void>((begin) => {
          const queue = line.waiting.get(user) ?? []
          queue.push(begin)
          line.waiting.set(user, queue)
        })
      line.turns += 1
      line.served.set(user, line.turns)
      try {
        return await work(waits)
      } finally {
        beginNext(name, line)
      }
    },
  }
}
