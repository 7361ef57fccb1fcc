/**
 * Keys of the requests that made a record of money, and the record of each, in memory for the day that they live. The
 * store has them too, for the next start. An attacker with write access to the store deletes a row there, and the same
 * request would be carried out a second time. A restart forgets what is here.
 */
import { REQUEST_KEPT_MS } from '@veritick/domain'
import type { Transaction } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'

/** More than the customers and staff of a platform make in a day; the oldest goes first. */
export const USED_KEYS_MAX = 100_000

type Used = { readonly content: string; readonly record: number; readonly kind: string; readonly at: number }
type Clock = Pick<Runtime, 'now' | 'guardedNow'>

export class UsedKeys {
  readonly #clock: Clock
  /** By the key; the one that was used first stands first. */
  readonly #used = new Map<string, Used>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(key: string): Used | undefined {
    const used = this.#used.get(key)
    return used === undefined || this.#isOver(used) ? undefined : used
  }

  /** The transaction stores the key. Where the end of its commit is unknown, the row of the store decides. */
  use(tx: Pick<Transaction, 'onEnd'>, key: string, used: Omit<Used, 'at'>): void {
    const at = this.#clock.now()
    tx.onEnd((end) => {
      if (end !== 'committed') return
      this.#used.delete(key)
      this.#used.set(key, { ...used, at })
      for (const [oldest, each] of this.#used) {
        if (this.#used.size <= USED_KEYS_MAX && !this.#isOver(each)) break
        this.#used.delete(oldest)
      }
    })
  }

  /** The transaction forgets the key of this record. */
  forget(tx: Pick<Transaction, 'onEnd'>, made: Pick<Used, 'kind' | 'record'>): void {
    tx.onEnd(() => {
      for (const [key, { kind, record }] of this.#used)
        if (kind === made.kind && record === made.record) this.#used.delete(key)
    })
  }

  #isOver({ at }: Used): boolean {
    return at <= this.#clock.guardedNow() - REQUEST_KEPT_MS
  }
}
