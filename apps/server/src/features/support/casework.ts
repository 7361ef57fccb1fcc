/**
 * The decisions of staff about a conversation: close, reopen, hand over. Each is one transaction with its audit entry.
 */
import { may, type Role } from '@veritick/contract/office'
import type { UserId } from '@veritick/domain'
import type { Refusal } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { allProvenStaff, type StaffProof } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Query } from '../../store/index.ts'
import { isUser } from '../accounts/index.ts'
import type { SupportParts } from './context.ts'
import { type Conversation, changeConversation, firstUnseen, lockConversation, lockNumber } from './messages.ts'

type Decided = { readonly ok: true; readonly value: Conversation } | Refusal
type ConversationRequest = { readonly id: number; readonly actor: Actor; readonly reason: string }
type Parts = Pick<SupportParts, 'store' | 'runtime' | 'encryption' | 'knownVersions'>

/**
 * `seen`: the newest message that the caller had seen; a closed conversation waits for no answer of staff. Refusals:
 * `record_unknown`, `record_decided` (it is closed), `support_message_unseen` (the customer has written a later one).
 */
export function close(
  { store, runtime, encryption }: Parts,
  { id, actor, reason, seen }: ConversationRequest & { readonly seen: number },
): Promise<Decided> {
  return inTransaction(store, async (tx) => {
    const row = await lockNumber(tx, id)
    if (row.state === 'closed') rollbackWith('record_decided', 'id')
    if ((await firstUnseen(tx.db, { conversation: id, seen })) !== undefined)
      rollbackWith('support_message_unseen', 'seen_seq')
    const subject = { kind: 'support', id } as const
    await writeAudit({ tx, encryption }, { actor, action: 'support_close', subject, reason, at: runtime.now() })
    return changeConversation(tx, id, { state: 'closed', waitingSince: null, staffRead: row.last })
  })
}

/** Refusals: `record_unknown`, `record_decided` (it is open). */
export function reopen(
  { store, runtime, encryption }: Parts,
  { id, actor, reason }: ConversationRequest,
): Promise<Decided> {
  return inTransaction(store, async (tx) => {
    const row = await lockNumber(tx, id)
    if (row.state === 'open') rollbackWith('record_decided', 'id')
    const subject = { kind: 'support', id } as const
    await writeAudit({ tx, encryption }, { actor, action: 'support_reopen', subject, reason, at: runtime.now() })
    return changeConversation(tx, id, { state: 'open' })
  })
}

/** Refusals: `record_unknown`, `staff_unknown` (not active, or may not answer). */
export function handOver(parts: Parts, request: ConversationRequest & { readonly to: number }): Promise<Decided> {
  const { store, runtime, encryption } = parts
  const { id, actor, reason, to } = request
  return inTransaction(store, async (tx) => {
    const row = await lockNumber(tx, id)
    if (!(await answering({ ...parts, query: tx.query })).some((each) => each.id === to))
      rollbackWith('staff_unknown', 'to')
    const assignedTo = `staff:${to}`
    const [before, after] = [{ assignedTo: row.assignedTo }, { assignedTo }]
    const at = runtime.now()
    await writeAudit(
      { tx, encryption },
      {
        actor,
        action: 'support_hand_over',
        subject: { kind: 'support', id },
        reason,
        before,
        after,
        at,
      },
    )
    await tx.query('delete from review_locks where kind = $1 and record = $2 and who = $3', ['support', id, actor.who])
    return changeConversation(tx, id, { assignedTo })
  })
}

/** Refusal: `person_unknown`. */
export function begin({ store, runtime }: Parts, user: UserId): Promise<Decided> {
  return inTransaction(store, async (tx) => {
    if (!(await isUser(tx.db, user))) rollbackWith('person_unknown', 'user')
    return lockConversation(tx, { user, now: runtime.now() })
  })
}

/** Active staff whose role may answer customers, by name. Throws RowChanged. */
export async function answering(
  parts: StaffProof & { readonly query: Query },
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const rows = await allProvenStaff(parts)
  return rows
    .filter((row) => row.disabled_at === null && row.password_hash !== null)
    .filter(({ role }) => may(role as Role, 'support_reply'))
    .map((row) => ({ id: Number(row.staff_id), name: String(row.name) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
