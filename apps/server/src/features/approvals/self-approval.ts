/**
 * No staff member decides about their own account, or after a change of their access. Two e-mail addresses are the same
 * person when they reach the same mailbox, so the part behind a + is left out.
 */
import type { UserId } from '@veritick/domain'
import { type Actor, staffIdOf } from '../../services/audit/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import type { Query, Transaction } from '../../store/index.ts'

type Decision = { readonly actor: Actor; readonly user: UserId }

/**
 * Call it once the decision has its lock. Refusals: `record_own`; `session_ended`, `not_permitted` where the access of
 * the staff member changed while the decision waited.
 */
export async function checkDecider(tx: Pick<Transaction, 'query'>, decision: Decision): Promise<void> {
  await refuseChangedAccess(tx, decision.actor)
  if (await isOwnRecord(tx.query, decision)) rollbackWith('record_own')
}

/**
 * The role of `actor` was read when the request came. Until the transaction ends no other one changes the row. Rows of
 * staff are never deleted.
 */
async function refuseChangedAccess(tx: Pick<Transaction, 'query'>, { who, role }: Actor): Promise<void> {
  const staff = staffIdOf(who)
  if (staff === undefined) return
  const [now] = await tx.query<{ role: string; ended: boolean }>(
    `select role, disabled_at is not null or password_hash is null as ended from staff where staff_id = $1 for share`,
    [staff],
  )
  if (now === undefined) return
  if (now.ended) rollbackWith('session_ended')
  if (now.role !== role) rollbackWith('not_permitted')
}

/**
 * Until the transaction ends no other decision of this staff member is counted against the limit of one approver. Call
 * it behind `openCase`: the order of the locks is customer, record, approver, payment.
 */
export async function lockApprover(tx: Pick<Transaction, 'query'>, { who }: Actor): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`approver ${who}`])
}

export async function isOwnRecord(query: Query, { actor, user }: Decision): Promise<boolean> {
  const staff = staffIdOf(actor.who)
  if (staff === undefined) return false
  const own = await query(
    `select 1 from staff join users on ${mailbox('users.email')} = ${mailbox('staff.email')}
     where staff.staff_id = $1 and users.user_id = $2`,
    [staff, user],
  )
  return own.length > 0
}

/** SQL: a staff member has the mailbox of this column. */
export const isStaffMailbox = (column: string) =>
  `exists (select 1 from staff where ${mailbox('staff.email')} = ${mailbox(column)})`

/** `Ana+money@example.com` -> `ana@example.com`. */
const mailbox = (column: string) => `regexp_replace(lower(${column}), '\\+[^@]*@', '@')`
