/** Rows of sessions. A session is stored under the SHA-256 of its token. */
import { type AccountId, type Millis, millis, must, type UserId } from '@veritick/domain'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Session } from '../../calls/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { isSealed, requireRowSealed, rowChanged, rowSeal, type SealedRow } from '../../services/seals/index.ts'
import { accounts, type Database, type Query, sessions as table } from '../../store/index.ts'
import type { Proven, TradedAccount } from './interface.ts'

/** More than a customer has devices. */
const LISTED_MAX = 100
const ID_LENGTH = 16

type Row = typeof table.$inferSelect

/** A session as the store has it. */
export type StoredSession = {
  readonly session: Session
  readonly device: string
  readonly createdAt: Millis
  readonly lastUsedAt: Millis
  readonly proven: Proven | undefined
  readonly secondFactorAt: Millis | undefined
}

/** The id of a session in lists: of no use to sign in. */
export const idOf = ({ tokenHash }: Pick<Session, 'tokenHash'>): string => tokenHash.slice(0, ID_LENGTH)

/** Whether the row is as this server wrote it and was not ended, as the transaction of `query` sees it. */
export async function isRowOpen(
  { query, encryption }: Sealing,
  { tokenHash }: Pick<Session, 'tokenHash'>,
): Promise<boolean> {
  const [row] = await query<SealedRow<'sessions'> & { readonly seal: string }>(
    `select token_hash, user_id, kind, expires_at, proven_at, proven_by, proven_of, second_factor_at, seal
     from sessions where token_hash = $1 and ended_at is null`,
    [tokenHash],
  )
  return row !== undefined && row.token_hash === tokenHash && isSealed(encryption, 'sessions', row)
}

/**
 * `undefined`: there is none, it was ended, or the row or that of its account was changed in the store. `waits`: for
 * every transaction that has changed the row.
 */
export async function readSession(
  { db, encryption }: { readonly db: Database; readonly encryption: Encryption },
  { tokenHash, waits }: { readonly tokenHash: string; readonly waits: boolean },
): Promise<StoredSession | undefined> {
  const selected = db
    .select({ row: table, owned: accounts })
    .from(table)
    .innerJoin(accounts, eq(accounts.account, table.account))
    .where(and(eq(table.tokenHash, tokenHash), isNull(table.endedAt)))
  const [found] = await (waits ? selected.for('share', { of: table }) : selected)
  if (found === undefined) return undefined
  const { row, owned } = found
  const { user, kind, account, seal } = row
  // The store may answer another row than was asked for, whose own seals are right.
  const isSession = row.tokenHash === tokenHash && isSealed(encryption, 'sessions', { ...sealedSession(row), seal })
  if (row.useSeal !== useSeal(encryption, { tokenHash, at: row.lastUsedAt })) return undefined
  const isOwner = owned.user === user && owned.account === account && isAccountSealed(encryption, owned)
  if (!isSession || !isOwner) return undefined
  return {
    session: { user, kind, account, accountKind: owned.kind, tokenHash, expiresAt: millis(row.expiresAt) },
    device: row.device,
    createdAt: millis(row.createdAt),
    lastUsedAt: millis(row.lastUsedAt),
    proven: provenIn(row),
    secondFactorAt: row.secondFactorAt === null ? undefined : millis(row.secondFactorAt),
  }
}

type ProofColumns = Pick<Row, 'provenAt' | 'provenBy' | 'provenOf' | 'secondFactorAt'>
type Named = Pick<Row, 'tokenHash' | 'user' | 'kind' | 'expiresAt'> & ProofColumns

/** The columns that the seal of a session covers. */
export const sealedSession = (row: Named): SealedRow<'sessions'> => ({
  ...{ token_hash: row.tokenHash, user_id: row.user, kind: row.kind, expires_at: row.expiresAt },
  ...{ proven_at: row.provenAt, proven_by: row.provenBy, proven_of: row.provenOf },
  second_factor_at: row.secondFactorAt,
})

/**
 * Of the time of the last use. The seal of the row does not cover it, because a use is written while a proof may be on
 * its way to the same row. Without it, an attacker inside the store could give a session that is idle its life back.
 */
const useSeal = (
  encryption: Pick<Encryption, 'fingerprint'>,
  { tokenHash, at }: { readonly tokenHash: string; readonly at: number },
): string => encryption.fingerprint('use of a session', JSON.stringify([tokenHash, at]))

/** How the proofs of a session stand in its row. */
export const proofColumns = ({
  proven,
  secondFactorAt,
}: Pick<StoredSession, 'proven' | 'secondFactorAt'>): ProofColumns => ({
  provenAt: proven?.at ?? null,
  provenBy: proven?.by ?? null,
  provenOf: proven?.by === 'code' ? proven.of : null,
  secondFactorAt: secondFactorAt ?? null,
})

type Sealing = { readonly query: Query; readonly encryption: Encryption }
type SealedAccount = {
  readonly account_id: AccountId
  readonly user_id: UserId
  readonly kind: 'demo' | 'real'
  readonly seal: string
}

/** The very row that was read is proven. The store may answer another row than was asked for. */
function tradedOf(
  encryption: Encryption,
  row: SealedAccount,
  asked: { readonly user: UserId; readonly account: AccountId | undefined },
): TradedAccount {
  requireRowSealed(encryption, 'accounts', row)
  const isAsked = row.user_id === asked.user && (asked.account === undefined || row.account_id === asked.account)
  if (!isAsked) throw rowChanged('accounts', row)
  return { account: row.account_id, accountKind: row.kind }
}

/** Whether this server wrote which user owns the account. */
const isAccountSealed = (encryption: Encryption, { account, user, kind, seal }: typeof accounts.$inferSelect) =>
  isSealed(encryption, 'accounts', { account_id: account, user_id: user, kind, seal })

/** Returns the user's default account, on which the session begins. Throws RowChanged: its owner was changed. */
export async function insertSession(
  { query, encryption }: Sealing,
  row: {
    readonly tokenHash: string
    readonly user: UserId
    readonly kind: 'demo' | 'real'
    readonly now: Millis
    readonly expiresAt: Millis
    readonly device: string
    readonly secondFactorAt: Millis | undefined
    readonly seal: string
  },
): Promise<TradedAccount> {
  const { tokenHash, user, kind, now, expiresAt, device, secondFactorAt = null, seal } = row
  const [traded] = await query<SealedAccount>(
    `with traded as (select account_id, user_id, kind, seal from accounts where user_id = $2::int and is_default),
       begun as (
         insert into sessions (token_hash, user_id, kind, account_id, created_at, expires_at, last_used_at, use_seal,
           device, second_factor_at, seal)
         select $1, $2::int, $3, account_id, $4::bigint, $5::bigint, $4::bigint, $9, $6, $7::bigint, $8 from traded)
     select account_id, user_id, kind, seal from traded`,
    [tokenHash, user, kind, now, expiresAt, device, secondFactorAt, seal, useSeal(encryption, { tokenHash, at: now })],
  )
  return tradedOf(encryption, must(traded, `user ${user} has a default account`), { user, account: undefined })
}

/** Deletes a user's sessions but `newest` and the `others` that began last; gives their token hashes. */
export async function deleteOlder(
  query: Query,
  which: { readonly user: UserId; readonly newest: string; readonly others: number },
): Promise<readonly string[]> {
  const { user, newest, others } = which
  // Of two at once each leaves the rows of the other alone.
  const rows = await query<{ token_hash: string }>(
    `delete from sessions where token_hash in (
       select token_hash from sessions where user_id = $1 and token_hash <> $2
       order by created_at desc, token_hash offset $3 for update skip locked) returning token_hash`,
    [user, newest, others],
  )
  return rows.map(({ token_hash }) => token_hash)
}

/** Deletes sessions that ended, or whose time was up, before this moment; gives their number. */
export async function deleteEnded(query: Query, before: Millis): Promise<number> {
  const rows = await query('delete from sessions where coalesce(ended_at, expires_at) < $1 returning 1', [before])
  return rows.length
}

/**
 * `undefined`: the user of the session owns no such account, or the session was ended. Nothing has changed then. Throws
 * RowChanged: the owner of the account was changed.
 */
export async function writeAccount(
  { query, encryption }: Sealing,
  { tokenHash, user, account }: { readonly tokenHash: string; readonly user: UserId; readonly account: AccountId },
): Promise<TradedAccount | undefined> {
  const [switched] = await query<SealedAccount>(
    `update sessions s set account_id = a.account_id from accounts a
     where s.token_hash = $1 and s.ended_at is null and a.account_id = $2::bigint and a.user_id = s.user_id
     returning a.account_id, a.user_id, a.kind, a.seal`,
    [tokenHash, account],
  )
  return switched && tradedOf(encryption, switched, { user, account })
}

/**
 * Ends a user's sessions but one, or only the one with the id `only`; gives their token hashes. A session that has
 * ended has no seal, so an attacker who takes the time of the end out of its row does not bring it back.
 */
export async function endRows(
  query: Query,
  which: {
    readonly user: UserId
    readonly except: string | undefined
    readonly only?: string | undefined
    readonly now: Millis
  },
): Promise<readonly string[]> {
  const { user, except, only, now } = which
  const rows = await query<{ token_hash: string }>(
    `update sessions set ended_at = $3, seal = '' where user_id = $1 and ended_at is null and token_hash <> $2
       and ($4::text is null or left(token_hash, ${ID_LENGTH}) = $4) returning token_hash`,
    [user, except ?? '', now, only ?? null],
  )
  return rows.map(({ token_hash }) => token_hash)
}

/** Sessions of a user that were not ended and may still live, newest first. `usedSince`: of real accounts. */
export async function rowsOf(
  db: Database,
  of: { readonly user: UserId; readonly now: Millis; readonly usedSince: Millis },
) {
  const { user, now, usedSince } = of
  const mayLive = or(eq(table.kind, 'demo'), gt(table.lastUsedAt, usedSince), gt(table.createdAt, usedSince))
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.user, user), isNull(table.endedAt), gt(table.expiresAt, now), mayLive))
    .orderBy(desc(table.createdAt), table.tokenHash)
    .limit(LISTED_MAX)
  return rows.map((row) => ({
    kind: row.kind,
    tokenHash: row.tokenHash,
    device: row.device,
    createdAt: millis(row.createdAt),
    lastUsedAt: millis(row.lastUsedAt),
    expiresAt: millis(row.expiresAt),
  }))
}

export async function writeEnd(db: Database, { tokenHash, now }: { readonly tokenHash: string; readonly now: Millis }) {
  await db.update(table).set({ endedAt: now, seal: '' }).where(eq(table.tokenHash, tokenHash))
}

export async function writeUse(
  { db, encryption }: { readonly db: Database; readonly encryption: Encryption },
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Millis },
) {
  const use = { lastUsedAt: now, useSeal: useSeal(encryption, { tokenHash, at: now }) }
  await db.update(table).set(use).where(eq(table.tokenHash, tokenHash))
}

/**
 * Writes the proofs of the session as memory has them, and the seal of them: a proof that was written into the store
 * is never sealed. `insteadOf`: only where the newest proof in the row is a mailed code for this.
 */
export async function writeProofs(
  { db, encryption }: { readonly db: Database; readonly encryption: Encryption },
  { session, proven, secondFactorAt }: Pick<StoredSession, 'session' | 'proven' | 'secondFactorAt'>,
  insteadOf?: string,
): Promise<void> {
  const columns = proofColumns({ proven, secondFactorAt })
  const seal = rowSeal(encryption, 'sessions', sealedSession({ ...session, ...columns }))
  const isThat = insteadOf === undefined ? undefined : eq(table.provenOf, insteadOf)
  await db
    .update(table)
    .set({ ...columns, seal })
    .where(and(eq(table.tokenHash, session.tokenHash), isNull(table.endedAt), isThat))
}

function provenIn({ provenAt, provenBy, provenOf }: Row): Proven | undefined {
  if (provenAt === null || provenBy === null) return undefined
  const at = millis(provenAt)
  if (provenBy !== 'code') return { by: provenBy, at }
  // A code without its purpose proves nothing.
  return provenOf === null ? undefined : { by: provenBy, of: provenOf, at }
}
