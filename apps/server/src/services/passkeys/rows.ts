/** Rows of passkeys: the customer and the public key of each. */

import type { CallData } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { and, asc, eq } from 'drizzle-orm'
import { type Database, passkeys, type Query, users } from '../../store/index.ts'
import { requireAsked } from '../seals/index.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export async function passkeysOf(db: Database, user: UserId): Promise<readonly PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user, user))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.passkey))
}

export async function passkeyCount(query: Query, user: UserId): Promise<number> {
  return (await query('select passkey_id from passkeys where user_id = $1', [user])).length
}

/** Removes all of a customer but one; gives how many. Call it behind the lock on the customer's row. */
export async function removePasskeys(
  query: Query,
  of: { readonly user: UserId; readonly except: string | undefined },
): Promise<number> {
  const gone = await query(
    'delete from passkeys where user_id = $1 and passkey_id is distinct from $2::text returning passkey_id',
    [of.user, of.except ?? null],
  )
  return gone.length
}

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

export const wirePasskey = (row: PasskeyRow): CallData<'passkeyList'>[number] => ({
  id: row.passkey,
  name: row.name,
  synced: row.synced === 1,
  created_at: row.createdAt,
  last_used_at: row.lastUsedAt,
})

export const transportsOf = (row: PasskeyRow): string[] => row.transports.split(',').filter((each) => each !== '')
