/**
 * How much of one thing a network has open at a time, such as connections or sockets. The wider networks of IPv6 are
 * counted too (network-scopes.ts): one client that uses many networks of 64 bits has no multiple of the ceiling.
 */
import { networkScopes } from './network-scopes.ts'

export class NetworkHolds {
  readonly #max: number
  readonly #held = new Map<string, number>()

  /** `max`: of one network; wider ones have a multiple. */
  constructor(max: number) {
    this.#max = max
  }

  /** `network`: as `networkOf` gives it. */
  hasRoom(network: string): boolean {
    return networkScopes(network).every((scope) => this.#of(scope.network) < this.#max * scope.times)
  }

  /** Counts one more. The caller calls the function that it gets once, when that one has ended. */
  take(network: string): () => void {
    const names = networkScopes(network).map((scope) => scope.network)
    for (const name of names) this.#held.set(name, this.#of(name) + 1)
    return () => {
      for (const name of names) {
        const left = this.#of(name) - 1
        if (left > 0) this.#held.set(name, left)
        else this.#held.delete(name)
      }
    }
  }

  #of(name: string): number {
    return this.#held.get(name) ?? 0
  }
}
