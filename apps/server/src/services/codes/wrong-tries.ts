/**
 * Wrong codes, counted in the memory of this process. The counts of one code stand in the store too, where they may
 * have been changed. A customer's wrong codes of all purposes have a limit a day: the thief of a password or of a
 * session can request codes without end, and each new code gives new tries.
 */
import type { UserId } from '@veritick/domain'
import type { Runtime } from '../clock/index.ts'
import { LIMITS, WindowCounters } from '../rate-limits/index.ts'

export class WrongOfCodes {
  readonly #tries = new Map<string, { readonly count: number; readonly until: number }>()

  count(of: string): number {
    return this.#tries.get(of)?.count ?? 0
  }

  add(of: string, until: number): void {
    this.#tries.set(of, { count: this.count(of) + 1, until })
  }

  /** Forgets the tries of codes that have ended. */
  forgetUntil(now: number): void {
    for (const [of, { until }] of this.#tries) if (until < now) this.#tries.delete(of)
  }
}

type OfCustomer = { readonly user: UserId; readonly inProvenBrowser: boolean }

/** A try counts before it is made, so fifty at once are fifty, and is given back when it was not wrong. */
export class WrongOfCustomers {
  readonly #counters: WindowCounters

  /** Counters of their own: visitors make keys of the other limits without end, which would push these out. */
  constructor({ monotonicNow }: Pick<Runtime, 'monotonicNow'>) {
    this.#counters = new WindowCounters(monotonicNow)
  }

  /** Counts one; otherwise the seconds until there is room again. */
  take(of: OfCustomer): number | undefined {
    const { max, millis } = LIMITS.codes.wrongOfCustomer
    const key = keyOf(of)
    if (this.#counters.count(key) >= max) return Math.ceil(this.#counters.left(key) / 1000)
    this.#counters.add(key, millis)
    return undefined
  }

  giveBack(of: OfCustomer): void {
    this.#counters.giveBack(keyOf(of))
  }

  forget(user: UserId): void {
    for (const inProvenBrowser of [true, false]) this.#counters.forget(keyOf({ user, inProvenBrowser }))
  }
}

const keyOf = ({ user, inProvenBrowser }: OfCustomer): string => `${user} ${inProvenBrowser ? 'proven' : 'elsewhere'}`
