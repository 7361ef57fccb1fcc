/**
 * The sessions of customers that this server has ended, in memory and in a file of the data folder, outside the store.
 * An attacker with write access to the store can put back the row of an ended session with its right seal, and use its
 * stolen token again after a restart. So a session that is named here does not come back. Without the file, as after a
 * restore, all sessions that were begun before are ended: customers sign in again.
 *
 * Sessions of demo accounts are not named: no money is behind them.
 *
 * Where a customer ends all sessions, each that began before is ended, except the one that stays: the attacker may have
 * taken a row away in that moment, so the rows do not say which sessions there are.
 *
 * The file is a list of facts (`store/fact-list.ts`). The number at its head is the moment before which no session is
 * valid. Each fact has the first quarter of a hash's digits, of a token or of such a customer, and when the last
 * session that it is about would have expired.
 */
import type { UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import { FactList, factName, NAME_DIGITS } from '../../store/index.ts'

/** Its name in the folder of the world. */
export const ENDED_SESSIONS_FILE = 'ended-sessions'

const LETTERS = 'vtended1'
/** Ends in memory before those that are over are forgotten for the first time. */
const SWEEP_FROM = 10_000

type Parts = {
  /** `undefined`: nothing outlives the process. */
  readonly file: string | undefined
  readonly log: Logger
  /** Wall time, ms. */
  readonly now: () => number
  /** Wall time without its jumps ahead, ms: a clock that is ahead for a moment forgets no end. */
  readonly guardedNow: () => number
  /** How long a session may live, ms. */
  readonly lifetimeMs: number
}

/** `allOf`: all sessions of a customer, except the one with this hash. */
export type Ended = {
  readonly tokenHashes: readonly string[]
  readonly allOf?: { readonly user: UserId; readonly except: string | undefined } | undefined
}

/** `begunAt`: wall time, ms. */
type Read = { readonly user: UserId; readonly tokenHash: string; readonly begunAt: number }

export class EndedSessions {
  readonly #parts: Parts
  readonly #list: FactList | undefined
  /** When each would have expired at the latest, by the first digits of its token hash. */
  readonly #ended = new Map<string, number>()
  /** Ends in the file whose transaction has not committed, or was rolled back. */
  readonly #waiting = new Map<string, number>()
  #sweepFrom = SWEEP_FROM
  /** Sessions that were begun earlier are ended. Wall time, ms. */
  readonly #before: number

  constructor(parts: Parts) {
    this.#parts = parts
    const { file, log, now, guardedNow } = parts
    const named = { holds: 'the ends of sessions', lost: 'all customers sign in again' }
    const living = () => this.#all()
    this.#list = file === undefined ? undefined : new FactList({ file, log, letters: LETTERS, ...named, living })
    const read = this.#list?.read()
    // Kept for one lifetime more: a start by a wall clock that is ahead must not forget what still ends a session.
    const expired = guardedNow() - parts.lifetimeMs
    for (const { name, value } of read?.facts ?? [])
      if (value > Math.max(expired, this.#ended.get(name) ?? 0)) this.#ended.set(name, value)
    this.#before = read?.head ?? (file === undefined ? 0 : now())
    this.#list?.writeAnew(this.#before)
  }

  has(tokenHash: string): boolean {
    return this.#ended.has(tokenHash.slice(0, NAME_DIGITS))
  }

  /** For a session that was read. */
  hasEnded(session: Read): boolean {
    return session.begunAt < this.#before || this.#isIn(this.#ended, session)
  }

  /** An end of the session is in the file, and its transaction has not committed yet, or was rolled back. */
  isEnding(session: Read): boolean {
    return this.#isIn(this.#waiting, session)
  }

  #isIn(ends: ReadonlyMap<string, number>, { user, tokenHash, begunAt }: Read): boolean {
    if (ends.has(tokenHash.slice(0, NAME_DIGITS))) return true
    const all = ends.get(nameOfAll(user))
    if (all === undefined || begunAt >= all - this.#parts.lifetimeMs) return false
    return (ends.get(nameOfStaying(tokenHash)) ?? 0) < all
  }

  /** A session of this customer that begins earlier has ended, also where the clock was set back. Wall time, ms. */
  beginsFrom(user: UserId): number {
    const all = this.#ended.get(nameOfAll(user)) ?? 0
    return Math.max(this.#before, all - this.#parts.lifetimeMs)
  }

  /**
   * Writes them into the file. Call it before the transaction that ends them commits: a process that is killed in
   * between must not forget them. After a rollback they stay in the file, and would end with the process. Returns what
   * to call once the transaction has committed: from then on they have ended.
   *
   * Where the disk is full, an end holds in memory, and is no reason to let a session live on: it is never refused.
   */
  keep(ended: Ended): () => void {
    const { lifetimeMs, now } = this.#parts
    const { allOf } = ended
    // Later than the sessions that began since the last end of all, also where the clock was set back.
    const until = Math.max(now(), allOf === undefined ? 0 : this.beginsFrom(allOf.user) + 1) + lifetimeMs
    const names = namesOf(ended)
    for (const name of names) this.#waiting.set(name, until)
    this.#list?.add(names.map((name) => ({ name, value: until })))
    if (this.size >= this.#sweepFrom) this.#sweep()
    return () => {
      for (const name of names) {
        this.#ended.set(name, until)
        this.#waiting.delete(name)
      }
    }
  }

  /** How many ends are in memory. */
  get size(): number {
    return this.#ended.size + this.#waiting.size
  }

  /** About once a second: writes what could not be written. */
  retry(): void {
    this.#list?.retry()
  }

  *#all(): Generator<readonly [string, number]> {
    yield* this.#ended
    yield* this.#waiting
  }

  #sweep(): void {
    const now = this.#parts.guardedNow()
    for (const ends of [this.#ended, this.#waiting])
      for (const [name, until] of ends) if (until <= now) ends.delete(name)
    this.#sweepFrom = Math.max(SWEEP_FROM, 2 * this.size)
  }
}

const nameOfAll = (user: UserId) => factName(`all of ${user}`)
const nameOfStaying = (tokenHash: string) => factName(`stays ${tokenHash}`)

/** The one that stays is named with the end of all, so that a later end of all ends it. */
function namesOf({ tokenHashes, allOf }: Ended): readonly string[] {
  const names = tokenHashes.map((hash) => hash.slice(0, NAME_DIGITS))
  if (allOf === undefined) return names
  const { user, except } = allOf
  return [...names, nameOfAll(user), ...(except === undefined ? [] : [nameOfStaying(except)])]
}
