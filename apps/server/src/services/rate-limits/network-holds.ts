/**
 * How much of one thing a network has open at a time, such as connections or sockets. The wider networks of IPv6 are
 * counted too (network-scopes.ts): one client that uses many networks of 64 bits has no multiple of the ceiling.
 */
import { networkScopes } from './network-scopes.ts'
import { Tally } from './tally.ts'

export class NetworkHolds {
  readonly #max: number
  readonly #held = new Tally<string>()

  /** `max`: of one network; wider ones have a multiple. */
  constructor(max: number) {
    this.#max = max
  }

  /** `network`: as `networkOf` gives it. */
  hasRoom(network: string): boolean {
    return networkScopes(network).every((scope) => this.#held.of(scope.network) < this.#max * scope.times)
  }

  /** Counts one more. The caller calls the function that it gets once, when that one has ended. */
  take(network: string): () => void {
    const names = networkScopes(network).map((scope) => scope.network)
    for (const name of names) this.#held.add(name, 1)
    return () => {
      for (const name of names) this.#held.add(name, -1)
    }
  }
}
