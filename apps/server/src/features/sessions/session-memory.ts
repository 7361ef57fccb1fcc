/**
 * Sessions in memory. One process owns a world and is told of every change, so a session found here needs no database
 * query. A token that no living session can have is recognised here too (live-tokens.ts).
 */
import { type Millis, millis } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { Query, sessions as table } from '../../store/index.ts'
import { LiveTokens } from './live-tokens.ts'

/**
 * How the customer proved to be present: with a second factor, or with a mailed code and the purpose that the code was
 * requested for (features/accounts/step-up.ts).
 */
export type Proof = { readonly by: 'totp' | 'passkey' } | { readonly by: 'code'; readonly of: string }
/** The latest proof, and when the customer gave it. */
export type Proven = Proof & { readonly at: Millis }

export type StoredSession = {
  readonly session: Session
  lastUsedAt: Millis
  writtenAt: Millis
  proven: Proven | undefined
  secondFactorAt: Millis | undefined
}

type Row = typeof table.$inferSelect

/** A session of a real account ends after this time without use. */
export const REAL_IDLE_MILLIS = 12 * HOUR_MS
/** Sessions kept in memory. The oldest are dropped first and are read again when they are needed. */
const REMEMBERED_MAX = 100_000

export class SessionMemory {
  readonly #wallClock: () => Millis
  readonly #liveTokens = new LiveTokens()
  readonly #remembered = new Map<string, StoredSession>()
  /** Token hashes of ended sessions: a database query that is still running must not bring one back. */
  readonly #ended = new Set<string>()

  constructor(wallClock: () => Millis) {
    this.#wallClock = wallClock
  }

  /** Reads which token hashes belong to living sessions. */
  async load(query: Query): Promise<void> {
    await this.#liveTokens.load(query, this.#wallClock())
  }

  get(tokenHash: string): StoredSession | undefined {
    return this.#remembered.get(tokenHash)
  }

  begin(stored: StoredSession): void {
    this.#liveTokens.add(stored.session.tokenHash)
    this.remember(stored)
  }

  remember(stored: StoredSession): StoredSession {
    this.#remembered.set(stored.session.tokenHash, stored)
    if (this.#remembered.size > REMEMBERED_MAX) dropOldest(this.#remembered)
    return stored
  }

  /** The session has ended and never lives again. */
  end(tokenHash: string): void {
    this.#ended.add(tokenHash)
    if (this.#ended.size > REMEMBERED_MAX) dropOldest(this.#ended)
    this.#remembered.delete(tokenHash)
  }

  /** True until the session is ended, expires, or (real account) is idle for too long. */
  lives(session: Session, lastUsedAt: Millis | undefined): boolean {
    const now = this.#wallClock()
    if (this.#ended.has(session.tokenHash) || session.expiresAt <= now) return false
    return session.kind === 'demo' || lastUsedAt === undefined || lastUsedAt + REAL_IDLE_MILLIS > now
  }

  /** `none`: no living session has this token. `undefined`: only the store knows. */
  find(tokenHash: string): StoredSession | 'none' | undefined {
    const known = this.#remembered.get(tokenHash)
    if (known !== undefined) return this.lives(known.session, known.lastUsedAt) ? known : 'none'
    return this.#ended.has(tokenHash) || !this.#liveTokens.mayHold(tokenHash) ? 'none' : undefined
  }

  /** Two reads of the same row at once: the session that the first one stored is the one that counts. */
  fromRow(row: Row): StoredSession {
    const { tokenHash, user, kind } = row
    const session: Session = { user, kind, tokenHash, expiresAt: millis(row.expiresAt) }
    const lastUsedAt = millis(row.lastUsedAt ?? row.createdAt)
    const secondFactorAt = row.secondFactorAt === null ? undefined : millis(row.secondFactorAt)
    const known = this.#remembered.get(tokenHash)
    return known ?? { session, lastUsedAt, writtenAt: lastUsedAt, proven: provenIn(row), secondFactorAt }
  }
}

function provenIn({ provenAt, provenBy, provenOf }: Row): Proven | undefined {
  if (provenAt === null || provenBy === null) return undefined
  const at = millis(provenAt)
  if (provenBy !== 'code') return { by: provenBy, at }
  // A code stored without its purpose proves nothing.
  return provenOf === null ? undefined : { by: provenBy, of: provenOf, at }
}

function dropOldest(entries: Map<string, unknown> | Set<string>): void {
  const oldest = entries.keys().next().value
  if (oldest !== undefined) entries.delete(oldest)
}
