/**
 * The sessions of customers. A token is 256 random bits that only its owner ever sees; the store knows its SHA-256. One
 * process owns a world, so the sessions in memory are always right: the store is read once for each token and written
 * on every change; after a write whose outcome is unknown it is read again (decision 81). A token without a living
 * session is known as such in memory (live-tokens.ts) and costs the store nothing. A session also knows when its owner
 * was last confirmed (features/accounts/step-up.ts).
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AccountId, type Millis, millis, type UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Session } from '../../calls/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Runtime, SECOND_MS } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Job, Jobs } from '../../services/jobs/index.ts'
import { type Ceiling, ceilingOf, LIMITS } from '../../services/rate-limits/index.ts'
import { rowSeal } from '../../services/seals/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { forgiving, type Query, type Store, type Transaction, type TransactionEnd } from '../../store/index.ts'
import { ENDED_SESSIONS_FILE, EndedSessions } from './ended-sessions.ts'
import type { Owner, Proof, Proven, Sessions, SignedIn, TokenRefusal } from './interface.ts'
import { LiveTokens } from './live-tokens.ts'
import { type Kept, REAL_IDLE_MILLIS, RememberedSessions } from './remembered.ts'
import {
  deleteEnded,
  deleteOlder,
  endRows,
  idOf,
  insertSession,
  isRowOpen,
  proofColumns,
  readSession,
  rowsOf,
  type StoredSession,
  sealedSession,
  writeAccount,
  writeEnd,
  writeProofs,
  writeUse,
} from './rows.ts'

/** A session ends this long after its sign-in; one of a real account without calls ends earlier (remembered.ts). */
export const DEMO_SESSION_MILLIS = 90 * DAY_MS
export const REAL_SESSION_MILLIS = 30 * DAY_MS
const lifetimeOf = (kind: Session['kind']) => (kind === 'demo' ? DEMO_SESSION_MILLIS : REAL_SESSION_MILLIS)
const LIFETIME_MAX = Math.max(DEMO_SESSION_MILLIS, REAL_SESSION_MILLIS)
/** The seal of a session covers kind and expiry, so the begin that follows from them is proven too. */
const begunAt = ({ kind, expiresAt }: Pick<Session, 'kind' | 'expiresAt'>): number => expiresAt - lifetimeOf(kind)
/** Sessions of one demo customer: more than one device needs. A further sign-in deletes the oldest. */
export const DEMO_SESSIONS_MAX = 20
/** A session that ended is deleted after this; until then an operator may look when it was used. */
export const ENDED_KEPT_MILLIS = 7 * DAY_MS
/** Use is written to the store this often: after a restart a session may seem unused for that much longer. */
const USE_WRITTEN_EVERY_MS = 5 * MINUTE_MS
/** The store knows of each use after this time at the latest, also after a few writes that failed. */
const UNWRITTEN_USE_MAX = HOUR_MS
/** 256 bits as base64url: anything else is no token of ours. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** A refusal for too many unknown tokens waits this long: a client that waits for each answer cannot ask faster. */
const REFUSAL_MILLIS = 500
/** Refusals that wait at a time; more are answered at once. */
const REFUSALS_WAITING_MAX = 2_000

type Options = {
  readonly store: Store
  readonly encryption: Encryption
  readonly wallClock: () => Millis
  /** Sessions are deleted by the guarded time, which a jump of the wall clock does not move. */
  readonly runtime: Pick<Runtime, 'guardedNow'>
  /** Milliseconds that only grow: the ceilings go by it. */
  readonly monotonicClock: () => number
  readonly jobs: Jobs
  /** The file of ended sessions is in the folder of the world. */
  readonly config: { readonly dataDir: string; readonly world: string }
  readonly log: Logger
}

/** Reads the living sessions before it answers its first caller. */
export async function openSessions(options: Options): Promise<Sessions> {
  const liveTokens = new LiveTokens()
  await liveTokens.load(options.store.query, options.wallClock())
  return new LivingSessions(options, liveTokens)
}

class LivingSessions implements Sessions {
  readonly #store: Store
  readonly #encryption: Encryption
  readonly #wallClock: () => Millis
  readonly #liveTokens: LiveTokens
  readonly #remembered: RememberedSessions
  readonly #endedSessions: EndedSessions
  readonly #unknownTokens: Ceiling
  readonly #failedLookups: Ceiling
  readonly #sweep: Job<number>
  readonly #retry: Job<void>
  #refusalsWaiting = 0

  constructor(options: Options, liveTokens: LiveTokens) {
    const { store, encryption, wallClock, runtime, monotonicClock, jobs, config, log } = options
    this.#store = store
    this.#encryption = encryption
    this.#wallClock = wallClock
    this.#liveTokens = liveTokens
    const file = join(config.dataDir, config.world, ENDED_SESSIONS_FILE)
    this.#endedSessions = new EndedSessions({
      file,
      log: log.child({ part: 'sessions' }),
      now: wallClock,
      guardedNow: runtime.guardedNow,
      lifetimeMs: LIFETIME_MAX,
    })
    this.#remembered = new RememberedSessions(wallClock)
    const { unknownTokens, failedLookups } = LIMITS.sessions
    this.#unknownTokens = ceilingOf({ now: monotonicClock, max: unknownTokens, millis: MINUTE_MS })
    this.#failedLookups = ceilingOf({ now: monotonicClock, max: failedLookups, millis: MINUTE_MS })
    this.#sweep = jobs.add({
      name: 'sessions_deletion',
      everyMs: HOUR_MS,
      run: () => deleteEnded(store.background.query, millis(runtime.guardedNow() - ENDED_KEPT_MILLIS)),
    })
    this.#retry = jobs.add({
      name: 'ended_sessions',
      everyMs: SECOND_MS,
      run: async () => this.#endedSessions.retry(),
    })
  }

  /** In a transaction: its COMMIT asks whether the objects of the store answered right (decision 151). */
  begin(owner: Owner, tx?: Transaction): Promise<string> {
    return tx === undefined ? this.#store.transaction((own) => this.#begin(owner, own)) : this.#begin(owner, tx)
  }

  async #begin({ user, kind, device, secondFactor = false }: Owner, tx: Transaction): Promise<string> {
    const { query } = tx
    const token = randomBytes(32).toString('base64url')
    const now = this.#wallClock()
    const expiresAt = millis(Math.max(now, this.#endedSessions.beginsFrom(user)) + lifetimeOf(kind))
    const tokenHash = hashOf(token)
    const secondFactorAt = secondFactor ? now : undefined
    const proofs = proofColumns({ proven: undefined, secondFactorAt })
    const seal = rowSeal(this.#encryption, 'sessions', sealedSession({ tokenHash, user, kind, expiresAt, ...proofs }))
    const row = { tokenHash, user, kind, now, expiresAt, device, secondFactorAt, seal }
    const traded = await insertSession({ query, encryption: this.#encryption }, row)
    const session: Session = { user, kind, ...traded, tokenHash, expiresAt }
    const others = DEMO_SESSIONS_MAX - 1
    // Not named in the file: no money is behind them, and one customer could make millions of them.
    const deleted = kind === 'demo' ? await deleteOlder(query, { user, newest: tokenHash, others }) : []
    tx.onEnd((end) => {
      this.#liveTokens.add(tokenHash)
      const kept = {
        ...{ session, device, createdAt: now, lastUsedAt: now, writtenAt: now },
        ...{ proven: undefined, secondFactorAt },
      }
      if (end === 'committed') this.#remembered.add(kept)
      else this.#remembered.doubt(tokenHash)
      this.#ended(deleted, end)
    })
    return token
  }

  async find(token: string): Promise<Session | undefined> {
    if (!TOKEN.test(token)) return undefined
    const tokenHash = hashOf(token)
    const kept = this.#foundInMemory(tokenHash) ?? (await this.#foundInStore(tokenHash))
    return kept === undefined || kept === 'none' ? undefined : this.#used(kept)
  }

  async findFor(token: string, from: () => string): Promise<Session | TokenRefusal> {
    const tokenHash = TOKEN.test(token) ? hashOf(token) : undefined
    const known = tokenHash === undefined ? 'none' : this.#foundInMemory(tokenHash)
    if (known === 'none') return this.#unknownTokens.take(from()) ? 'session_ended' : this.#tooMany()
    if (known !== undefined) return this.#used(known)
    // Counted before it is asked, so that a hundred at once are a hundred.
    const network = from()
    if (tokenHash === undefined || !this.#failedLookups.take(network)) return this.#tooMany()
    const kept = await this.#foundInStore(tokenHash)
    if (kept === undefined) return 'session_ended'
    this.#failedLookups.giveBack(network)
    return this.#used(kept)
  }

  async end({ tokenHash, kind }: Pick<Session, 'tokenHash' | 'kind'>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const kept = this.#endedSessions.keep({ tokenHashes: kind === 'demo' ? [] : [tokenHash] })
      tx.onEnd((end) => this.#ended([tokenHash], end, kept))
      await writeEnd(tx.db, { tokenHash, now: this.#wallClock() })
    })
  }

  async switchAccount(session: Session, account: AccountId): Promise<Session | 'account_unknown'> {
    const { tokenHash } = session
    return this.#store.transaction(async (tx) => {
      const asked = { tokenHash, user: session.user, account }
      const switched = await writeAccount({ query: tx.query, encryption: this.#encryption }, asked)
      if (switched === undefined) return 'account_unknown'
      const after: Session = { ...session, ...switched }
      tx.onEnd((end) => {
        const kept = this.#remembered.get(tokenHash)
        if (end === 'unknown') this.#remembered.doubt(tokenHash)
        else if (kept !== undefined) kept.session = after
      })
      return after
    })
  }

  current(session: Session): Session {
    return this.#remembered.get(session.tokenHash)?.session ?? session
  }

  async endSessions(tx: Transaction, which: Parameters<Sessions['endSessions']>[1]): Promise<number> {
    const { user, except, only } = which
    // Also those that memory knows: an attacker may take a row away while the sessions end, and put it back.
    const inMemory = this.#remembered
      .of(user)
      .map(({ session }) => session)
      .filter((session) => session.tokenHash !== except && (only === undefined || idOf(session) === only))
      .map(({ tokenHash }) => tokenHash)
    const inStore = await endRows(tx.query, { ...which, now: this.#wallClock() })
    const hashes = [...new Set([...inStore, ...inMemory])]
    const kept = this.#endedSessions.keep({
      tokenHashes: hashes,
      allOf: only === undefined ? { user, except } : undefined,
    })
    tx.onEnd((end) => this.#ended(hashes, end, kept))
    return hashes.length
  }

  alive(session: Session): boolean {
    if (this.#remembered.doubtOf(session.tokenHash) !== undefined) return false
    return this.#remembered.isLiving(session, this.#remembered.get(session.tokenHash)?.lastUsedAt)
  }

  async isOpen(query: Query, session: Session): Promise<boolean> {
    const isEnding = this.#endedSessions.isEnding({ ...session, begunAt: begunAt(session) })
    return this.alive(session) && !isEnding && isRowOpen({ query, encryption: this.#encryption }, session)
  }

  async isSignedIn({ user, id }: Parameters<Sessions['isSignedIn']>[0]): Promise<boolean> {
    if (this.#remembered.of(user).some(({ session }) => idOf(session) === id)) return true
    const named = (await this.list(user)).find((each) => each.id === id)
    return named !== undefined && this.isLiving({ user, tokenHash: named.tokenHash })
  }

  async isLiving({ user, tokenHash }: Parameters<Sessions['isLiving']>[0]): Promise<boolean> {
    const found = this.#foundInMemory(tokenHash) ?? (await this.#foundInStore(tokenHash))
    return found !== undefined && found !== 'none' && found.session.user === user
  }

  async list(user: UserId): Promise<readonly SignedIn[]> {
    const now = this.#wallClock()
    const usedSince = millis(now - REAL_IDLE_MILLIS - UNWRITTEN_USE_MAX)
    const rows = await rowsOf(this.#store.db, { user, now, usedSince })
    // An attacker who ends the row of a session in memory does not hide it from its owner.
    const inMemory = this.#remembered.of(user).map((kept) => ({ ...kept.session, ...kept }))
    const known = new Set(inMemory.map(({ tokenHash }) => tokenHash))
    return [...inMemory, ...rows.filter((row) => !known.has(row.tokenHash))]
      .filter((row) => this.#remembered.isLiving(row, row.lastUsedAt))
      .map(({ tokenHash, device, createdAt, lastUsedAt, expiresAt }) => ({
        ...{ id: idOf({ tokenHash }), tokenHash, device, createdAt, lastUsedAt, expiresAt },
      }))
      .sort((one, two) => two.lastUsedAt - one.lastUsedAt)
  }

  async prove({ tokenHash }: Session, proof: Proof): Promise<void> {
    const at = this.#wallClock()
    const kept = this.#remembered.get(tokenHash) ?? (await this.#foundInStore(tokenHash))
    // Ended meanwhile.
    if (kept === undefined) return
    kept.proven = { ...proof, at }
    if (proof.by !== 'code') kept.secondFactorAt ??= at
    await writeProofs({ db: this.#store.db, encryption: this.#encryption }, kept)
  }

  provenOf(session: Session): Proven | undefined {
    return this.#remembered.get(session.tokenHash)?.proven
  }

  async forgetCode(session: Session, of: string): Promise<void> {
    await forgiving(this.#forgetCode(session, of))
  }

  async #forgetCode({ tokenHash }: Session, of: string): Promise<void> {
    const kept = this.#remembered.get(tokenHash) ?? (await this.#foundInStore(tokenHash))
    if (kept === undefined) return
    if (kept.proven?.by === 'code' && kept.proven.of === of) kept.proven = undefined
    await writeProofs({ db: this.#store.db, encryption: this.#encryption }, kept, of)
  }

  passedSecondFactor(session: Session): boolean {
    return this.#remembered.get(session.tokenHash)?.secondFactorAt !== undefined
  }

  sweep(): Promise<number> {
    return this.#sweep.run()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sweep.stop(), this.#retry.stop()])
    this.#endedSessions.retry()
  }

  /** Without asking the store: a session in memory, or that there can be none; `undefined`: only the store knows. */
  #foundInMemory(tokenHash: string): Kept | 'none' | undefined {
    const known = this.#remembered.get(tokenHash)
    if (known !== undefined) return this.#remembered.isLiving(known.session, known.lastUsedAt) ? known : 'none'
    const hasEnded = this.#remembered.hasEnded(tokenHash) || this.#endedSessions.has(tokenHash)
    return hasEnded || !this.#liveTokens.mayHold(tokenHash) ? 'none' : undefined
  }

  /** A session that has ended is not asked for again. */
  async #foundInStore(tokenHash: string): Promise<Kept | undefined> {
    const stored = await this.#readCertain(tokenHash)
    if (stored !== undefined && !this.#hasEnded(stored.session)) {
      // Two at once read the same row: what the first one keeps is what counts.
      const kept = this.#remembered.get(tokenHash) ?? { ...stored, writtenAt: stored.lastUsedAt }
      if (this.#remembered.isLiving(kept.session, kept.lastUsedAt)) return this.#remembered.add(kept)
    }
    this.#remembered.end(tokenHash)
    return undefined
  }

  /**
   * Reads the session; while a write of it is in doubt, or comes into doubt meanwhile, reads again after that write.
   */
  async #readCertain(tokenHash: string): Promise<StoredSession | undefined> {
    for (;;) {
      const doubt = this.#remembered.doubtOf(tokenHash)
      const stored = await readSession(
        { db: this.#store.db, encryption: this.#encryption },
        { tokenHash, waits: doubt !== undefined },
      )
      if (this.#remembered.doubtOf(tokenHash) !== doubt) continue
      this.#remembered.settle(tokenHash)
      return stored
    }
  }

  #hasEnded(session: Session): boolean {
    return this.#endedSessions.hasEnded({ ...session, begunAt: begunAt(session) })
  }

  #ended(hashes: readonly string[], end: TransactionEnd, kept?: () => void): void {
    if (end === 'committed') kept?.()
    for (const hash of hashes) {
      if (end === 'committed') this.#remembered.end(hash)
      else this.#remembered.doubt(hash)
    }
  }

  async #tooMany(): Promise<TokenRefusal> {
    if (this.#refusalsWaiting < REFUSALS_WAITING_MAX) {
      this.#refusalsWaiting += 1
      await pause(REFUSAL_MILLIS, undefined, { ref: false })
      this.#refusalsWaiting -= 1
    }
    return 'too_many_requests'
  }

  async #used(kept: Kept): Promise<Session> {
    const now = this.#wallClock()
    kept.lastUsedAt = now
    if (now - kept.writtenAt >= USE_WRITTEN_EVERY_MS) {
      kept.writtenAt = now
      const parts = { db: this.#store.db, encryption: this.#encryption }
      await forgiving(writeUse(parts, { tokenHash: kept.session.tokenHash, now }))
    }
    return kept.session
  }
}
