/**
 * One-time codes, codes of authenticator apps and one-time links of staff that were used, in memory and in a file of
 * the data folder, outside the store. An attacker with write access to the store could make a used one unused
 * (decision 165). For each owner one moment is remembered: what was made for that owner to end until then is used up.
 * It is remembered when its transaction has committed, or its end is unknown.
 */
import type { Logger } from 'pino'
import { FactList, factName, type Transaction } from '../../store/index.ts'

/** Its name in the folder of the world. */
export const SPENT_FILE = 'spent'

const LETTERS = 'vtspent1'
/** A moment is remembered for this time, ms. A code that lives longer could be used again afterwards. */
const KEPT_MS = 3_600_000
/** Moments in memory before the old ones are forgotten for the first time. */
const SWEEP_FROM = 10_000

export class Spent {
  readonly #list: FactList | undefined
  /** By the first digits of a hash of the owner. */
  readonly #until = new Map<string, number>()
  #sweepFrom = SWEEP_FROM

  /** Left out: nothing outlives the process. `now`: wall time, ms. */
  constructor(kept?: { readonly file: string; readonly log: Logger; readonly now: number }) {
    if (kept === undefined) return
    const { now, ...rest } = kept
    const named = { holds: 'used codes and links', lost: 'codes and links of the last hour may work once more' }
    this.#list = new FactList({ ...rest, letters: LETTERS, ...named })
    for (const { name, value } of this.#list.read()?.facts ?? []) if (value > now - KEPT_MS) this.#rise(name, value)
    this.#list.writeAnew(
      0,
      [...this.#until].map(([name, value]) => ({ name, value })),
    )
  }

  /**
   * Wall time, ms; 0: nothing was spent in the last hour. A moment far ahead, of a wall clock that was set back since,
   * counts as none.
   */
  until(owner: string, now: number): number {
    const until = this.#until.get(factName(owner)) ?? 0
    return until > now + KEPT_MS ? 0 : until
  }

  /** The transaction uses something of this owner. `now`: wall time, ms. */
  spend(
    tx: Pick<Transaction, 'onEnd'>,
    owner: string,
    { until, now }: { readonly until: number; readonly now: number },
  ) {
    tx.onEnd(() => {
      const name = factName(owner)
      this.#rise(name, until)
      this.#list?.add([{ name, value: until }])
      if (this.#until.size >= this.#sweepFrom) this.#sweep(now)
    })
  }

  #rise(name: string, until: number): void {
    this.#until.set(name, Math.max(until, this.#until.get(name) ?? 0))
  }

  #sweep(now: number): void {
    for (const [name, until] of this.#until) if (until <= now - KEPT_MS) this.#until.delete(name)
    this.#sweepFrom = Math.max(SWEEP_FROM, 2 * this.#until.size)
  }
}
