/** Rows of passkeys: the customer and the public key of each. */

import { type CallData, PASSKEYS_MAX } from '@veritick/contract'
import { assert, type UserId } from '@veritick/domain'
import { and, asc, eq } from 'drizzle-orm'
import { type Database, passkeys, type Query, type Transaction, users } from '../../store/index.ts'
import { isSealed, requireAsked, type SealedRow, type Sealing, sealedRows } from '../seals/index.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** Without rows that this server did not write, and those that it removed. */
export async function passkeysOf(
  { db, encryption }: { readonly db: Database; readonly encryption: Sealing },
  user: UserId,
): Promise<readonly PasskeyRow[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user, user))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.passkey))
  return rows.filter((row) => isProven(encryption, user, { ...sealedPasskey(row), seal: row.seal }))
}

function isProven(encryption: Sealing, user: UserId, row: SealedRow<'passkeys'> & { readonly seal: string }): boolean {
  if (row.user_id !== user || !isSealed(encryption, 'passkeys', row)) return false
  return !wasRemoved({ encryption }, { user, passkey: String(row.passkey_id), createdAt: Number(row.created_at) })
}

/**
 * How many a customer has, also while their rows are out of the store for a moment: it decides whether a password alone
 * is enough. Rows that an attacker inserted are no passkeys. The process may have ended before it could remember a row
 * that it wrote, so proven rows count beside the remembered number.
 */
export async function passkeyCount({ query, encryption }: Counting, user: UserId): Promise<number> {
  return Math.max(await provenCount({ query, encryption }, user), rememberedCount(encryption, user))
}

async function provenCount({ query, encryption }: Counting, user: UserId): Promise<number> {
  const rows = await sealedRows(query, 'passkeys', 'user_id = $1', [user])
  return Math.min(rows.filter((row) => isProven(encryption, user, row)).length, PASSKEYS_MAX)
}

/** 0: none, or the server does not know, as after a restore. */
const rememberedCount = ({ rowVersions }: Pick<Sealing, 'rowVersions'>, user: UserId): number =>
  Math.min(rowVersions.of(numberOf(user)) % NUMBERS, PASSKEYS_MAX)

type Counting = { readonly query: Query; readonly encryption: Sealing }
type Changing = {
  readonly encryption: Sealing
  readonly tx: Pick<Transaction, 'query' | 'onEnd'>
}

/** The number of passkeys after a change. Call it behind the lock on the customer's row. */
export function numberChanged({ encryption, tx }: Changing, user: UserId, count: number): void {
  assert(count >= 0 && count <= PASSKEYS_MAX && PASSKEYS_MAX < NUMBERS, 'a number of passkeys')
  const changes = Math.floor(encryption.rowVersions.of(numberOf(user)) / NUMBERS)
  encryption.rowVersions.changed(tx, numberOf(user), (changes + 1) * NUMBERS + count)
}

const numberOf = (user: UserId) => ({ table: 'number of passkeys', key: user })
/** The remembered versions rise, so each is a number of changes and, in its last two digits, a number of passkeys. */
const NUMBERS = 100

/**
 * `passkey`: as `passkeysOf` gave it; its row may be out of the store in this moment. False: it was removed meanwhile.
 * It does not come back. Call it behind the lock on the customer's row.
 */
export async function removePasskey({ encryption, tx }: Changing, passkey: PasskeyRow): Promise<boolean> {
  const { user } = passkey
  if (wasRemoved({ encryption }, passkey)) return false
  await tx.query('delete from passkeys where passkey_id = $1', [passkey.passkey])
  encryption.rowVersions.removed(tx, { table: 'passkeys', key: passkey.passkey })
  const left = await provenCount({ query: tx.query, encryption }, user)
  numberChanged({ encryption, tx }, user, Math.max(left, rememberedCount(encryption, user) - 1))
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
  const staying = except === undefined ? 0 : 1
  const count = await passkeyCount({ query: tx.query, encryption }, user)
  await tx.query('delete from passkeys where user_id = $1 and passkey_id is distinct from $2::text', [
    user,
    except ?? null,
  ])
  const removedAt = passkeyMoment(encryption, user, now)
  encryption.rowVersions.changed(tx, allOf(user), removedAt)
  if (except !== undefined) encryption.rowVersions.changed(tx, stayingOf(except), removedAt)
  numberChanged({ encryption, tx }, user, staying)
  return Math.max(0, count - staying)
}

/**
 * The moment of a passkey that is made now, or of a removal of all: after the last removal of all, also where the clock
 * was set back since. `now`: wall time, ms. Call it behind the lock on the customer's row.
 */
export const passkeyMoment = ({ rowVersions }: Pick<Sealing, 'rowVersions'>, user: UserId, now: number): number =>
  Math.max(now, rowVersions.of(allOf(user)) + 1)

/** The passkey was removed, alone or with all others of its customer, and its row was put back in the store. */
export function wasRemoved(
  { encryption: { rowVersions } }: { readonly encryption: Pick<Sealing, 'rowVersions'> },
  row: Pick<PasskeyRow, 'passkey' | 'user' | 'createdAt'>,
): boolean {
  if (rowVersions.of({ table: 'passkeys', key: row.passkey }) > 0) return true
  const removedAt = rowVersions.of(allOf(row.user))
  return row.createdAt <= removedAt && rowVersions.of(stayingOf(row.passkey)) < removedAt
}

const allOf = (user: UserId) => ({ table: 'passkeys of', key: user })
const stayingOf = (passkey: string) => ({ table: 'staying passkeys', key: passkey })

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
