/**
 * How many passwords are hashed at once, or captchas drawn, and whose is next. A hash keeps a core busy for 30 ms, and
 * orders need the cores too. Networks take turns: however many sign-ins of a network wait, that of another one is next
 * after a hash of each network that came before it. Nothing is refused here.
 */
import { widerNetworkOf } from '../network/index.ts'

/** The network of IPv6 that takes turns: a free tunnel gives 65,536 networks of 64 bits. */
const NETWORK_BITS = 48

export type TurnsByNetwork = {
  /** Calls `work` in its turn and returns its result. `from`: the network, as `networkOf` gives it. */
  run<Result>(from: string, work: () => Promise<Result>): Promise<Result>
}

/** `atOnce`: calls of `work` at the same time. */
export function turnsByNetwork(atOnce: number): TurnsByNetwork {
  /** By network, in the order of their turns: a network that had its turn goes to the end. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0

  function beginNext(): void {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    const [network, queue] = next
    const begin = queue.shift()
    waiting.delete(network)
    if (queue.length > 0) waiting.set(network, queue)
    begin?.()
  }

  return {
    run: async (from, work) => {
      const network = widerNetworkOf(from, NETWORK_BITS) ?? from
      if (running < atOnce) running += 1
      else
        await new Promise<void>((begin) => {
          const queue = waiting.get(network) ?? []
          queue.push(begin)
          waiting.set(network, queue)
        })
      try {
        return await work()
      } finally {
        beginNext()
      }
    },
  }
}
