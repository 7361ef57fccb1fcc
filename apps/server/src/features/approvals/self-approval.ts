/**
 * Nobody decides about themselves: a colleague whose e-mail address is a customer's decides nothing of that customer.
 * What stands behind a + is left out, because it reaches the same mailbox.
 */
import type { Actor } from '../../services/audit/index.ts'
import { reject } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'

const STAFF = /^staff:(\d{1,9})$/

type Deciding = { readonly actor: Actor; readonly user: number }

/** Rejects with `record_own`. */
export async function refuseOwn(tx: Pick<Transaction, 'query'>, deciding: Deciding): Promise<void> {
  if (await isOwnRecord(tx.query, deciding)) reject('record_own')
}

export async function isOwnRecord(query: Query, { actor, user }: Deciding): Promise<boolean> {
  const staff = STAFF.exec(actor.who)?.[1]
  if (staff === undefined) return false
  const own = await query(
    `select 1 from staff join users on ${mailbox('users.email')} = ${mailbox('staff.email')} where staff.staff_id = $1 and users.user_id = $2`,
    [Number(staff), user],
  )
  return own.length > 0
}

/** `Ana+money@example.com` -> `ana@example.com`. */
const mailbox = (column: string) => `regexp_replace(lower(${column}), '\\+[^@]*@', '@')`
