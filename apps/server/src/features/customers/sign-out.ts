/**
 * Staff end sessions of a customer. The customer is told, because a staff member could keep them from their positions,
 * and other staff are told where it happens again: one mail each within an hour (decision 157).
 */
import { millis, type UserId, userId } from '@veritick/domain'
import type { OfficeHandlers } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { isUser, tellCustomer } from '../accounts/index.ts'
import { mailStaff } from '../settings/index.ts'
import type { Context } from './context.ts'

const ACTION = 'person_sign_out'
/** The customer, and staff, get no further mail about the same customer within this. */
const TOLD_AGAIN_MS = HOUR_MS

type Request = Parameters<OfficeHandlers<'endPersonSessions'>['endPersonSessions']>[0]

export async function endSessions(context: Context, { params, actor }: Request) {
  const { store, runtime, sessions } = context
  const { session, reason_text: reason } = params
  const user = userId(params.id)
  const only = session === 'all' ? undefined : session
  const done = await inTransaction(store, async (tx) => {
    await lockCustomer(tx, user)
    if (!(await isUser(tx.db, user))) rollbackWith('person_unknown', 'id')
    const at = runtime.now()
    const ended = await sessions.endSessions(tx, { user, except: undefined, only })
    const told = ended === 0 ? [] : await tell(context, tx, { user, actor, reason, at })
    const after = { session: only ?? 'all', ended, told }
    await writeAudit(tx, { actor, action: ACTION, subject: { kind: 'person', id: user }, reason, after, at })
    return ended
  })
  return done.ok ? { ok: true as const, data: { ended: done.value } } : done
}

type SignOut = { readonly user: UserId; readonly actor: Actor; readonly reason: string; readonly at: number }

/** The receivers of mails, for the audit entry, which says so to the next sign-out. */
async function tell(context: Context, tx: Transaction, signOut: SignOut): Promise<readonly ('customer' | 'staff')[]> {
  const { user, at } = signOut
  const before = await tx.query<{ after: string | null }>(
    `select after from audit where subject_kind = 'person' and subject = $1 and action = $2 and at > $3 and at <= $4`,
    [String(user), ACTION, at - TOLD_AGAIN_MS, at],
  )
  const knew = (who: string) => before.some(({ after }) => after?.includes(`"${who}"`))
  const told: ('customer' | 'staff')[] = []
  if (!knew('customer')) {
    const message = { name: 'signed_out_by_staff', values: { time: momentText(millis(at)) } } as const
    await tellCustomer({ ...context, tx }, { user, message })
    told.push('customer')
  }
  if (before.length > 0 && !knew('staff')) {
    await tellStaff(context, tx, signOut)
    told.push('staff')
  }
  return told
}

/** In English as the office is. */
async function tellStaff(context: Context, tx: Transaction, { user, actor, reason, at }: SignOut): Promise<void> {
  const named = await namesOf(tx.query, [actor.who])
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  const facts = [
    `Customer ${user} was signed out by staff again, within an hour.`,
    `By: ${oneLine(named(actor.who).name)}, ${momentText(millis(at))}`,
    `Reason: ${oneLine(reason)}`,
  ]
  const doubt =
    'A customer who is signed out again and again cannot close positions. Did you not expect this? Ask the ' +
    'colleague, and look at the audit log of the customer. No further mail follows about this customer within an hour.'
  const mail = {
    subject: `Veritick office: customer ${user} was signed out by staff again`,
    text: [facts.join('\n'), doubt].join('\n\n'),
  }
  await mailStaff(context, tx, { also: [], mail })
}
