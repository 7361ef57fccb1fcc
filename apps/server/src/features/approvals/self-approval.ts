/**
 * No staff member decides about their own account. Two e-mail addresses are the same person when they reach the same
 * mailbox, so the part behind a + is left out.
 */
import type { UserId } from '@veritick/domain'
import type { Actor } from '../../services/audit/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'

const STAFF = /^staff:(\d{1,9})$/

type Decision = { readonly actor: Actor; readonly user: UserId }

/** Rejects with `record_own`. */
export async function refuseOwn(tx: Pick<Transaction, 'query'>, decision: Decision): Promise<void> {
  if (await isOwnRecord(tx.query, decision)) rollbackWith('record_own')
}

export async function isOwnRecord(query: Query, { actor, user }: Decision): Promise<boolean> {
  const staff = STAFF.exec(actor.who)?.[1]
  if (staff === undefined) return false
  const own = await query(
    `select 1 from staff join users on ${mailbox('users.email')} = ${mailbox('staff.email')}
     where staff.staff_id = $1 and users.user_id = $2`,
    [Number(staff), user],
  )
  return own.length > 0
}

/** SQL: a staff member has the mailbox of this column. */
export const isStaffMailbox = (column: string) =>
  `exists (select 1 from staff where ${mailbox('staff.email')} = ${mailbox(column)})`

/** `Ana+money@example.com` -> `ana@example.com`. */
const mailbox = (column: string) => `regexp_replace(lower(${column}), '\\+[^@]*@', '@')`
