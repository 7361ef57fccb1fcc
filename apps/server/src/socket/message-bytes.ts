/**
 * How many bytes of messages a socket may send: a steady small share of its own, and beyond that what is left for all
 * sockets of its network. The sockets of one address that subscribe to everything again and again would otherwise keep
 * the process from its orders; the share of its own keeps every other socket of the address working. A short message
 * counts as a longer one (`LIMITS.socketBytes.leastOfMessage`), because to read it costs as much.
 */
import { type Allowance, allowanceOf, LIMITS } from '../services/rate-limits/index.ts'

export class MessageBytes {
  readonly #own: Allowance<object>
  readonly #network: Allowance<string>

  /** `now`: milliseconds of any monotonic clock. */
  constructor(now: () => number) {
    this.#own = allowanceOf<object>(now, LIMITS.socketBytes.own)
    this.#network = allowanceOf<string>(now, LIMITS.socketBytes.network)
  }

  /** True: the message may be read, and is counted. `network`: as `networkOf` gives it. `length`: bytes. */
  take(socket: object, network: string, length: number): boolean {
    const bytes = Math.max(length, LIMITS.socketBytes.leastOfMessage)
    if (this.#own.take(socket)) {
      this.#own.spend(socket, bytes)
      return true
    }
    if (!this.#network.take(network)) return false
    this.#network.spend(network, bytes)
    return true
  }
}
