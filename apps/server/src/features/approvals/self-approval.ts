/**
 * No staff member decides about their own account, or after a change of their access. Two e-mail addresses are the same
 * person when they reach the same mailbox, so the part behind a + is left out.
 */
import type { UserId } from '@veritick/domain'
import { type Actor, staffIdOf } from '../../services/audit/index.ts'
import { type KnownStaff, provenStaff, RowChanged, requireSealed, type StaffProof } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { LOCK_NAMED, type Query, type Transaction } from '../../store/index.ts'

type Decision = { readonly actor: Actor; readonly user: UserId }
type Reading = StaffProof & { readonly query: Query }

/**
 * Call it once the decision has its lock. Refusals: `record_own`; `record_changed` where the row of the staff member or
 * of the customer does not prove itself; `session_ended`, `not_permitted` where the access of the staff member changed
 * while the decision waited.
 */
export async function checkDecider(
  { encryption, knownVersions }: StaffProof,
  { query }: Pick<Transaction, 'query'>,
  decision: Decision,
): Promise<void> {
  const parts = { query, encryption, knownVersions }
  try {
    await refuseChangedAccess(parts, decision.actor)
    if (await isOwnRecord(parts, decision)) rollbackWith('record_own')
  } catch (error) {
    if (error instanceof RowChanged) rollbackWith('record_changed')
    throw error
  }
}

/** The role of `actor` was read when the request came. Until the transaction ends no other one changes the row. */
async function refuseChangedAccess(parts: Reading, { who, role }: Actor): Promise<void> {
  const staff = staffIdOf(who)
  if (staff === undefined) return
  const now = await provenStaff(parts, staff, 'for share')
  if (now === undefined) return
  if (now.disabled_at !== null || now.password_hash === null) rollbackWith('session_ended')
  if (now.role !== role) rollbackWith('not_permitted')
}

/**
 * Until the transaction ends no other decision of this staff member is counted against the limit of one approver. Call
 * it behind `openCase`: the order of the locks is customer, record, approver, payment.
 */
export async function lockApprover(tx: Pick<Transaction, 'query'>, { who }: Actor): Promise<void> {
  await tx.query(LOCK_NAMED, [`approver ${who}`])
}

/** For screens: why this staff member may not decide about the customer. */
export async function blockOfDecider(
  parts: Reading,
  decision: Decision,
): Promise<'record_own' | 'record_changed' | undefined> {
  try {
    return (await isOwnRecord(parts, decision)) ? 'record_own' : undefined
  } catch (error) {
    if (error instanceof RowChanged) return 'record_changed'
    throw error
  }
}

/** Throws RowChanged where the row of the staff member or of the customer does not prove itself. */
async function isOwnRecord(parts: Reading, { actor, user }: Decision): Promise<boolean> {
  const staff = staffIdOf(actor.who)
  if (staff === undefined) return false
  const [member, customer] = [await provenStaff(parts, staff), await requireSealed(parts, 'users', { user_id: user })]
  const [own, other] = [member?.email, customer?.email].map((email) => typeof email === 'string' && mailboxOf(email))
  return typeof own === 'string' && own !== '' && own === other
}

/** `Ana+money@example.com` -> `ana@example.com`. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

/** Whether a staff member has the mailbox of an address, as their rows were proven last. */
export async function staffMailboxes({
  knownStaff,
  query,
}: {
  readonly knownStaff: Pick<KnownStaff, 'rows'>
  readonly query: Query
}): Promise<(email: string | null) => boolean> {
  const staff = [...(await knownStaff.rows(query)).values()]
  const mailboxes = new Set(staff.map(({ email }) => mailboxOf(String(email))).filter((mailbox) => mailbox !== ''))
  return (email) => email !== null && mailboxes.has(mailboxOf(email))
}
