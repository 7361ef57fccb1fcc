/** Sessions in memory: those that were read or begun, and those that have ended. */
import type { Millis, UserId } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { Proven } from './interface.ts'

/** A session of a real account ends after this long without a call. */
export const REAL_IDLE_MILLIS = 12 * HOUR_MS
/** Sessions kept in memory; the oldest leave first and are read again when needed. */
export const REMEMBERED_MAX = 100_000

export type Kept = {
  session: Session
  readonly device: string
  readonly createdAt: Millis
  lastUsedAt: Millis
  /** The use that the store knows of. */
  writtenAt: Millis
  proven: Proven | undefined
  secondFactorAt: Millis | undefined
}

export class RememberedSessions {
  readonly #wallClock: () => Millis
  readonly #kept = new Map<string, Kept>()
  /** The same by their customer, whose sessions are found without a look at those of all others. */
  readonly #ofUsers = new Map<UserId, Map<string, Kept>>()
  /** Ended here; kept long enough that no question still on its way to the store brings one back. */
  readonly #ended = new Set<string>()

  /** The number of the newest write whose outcome is unknown, by token hash. */
  readonly #doubts = new Map<string, number>()
  #doubtsCounted = 0

  constructor(wallClock: () => Millis) {
    this.#wallClock = wallClock
  }

  get(tokenHash: string): Kept | undefined {
    return this.#kept.get(tokenHash)
  }

  /** Living ones of one customer. */
  of(user: UserId): readonly Kept[] {
    const own = [...(this.#ofUsers.get(user)?.values() ?? [])]
    return own.filter(({ session, lastUsedAt }) => this.isLiving(session, lastUsedAt))
  }

  add(kept: Kept): Kept {
    const { user, tokenHash } = kept.session
    this.#kept.set(tokenHash, kept)
    const own = this.#ofUsers.get(user) ?? new Map<string, Kept>()
    this.#ofUsers.set(user, own.set(tokenHash, kept))
    if (this.#kept.size > REMEMBERED_MAX) this.#forget(oldestOf(this.#kept))
    return kept
  }

  /** The session has ended, or never was. */
  end(tokenHash: string): void {
    this.#ended.add(tokenHash)
    if (this.#ended.size > REMEMBERED_MAX) dropOldest(this.#ended)
    this.#forget(tokenHash)
  }

  /** The outcome of a write to the session is unknown: only the store knows the session from now on. */
  doubt(tokenHash: string): void {
    this.#doubtsCounted += 1
    this.#doubts.set(tokenHash, this.#doubtsCounted)
    if (this.#doubts.size > REMEMBERED_MAX) dropOldest(this.#doubts)
    this.#forget(tokenHash)
  }

  /** `undefined`: memory and store agree. */
  doubtOf(tokenHash: string): number | undefined {
    return this.#doubts.get(tokenHash)
  }

  /** The store was read after the write in doubt had ended. */
  settle(tokenHash: string): void {
    this.#doubts.delete(tokenHash)
  }

  hasEnded(tokenHash: string): boolean {
    return this.#ended.has(tokenHash)
  }

  /** `lastUsedAt`: `undefined` where it is not known; then only the end of the session counts. */
  isLiving(session: Pick<Session, 'kind' | 'tokenHash' | 'expiresAt'>, lastUsedAt: Millis | undefined): boolean {
    const now = this.#wallClock()
    if (this.#ended.has(session.tokenHash) || session.expiresAt <= now) return false
    return session.kind === 'demo' || lastUsedAt === undefined || lastUsedAt + REAL_IDLE_MILLIS > now
  }

  #forget(tokenHash: string | undefined): void {
    const kept = tokenHash === undefined ? undefined : this.#kept.get(tokenHash)
    if (tokenHash === undefined || kept === undefined) return
    this.#kept.delete(tokenHash)
    const { user } = kept.session
    const own = this.#ofUsers.get(user)
    own?.delete(tokenHash)
    if (own?.size === 0) this.#ofUsers.delete(user)
  }
}

const oldestOf = (kept: Map<string, unknown> | Set<string>): string | undefined => kept.keys().next().value

function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  const oldest = oldestOf(kept)
  if (oldest !== undefined) kept.delete(oldest)
}
