/**
 * Which one-time codes, codes of authenticator apps and one-time links of staff were used, in memory and in a file of
 * the data folder, outside the store. An attacker with write access to the store could make a used one unused (decision
 * 165). One time is remembered for each owner: every code or link of the owner that expires at or before it counts as
 * used. It is remembered when its transaction has committed, or its end is unknown.
 */
import type { Logger } from 'pino'
import { FactList, factName, type Transaction } from '../../store/index.ts'

/** Its name in the folder of the world. */
export const USED_CREDENTIALS_FILE = 'used-credentials'

const LETTERS = 'vtusedcr'
/** A time is remembered until it is this old, ms. A code that lives longer could be used again afterwards. */
const KEPT_MS = 3_600_000
/** Owners in memory before those whose time is old are forgotten for the first time. */
const SWEEP_FROM = 10_000

type Kept = {
  readonly file: string
  readonly log: Logger
  /** Wall time without its jumps ahead, ms: a clock that is ahead for a moment forgets no use. */
  readonly guardedNow: () => number
}

export class UsedCredentials {
  readonly #kept: Kept | undefined
  readonly #list: FactList | undefined
  /** By the name of a fact about the owner. Wall time, ms. */
  readonly #upTo = new Map<string, number>()
  #sweepFrom = SWEEP_FROM

  /** Left out: nothing outlives the process, and nothing is forgotten before its end. */
  constructor(kept?: Kept) {
    this.#kept = kept
    if (kept === undefined) return
    const { file, log } = kept
    const named = { holds: 'used codes and links', lost: 'codes and links of the last hour may work once more' }
    this.#list = new FactList({ file, log, letters: LETTERS, ...named, living: () => this.#upTo })
    for (const { name, value } of this.#list.read()?.facts ?? []) this.#rise(name, value)
    this.#forgetOld(kept)
    this.#list.writeAnew(0)
  }

  /**
   * Wall time, ms: each code or link that expires at or before it counts as used; 0: none was in the last hour. A time
   * far ahead, of a wall clock that was set back since, counts as none.
   */
  usedUpTo(owner: string, now: number): number {
    const upTo = this.#upTo.get(factName(owner)) ?? 0
    return upTo > now + KEPT_MS ? 0 : upTo
  }

  /** The transaction uses all of this owner that expires until then. Throws StoreBusy while that could not be kept. */
  use(tx: Pick<Transaction, 'onEnd'>, owner: string, upTo: number): void {
    this.#list?.requireRoom()
    tx.onEnd(() => {
      const name = factName(owner)
      this.#rise(name, upTo)
      this.#list?.add([{ name, value: upTo }])
      if (this.#kept !== undefined && this.#upTo.size >= this.#sweepFrom) this.#forgetOld(this.#kept)
    })
  }

  /** About once a second: writes what could not be written. */
  retry(): void {
    this.#list?.retry()
  }

  /** How many owners are in memory. */
  get size(): number {
    return this.#upTo.size
  }

  #rise(name: string, upTo: number): void {
    this.#upTo.set(name, Math.max(upTo, this.#upTo.get(name) ?? 0))
  }

  #forgetOld({ guardedNow }: Kept): void {
    const since = guardedNow() - KEPT_MS
    for (const [name, upTo] of this.#upTo) if (upTo <= since) this.#upTo.delete(name)
    this.#sweepFrom = Math.max(SWEEP_FROM, 2 * this.#upTo.size)
  }
}
