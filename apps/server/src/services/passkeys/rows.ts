/** Rows of passkeys: the customer and the public key of each. */

import type { CallData } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { and, asc, eq } from 'drizzle-orm'
import { type Database, passkeys, type Query, type Transaction, users } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'
import { requireAsked, type SealedRow } from '../seals/index.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export async function passkeysOf(db: Database, user: UserId): Promise<readonly PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user, user))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.passkey))
}

type Proof = Pick<Encryption, 'rowVersions'>

/**
 * How many a customer has, also while their rows are out of the store for a moment: it decides whether a password alone
 * is enough.
 */
export async function passkeyCount(
  { query, encryption }: { readonly query: Query; readonly encryption: Proof },
  user: UserId,
): Promise<number> {
  const rows = await query('select passkey_id from passkeys where user_id = $1', [user])
  return Math.max(rows.length, encryption.rowVersions.of(numberOf(user)) % NUMBERS)
}

type Changing = {
  readonly encryption: Proof
  readonly tx: Pick<Transaction, 'query' | 'onEnd'>
}

/** The number of passkeys after a change. Call it behind the lock on the customer's row. */
export function numberChanged({ encryption, tx }: Changing, user: UserId, count: number): void {
  const changes = Math.floor(encryption.rowVersions.of(numberOf(user)) / NUMBERS)
  encryption.rowVersions.changed(tx, numberOf(user), (changes + 1) * NUMBERS + count)
}

const numberOf = (user: UserId) => ({ table: 'number of passkeys', key: user })
/** The remembered versions rise, so each is a number of changes and, in its last two digits, a number of passkeys. */
const NUMBERS = 100

/** False: the customer has no such passkey. Its row does not come back. */
export async function removePasskey(
  { encryption, tx }: Changing,
  of: { readonly user: UserId; readonly passkey: string },
): Promise<boolean> {
  const gone = await tx.query('delete from passkeys where passkey_id = $1 and user_id = $2 returning passkey_id', [
    of.passkey,
    of.user,
  ])
  encryption.rowVersions.removed(tx, { table: 'passkeys', key: of.passkey })
  if (gone.length === 0) return false
  const count = await passkeyCount({ query: tx.query, encryption }, of.user)
  numberChanged({ encryption, tx }, of.user, Math.max(0, count - 1))
  return true
}

/**
 * Removes all of a customer but one; gives how many. None that was made until now comes back, also none whose row was
 * taken out of the store in this moment. Call it behind the lock on the customer's row. `now`: wall time, ms.
 */
export async function removePasskeys(
  { encryption, tx }: Changing,
  of: { readonly user: UserId; readonly except: string | undefined; readonly now: number },
): Promise<number> {
  const { user, except, now } = of
  const gone = await tx.query(
    'delete from passkeys where user_id = $1 and passkey_id is distinct from $2::text returning passkey_id',
    [user, except ?? null],
  )
  const removedAt = passkeyMoment(encryption, user, now)
  encryption.rowVersions.changed(tx, allOf(user), removedAt)
  if (except !== undefined) encryption.rowVersions.changed(tx, staying(except), removedAt)
  numberChanged({ encryption, tx }, user, except === undefined ? 0 : 1)
  return gone.length
}

/**
 * The moment of a passkey that is made now, or of a removal of all: after the last removal of all, also where the clock
 * was set back since. `now`: wall time, ms. Call it behind the lock on the customer's row.
 */
export const passkeyMoment = ({ rowVersions }: Proof, user: UserId, now: number): number =>
  Math.max(now, rowVersions.of(allOf(user)) + 1)

/** The passkey was removed, alone or with all others of its customer, and its row was put back in the store. */
export function wasRemoved(
  { encryption: { rowVersions } }: Pick<Changing, 'encryption'>,
  row: Pick<PasskeyRow, 'passkey' | 'user' | 'createdAt'>,
): boolean {
  if (rowVersions.of({ table: 'passkeys', key: row.passkey }) > 0) return true
  const removedAt = rowVersions.of(allOf(row.user))
  return row.createdAt <= removedAt && rowVersions.of(staying(row.passkey)) < removedAt
}

const allOf = (user: UserId) => ({ table: 'passkeys of', key: user })
const staying = (passkey: string) => ({ table: 'staying passkeys', key: passkey })

/** The passkey with this id of the authenticator, if its customer still exists. */
export async function passkeyOfCredential(db: Database, credential: string): Promise<PasskeyRow | undefined> {
  const [found] = await db
    .select({ row: passkeys })
    .from(passkeys)
    .innerJoin(users, and(eq(users.user, passkeys.user), eq(users.kind, 'real')))
    .where(eq(passkeys.credential, credential))
  requireAsked('passkeys', found?.row, { credential })
  return found?.row
}

/**
 * Notes a signature that was accepted. False: meanwhile another was, the passkey was removed, or its customer is
 * gone; then nothing may follow from it. Pass the query of the transaction that does what the signature allows.
 */
export async function noteUse(
  query: Query,
  use: {
    readonly passkey: string
    readonly user: UserId
    readonly before: number
    readonly counter: number
    readonly now: number
  },
): Promise<boolean> {
  const noted = await query(
    `update passkeys set counter = $4, last_used_at = $5 where passkey_id = $1 and user_id = $2 and counter = $3
       and exists (select 1 from users where user_id = $2 and kind = 'real') returning passkey_id`,
    [use.passkey, use.user, use.before, use.counter, use.now],
  )
  return noted.length === 1
}

/** The columns that the seal of a passkey covers. */
export const sealedPasskey = (
  row: Pick<PasskeyRow, 'passkey' | 'user' | 'credential' | 'publicKey' | 'createdAt'>,
): SealedRow<'passkeys'> => ({
  ...{ passkey_id: row.passkey, user_id: row.user, credential_id: row.credential },
  ...{ public_key: row.publicKey, created_at: row.createdAt },
})

export const wirePasskey = (row: PasskeyRow): CallData<'passkeyList'>[number] => ({
  id: row.passkey,
  name: row.name,
  synced: row.synced === 1,
  created_at: row.createdAt,
  last_used_at: row.lastUsedAt,
})

export const transportsOf = (row: PasskeyRow): string[] => row.transports.split(',').filter((each) => each !== '')
