/**
 * Customers' sessions. A token is 256 random bits that only the customer's device has; the store holds its SHA-256. One
 * process owns a world: the store is read once for each token, and every change updates the memory (session-memory.ts).
 * A session also records when the customer last proved to be present (features/accounts/step-up.ts).
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Millis, millis } from '@veritick/domain'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Session } from '../../calls/index.ts'
import { DAY_MS, MINUTE_MS } from '../../services/clock/index.ts'
import { ceilingOf } from '../../services/rate-limits/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { forgiving, type Query, type Store, sessions as table } from '../../store/index.ts'
import { type Proof, type Proven, SessionMemory, type StoredSession } from './session-memory.ts'

/** A session as its customer sees it in a list. */
export type SignedIn = {
  readonly id: string
  readonly tokenHash: string
  readonly device: string
  readonly createdAt: Millis
  readonly lastUsedAt: Millis
  readonly expiresAt: Millis
}

type NewSession = {
  readonly user: number
  readonly kind: 'demo' | 'real'
  readonly device: string
  /** True: the sign-in passed the second factor. */
  readonly secondFactor?: boolean
}

type Parts = {
  readonly store: Store
  readonly wallClock: () => Millis
  /** Milliseconds that only grow: the rate limits use it. */
  readonly monotonicClock: () => number
}

/** Why a token is refused. `too_many_requests`: its address has sent too many unknown tokens. */
export type TokenRefusal = 'session_ended' | 'too_many_requests'

export const DEMO_SESSION_MILLIS = 90 * DAY_MS
export const REAL_SESSION_MILLIS = 30 * DAY_MS
/** The last use is written to the store this often: after a restart a session may seem unused for that much longer. */
const USE_WRITTEN_EVERY = 300_000
/** 256 bits as base64url: any other text is not a token. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Unknown tokens that one network address may send in a minute; more are refused as too many. */
export const UNKNOWN_TOKENS_PER_MINUTE = 300
/** Database queries of one network address in a minute that find no living session. */
export const FAILED_LOOKUPS_PER_MINUTE = 120
/** A refusal for too many unknown tokens is delayed this long: a client that waits for its answer cannot ask faster. */
const REFUSAL_MILLIS = 500
/** Refusals delayed at a time; more are answered at once. */
const REFUSALS_WAITING_MAX = 2_000
/** More sessions than a customer has devices. */
const LISTED_MAX = 100
const ID_LENGTH = 16

/** The id of a session in lists. It cannot be used to sign in. */
export const idOf = ({ tokenHash }: Pick<Session, 'tokenHash'>): string => tokenHash.slice(0, ID_LENGTH)

/** Reads which sessions live before the server answers a call. */
export async function openSessions(parts: Parts): Promise<Sessions> {
  const memory = new SessionMemory(parts.wallClock)
  await memory.load(parts.store.query)
  return new Sessions(parts, memory)
}

export class Sessions {
  readonly #store: Store
  readonly #wallClock: () => Millis
  readonly #memory: SessionMemory
  readonly #unknownTokens: ReturnType<typeof ceilingOf>
  readonly #failedLookups: ReturnType<typeof ceilingOf>
  #refusalsWaiting = 0

  constructor({ store, wallClock, monotonicClock: now }: Parts, memory: SessionMemory) {
    this.#store = store
    this.#wallClock = wallClock
    this.#memory = memory
    this.#unknownTokens = ceilingOf({ now, max: UNKNOWN_TOKENS_PER_MINUTE, millis: MINUTE_MS })
    this.#failedLookups = ceilingOf({ now, max: FAILED_LOOKUPS_PER_MINUTE, millis: MINUTE_MS })
  }

  /**
   * Begins a session and returns its token, which is not readable later. With a transaction's query the session begins
   * if and only if the transaction commits.
   */
  async begin(
    { user, kind, device, secondFactor = false }: NewSession,
    query: Query = this.#store.query,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = this.#wallClock()
    const expiresAt = millis(now + (kind === 'demo' ? DEMO_SESSION_MILLIS : REAL_SESSION_MILLIS))
    const session: Session = { user, kind, tokenHash: hashOf(token), expiresAt }
    await query(
      `insert into sessions (token_hash, user_id, kind, created_at, expires_at, last_used_at, device, second_factor_at)
       values ($1, $2, $3, $4, $5, $4, $6, $7)`,
      [session.tokenHash, user, kind, now, expiresAt, device, secondFactor ? now : null],
    )
    const secondFactorAt = secondFactor ? now : undefined
    this.#memory.begin({ session, lastUsedAt: now, writtenAt: now, proven: undefined, secondFactorAt })
    return token
  }

  /** The living session with this token, if there is one. Counts as use. */
  async find(token: string): Promise<Session | undefined> {
    if (!TOKEN.test(token)) return undefined
    const tokenHash = hashOf(token)
    const found = this.#memory.find(tokenHash) ?? (await this.#findInStore(tokenHash))
    return found === undefined || found === 'none' ? undefined : this.#use(found)
  }

  /** The same for a token from the network. `from` names the network address, whose unknown tokens are limited. */
  async findFor(token: string, from: () => string): Promise<Session | TokenRefusal> {
    const tokenHash = TOKEN.test(token) ? hashOf(token) : undefined
    const known = tokenHash === undefined ? 'none' : this.#memory.find(tokenHash)
    if (known === 'none') return this.#unknownTokens.take(from()) ? 'session_ended' : this.#refuseLate()
    if (known !== undefined) return this.#use(known)
    // Counted before the query, so that a hundred at once count as a hundred.
    const network = from()
    if (tokenHash === undefined || !this.#failedLookups.take(network)) return this.#refuseLate()
    const found = await this.#findInStore(tokenHash)
    if (found === undefined) return 'session_ended'
    this.#failedLookups.giveBack(network)
    return this.#use(found)
  }

  async end({ tokenHash }: Pick<Session, 'tokenHash'>): Promise<void> {
    this.#memory.end(tokenHash)
    await this.#store.db.update(table).set({ endedAt: this.#wallClock() }).where(eq(table.tokenHash, tokenHash))
  }

  /**
   * Ends all sessions of a user except one, or only the one with the id `only`, in a transaction. The caller runs the
   * returned function once the transaction is durable; it returns how many sessions ended.
   */
  async endOthers(
    query: Query,
    which: { readonly user: number; readonly except: string | undefined; readonly only?: string | undefined },
  ): Promise<() => number> {
    const rows = await query<{ token_hash: string }>(
      `update sessions set ended_at = $3 where user_id = $1 and ended_at is null and token_hash <> $2
         and ($4::text is null or left(token_hash, ${ID_LENGTH}) = $4) returning token_hash`,
      [which.user, which.except ?? '', this.#wallClock(), which.only ?? null],
    )
    return () => {
      for (const row of rows) this.#memory.end(row.token_hash)
      return rows.length
    }
  }

  /** True until the session is ended or its time is up. */
  alive(session: Session): boolean {
    return this.#memory.lives(session, this.#memory.get(session.tokenHash)?.lastUsedAt)
  }

  /** The living sessions of a user, the latest use first. */
  async list(user: number): Promise<readonly SignedIn[]> {
    const rows = await this.#store.db
      .select()
      .from(table)
      .where(and(eq(table.user, user), isNull(table.endedAt)))
      .orderBy(desc(table.createdAt), table.tokenHash)
      .limit(LISTED_MAX)
    return rows
      .map((row) => {
        const { tokenHash, device, kind } = row
        const lastUsedAt = this.#memory.get(tokenHash)?.lastUsedAt ?? millis(row.lastUsedAt ?? row.createdAt)
        const expiresAt = millis(row.expiresAt)
        const listed = { id: idOf(row), tokenHash, device, createdAt: millis(row.createdAt), lastUsedAt, expiresAt }
        return { listed, lives: this.#memory.lives({ user, kind, tokenHash, expiresAt }, lastUsedAt) }
      })
      .flatMap(({ listed, lives }) => (lives ? [listed] : []))
      .sort((one, two) => two.lastUsedAt - one.lastUsedAt)
  }

  /** Records that the customer proved to be present. */
  async prove(session: Session, proof: Proof): Promise<void> {
    const at = this.#wallClock()
    const known = this.#memory.get(session.tokenHash)
    const byFactor = proof.by !== 'code'
    if (known !== undefined) {
      known.proven = { ...proof, at }
      if (byFactor) known.secondFactorAt ??= at
    }
    const provenOf = proof.by === 'code' ? proof.of : null
    const factor = byFactor ? { secondFactorAt: known?.secondFactorAt ?? at } : {}
    await this.#store.db
      .update(table)
      .set({ provenAt: at, provenBy: proof.by, provenOf, ...factor })
      .where(eq(table.tokenHash, session.tokenHash))
  }

  provenOf(session: Session): Proven | undefined {
    return this.#memory.get(session.tokenHash)?.proven
  }

  /** True when the session passed the second factor, at its sign-in or later. */
  passedSecondFactor(session: Session): boolean {
    return this.#memory.get(session.tokenHash)?.secondFactorAt !== undefined
  }

  /** A token without a living session is stored as ended: the store is not asked for it again. */
  async #findInStore(tokenHash: string): Promise<StoredSession | undefined> {
    const [row] = await this.#store.db
      .select()
      .from(table)
      .where(and(eq(table.tokenHash, tokenHash), isNull(table.endedAt)))
    const found = row && this.#memory.fromRow(row)
    if (found !== undefined && this.#memory.lives(found.session, found.lastUsedAt)) return this.#memory.remember(found)
    this.#memory.end(tokenHash)
    return undefined
  }

  async #use(stored: StoredSession): Promise<Session> {
    const now = this.#wallClock()
    stored.lastUsedAt = now
    if (now - stored.writtenAt >= USE_WRITTEN_EVERY) {
      stored.writtenAt = now
      const { tokenHash } = stored.session
      await forgiving(this.#store.db.update(table).set({ lastUsedAt: now }).where(eq(table.tokenHash, tokenHash)))
    }
    return stored.session
  }

  async #refuseLate(): Promise<TokenRefusal> {
    if (this.#refusalsWaiting < REFUSALS_WAITING_MAX) {
      this.#refusalsWaiting += 1
      await pause(REFUSAL_MILLIS, undefined, { ref: false })
      this.#refusalsWaiting -= 1
    }
    return 'too_many_requests'
  }
}
