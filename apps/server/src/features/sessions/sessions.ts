/**
 * Who is signed in. A token is 256 random bits that only its owner ever sees; the store knows its SHA-256. One process
 * owns a world, so what is in memory is always right: the store is asked once for each token and told of every change.
 * A token that no living session has is known as such in memory (live-tokens.ts) and costs the store nothing. A session
 * also knows when its owner last proved to be there (features/accounts/proof.ts).
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type AccountId, type Millis, millis, must, type UserId } from '@veritick/domain'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Session } from '../../calls/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../services/clock/index.ts'
import { ceilingOf, LIMITS } from '../../services/rate-limits/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { accounts, forgiving, type Query, type Store, sessions as table } from '../../store/index.ts'
import { LiveTokens } from './live-tokens.ts'

/**
 * By what the owner proved to be there: a second factor, or a mailed code and what that was asked for
 * (features/accounts/proof.ts).
 */
export type Proof = { readonly by: 'totp' | 'passkey' } | { readonly by: 'code'; readonly of: string }
/** The last one, and when. */
export type Proven = Proof & { readonly at: Millis }

/** The account that a session trades on. */
export type TradedAccount = Pick<Session, 'account' | 'accountKind'>

/** A session as its owner sees it in a list. */
export type SignedIn = {
  readonly id: string
  readonly tokenHash: string
  readonly device: string
  readonly createdAt: Millis
  readonly lastUsedAt: Millis
  readonly expiresAt: Millis
}

type Owner = {
  readonly user: UserId
  readonly kind: 'demo' | 'real'
  readonly device: string
  /** True: the sign-in passed the second factor. */
  readonly secondFactor?: boolean
}

export type Sessions = {
  /**
   * A fresh session on the user's default account; the token is told this once. With a transaction's query it begins if
   * and only if the transaction commits.
   */
  begin(owner: Owner, query?: Query): Promise<string>
  /** `undefined`: never was, was ended, or its time is up. Counts as use. */
  find(token: string): Promise<Session | undefined>
  /**
   * The same for a token that came over the network; `from` names the address it came from, whose unknown tokens have
   * ceilings.
   */
  findFor(token: string, from: () => string): Promise<Session | TokenRefusal>
  end(session: Pick<Session, 'tokenHash'>): Promise<void>
  /**
   * From now on the session trades on another account of its user. `account_unknown`: the user owns no such account;
   * nothing has changed. Requests that were read before end on the account that they began on.
   */
  switchAccount(session: Session, account: AccountId): Promise<Session | 'account_unknown'>
  /** The session as it is now: on which account, after a switch. */
  current(session: Session): Session
  /**
   * Ends all of a user's sessions but one, or only the one with the id `only`, in a transaction. Call what it returns
   * once that is durable; it says how many.
   */
  endOthers(
    query: Query,
    which: { readonly user: UserId; readonly except: string | undefined; readonly only?: string | undefined },
  ): Promise<() => number>
  /** True until it is ended or its time is up. */
  alive(session: Session): boolean
  /** What lives, the latest use first. */
  list(user: UserId): Promise<readonly SignedIn[]>
  prove(session: Session, proof: Proof): Promise<void>
  provenOf(session: Session): Proven | undefined
  /** True when the session passed the second factor, at its sign-in or since. */
  passedSecondFactor(session: Session): boolean
}

/** Why a token opens nothing; `too_many_requests`: unknown ones have come from that address too often. */
export type TokenRefusal = 'session_ended' | 'too_many_requests'

export const DEMO_SESSION_MILLIS = 90 * DAY_MS
export const REAL_SESSION_MILLIS = 30 * DAY_MS
/** A session of a real account ends after so long without a call. */
export const REAL_IDLE_MILLIS = 12 * HOUR_MS
/** Use is written to the store this often: after a restart a session may seem unused for that much longer. */
const USE_WRITTEN_EVERY = 300_000
/** 256 bits as base64url: anything else is no token of ours. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** A refusal for too many unknown tokens waits this long: a client that waits for each answer cannot ask faster. */
const REFUSAL_MILLIS = 500
/** Refusals that wait at a time; more are answered at once. */
const REFUSALS_WAITING_MAX = 2_000
/** Sessions kept in memory; the oldest leave first and are read again when needed. */
const REMEMBERED_MAX = 100_000
/** More than a customer has devices. */
const LISTED_MAX = 100
const ID_LENGTH = 16

type Kept = {
  session: Session
  lastUsedAt: Millis
  writtenAt: Millis
  proven: Proven | undefined
  secondFactorAt: Millis | undefined
}

/** What lists call a session by: of no use to sign in. */
export const idOf = ({ tokenHash }: Pick<Session, 'tokenHash'>): string => tokenHash.slice(0, ID_LENGTH)

/** Reads the living sessions before it answers its first caller. */
export async function openSessions(options: {
  readonly store: Store
  readonly wallClock: () => Millis
  /** Milliseconds that only grow: the ceilings go by it. */
  readonly monotonicClock: () => number
}): Promise<Sessions> {
  const { store, wallClock, monotonicClock } = options
  const liveTokens = new LiveTokens()
  await liveTokens.load(store.query, wallClock())
  const unknownTokens = ceilingOf({ now: monotonicClock, max: LIMITS.sessions.unknownTokens, millis: MINUTE_MS })
  const failedLookups = ceilingOf({ now: monotonicClock, max: LIMITS.sessions.failedLookups, millis: MINUTE_MS })
  let refusalsWaiting = 0
  const remembered = new Map<string, Kept>()
  /** Ended here; kept long enough that no question still on its way to the store brings one back. */
  const ended = new Set<string>()

  const remember = (kept: Kept): Kept => {
    remembered.set(kept.session.tokenHash, kept)
    if (remembered.size > REMEMBERED_MAX) dropOldest(remembered)
    return kept
  }
  const forget = (tokenHash: string) => {
    ended.add(tokenHash)
    if (ended.size > REMEMBERED_MAX) dropOldest(ended)
    remembered.delete(tokenHash)
  }
  const living = (session: Pick<Session, 'kind' | 'tokenHash' | 'expiresAt'>, lastUsedAt: Millis | undefined) => {
    const now = wallClock()
    if (ended.has(session.tokenHash) || session.expiresAt <= now) return false
    return session.kind === 'demo' || lastUsedAt === undefined || lastUsedAt + REAL_IDLE_MILLIS > now
  }
  const alive = (session: Session) => living(session, remembered.get(session.tokenHash)?.lastUsedAt)

  async function load(tokenHash: string): Promise<Kept | undefined> {
    const [found] = await store.db
      .select({ row: table, accountKind: accounts.kind })
      .from(table)
      .innerJoin(accounts, eq(accounts.account, table.account))
      .where(and(eq(table.tokenHash, tokenHash), isNull(table.endedAt)))
    if (found === undefined) return undefined
    const { row, accountKind } = found
    const { user, kind, account } = row
    const session: Session = { user, kind, account, accountKind, tokenHash, expiresAt: millis(row.expiresAt) }
    const lastUsedAt = millis(row.lastUsedAt ?? row.createdAt)
    // Two at once read the same row: what the first one keeps is what counts.
    const secondFactorAt = row.secondFactorAt === null ? undefined : millis(row.secondFactorAt)
    return (
      remembered.get(tokenHash) ?? { session, lastUsedAt, writtenAt: lastUsedAt, proven: provenIn(row), secondFactorAt }
    )
  }

  /** Without asking the store: a session in memory, or that there can be none; `undefined`: only the store knows. */
  function foundInMemory(tokenHash: string): Kept | 'none' | undefined {
    const known = remembered.get(tokenHash)
    if (known !== undefined) return living(known.session, known.lastUsedAt) ? known : 'none'
    return ended.has(tokenHash) || !liveTokens.mayHold(tokenHash) ? 'none' : undefined
  }

  /** What never comes back to life is not asked for again. */
  async function foundInStore(tokenHash: string): Promise<Kept | undefined> {
    const kept = await load(tokenHash)
    if (kept !== undefined && living(kept.session, kept.lastUsedAt)) return remember(kept)
    forget(tokenHash)
    return undefined
  }

  async function tooMany(): Promise<TokenRefusal> {
    if (refusalsWaiting < REFUSALS_WAITING_MAX) {
      refusalsWaiting += 1
      await pause(REFUSAL_MILLIS, undefined, { ref: false })
      refusalsWaiting -= 1
    }
    return 'too_many_requests'
  }

  async function used(kept: Kept): Promise<Session> {
    const now = wallClock()
    kept.lastUsedAt = now
    if (now - kept.writtenAt >= USE_WRITTEN_EVERY) {
      kept.writtenAt = now
      await forgiving(
        store.db.update(table).set({ lastUsedAt: now }).where(eq(table.tokenHash, kept.session.tokenHash)),
      )
    }
    return kept.session
  }

  return {
    begin: async ({ user, kind, device, secondFactor = false }, query = store.query) => {
      const token = randomBytes(32).toString('base64url')
      const now = wallClock()
      const expiresAt = millis(now + (kind === 'demo' ? DEMO_SESSION_MILLIS : REAL_SESSION_MILLIS))
      const tokenHash = hashOf(token)
      const [traded] = await query<TradedAccount>(
        `with traded as (select account_id, kind from accounts where user_id = $2::int and is_default),
           begun as (
             insert into sessions (token_hash, user_id, kind, account_id, created_at, expires_at, last_used_at, device,
               second_factor_at)
             select $1, $2::int, $3, account_id, $4::bigint, $5::bigint, $4::bigint, $6, $7::bigint from traded)
         select account_id as account, kind as "accountKind" from traded`,
        [tokenHash, user, kind, now, expiresAt, device, secondFactor ? now : null],
      )
      const session: Session = {
        user,
        kind,
        ...must(traded, `user ${user} has a default account`),
        tokenHash,
        expiresAt,
      }
      liveTokens.add(session.tokenHash)
      remember({
        session,
        lastUsedAt: now,
        writtenAt: now,
        proven: undefined,
        secondFactorAt: secondFactor ? now : undefined,
      })
      return token
    },

    find: async (token) => {
      if (!TOKEN.test(token)) return undefined
      const tokenHash = hashOf(token)
      const kept = foundInMemory(tokenHash) ?? (await foundInStore(tokenHash))
      return kept === undefined || kept === 'none' ? undefined : used(kept)
    },

    findFor: async (token, from) => {
      const tokenHash = TOKEN.test(token) ? hashOf(token) : undefined
      const known = tokenHash === undefined ? 'none' : foundInMemory(tokenHash)
      if (known === 'none') return unknownTokens.take(from()) ? 'session_ended' : tooMany()
      if (known !== undefined) return used(known)
      // Counted before it is asked, so that a hundred at once are a hundred.
      const network = from()
      if (tokenHash === undefined || !failedLookups.take(network)) return tooMany()
      const kept = await foundInStore(tokenHash)
      if (kept === undefined) return 'session_ended'
      failedLookups.giveBack(network)
      return used(kept)
    },

    end: async ({ tokenHash }) => {
      forget(tokenHash)
      await store.db.update(table).set({ endedAt: wallClock() }).where(eq(table.tokenHash, tokenHash))
    },

    switchAccount: async (session, account) => {
      const [switched] = await store.query<TradedAccount>(
        `update sessions s set account_id = a.account_id from accounts a
         where s.token_hash = $1 and s.ended_at is null and a.account_id = $2::bigint and a.user_id = s.user_id
         returning a.account_id as account, a.kind as "accountKind"`,
        [session.tokenHash, account],
      )
      if (switched === undefined) return 'account_unknown'
      const after: Session = { ...session, ...switched }
      const kept = remembered.get(session.tokenHash)
      if (kept !== undefined) kept.session = after
      return after
    },

    current: (session) => remembered.get(session.tokenHash)?.session ?? session,

    endOthers: async (query, { user, except, only }) => {
      const rows = await query<{ token_hash: string }>(
        `update sessions set ended_at = $3 where user_id = $1 and ended_at is null and token_hash <> $2
           and ($4::text is null or left(token_hash, ${ID_LENGTH}) = $4) returning token_hash`,
        [user, except ?? '', wallClock(), only ?? null],
      )
      return () => {
        for (const row of rows) forget(row.token_hash)
        return rows.length
      }
    },

    alive,

    list: async (user) => {
      const rows = await store.db
        .select()
        .from(table)
        .where(and(eq(table.user, user), isNull(table.endedAt)))
        .orderBy(desc(table.createdAt), table.tokenHash)
        .limit(LISTED_MAX)
      return rows
        .map((row) => {
          const { tokenHash, device, kind } = row
          const lastUsedAt = remembered.get(tokenHash)?.lastUsedAt ?? millis(row.lastUsedAt ?? row.createdAt)
          const expiresAt = millis(row.expiresAt)
          const listed = { id: idOf(row), tokenHash, device, createdAt: millis(row.createdAt), lastUsedAt, expiresAt }
          return { listed, lives: living({ kind, tokenHash, expiresAt }, lastUsedAt) }
        })
        .flatMap(({ listed, lives }) => (lives ? [listed] : []))
        .sort((one, two) => two.lastUsedAt - one.lastUsedAt)
    },

    prove: async (session, proof) => {
      const at = wallClock()
      const kept = remembered.get(session.tokenHash)
      const byFactor = proof.by !== 'code'
      if (kept !== undefined) {
        kept.proven = { ...proof, at }
        if (byFactor) kept.secondFactorAt ??= at
      }
      const provenOf = proof.by === 'code' ? proof.of : null
      const factor = byFactor ? { secondFactorAt: kept?.secondFactorAt ?? at } : {}
      await store.db
        .update(table)
        .set({ provenAt: at, provenBy: proof.by, provenOf, ...factor })
        .where(eq(table.tokenHash, session.tokenHash))
    },

    provenOf: (session) => remembered.get(session.tokenHash)?.proven,

    passedSecondFactor: (session) => remembered.get(session.tokenHash)?.secondFactorAt !== undefined,
  }
}

function provenIn({ provenAt, provenBy, provenOf }: typeof table.$inferSelect): Proven | undefined {
  if (provenAt === null || provenBy === null) return undefined
  const at = millis(provenAt)
  if (provenBy !== 'code') return { by: provenBy, at }
  // Written before it was known what for: it proves nothing.
  return provenOf === null ? undefined : { by: provenBy, of: provenOf, at }
}

function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  const oldest = kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
}
