/**
 * Staff end sessions of a customer. The customer is told, because a staff member could keep them from their positions,
 * and other staff are told where it happens again: one mail each within an hour (decision 157). The mails are counted
 * in memory: an audit entry that an attacker wrote into the store would keep them from being sent.
 */
import { millis, type UserId, userId } from '@veritick/domain'
import type { OfficeHandlers } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { namesOf } from '../../services/office/index.ts'
import type { Attempt } from '../../services/rate-limits/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { isUser, tellCustomer } from '../accounts/index.ts'
import { mailStaff } from '../settings/index.ts'
import type { Context } from './context.ts'

type Request = Parameters<OfficeHandlers<'endPersonSessions'>['endPersonSessions']>[0]

export async function endSessions(context: Context, { params, actor }: Request) {
  const { store, runtime, sessions, attempts } = context
  const { session, reason_text: reason } = params
  const user = userId(params.id)
  const only = session === 'all' ? undefined : session
  const mails: Attempt[] = []
  const done = await inTransaction(store, async (tx) => {
    await lockCustomer(tx, user)
    if (!(await isUser(tx.db, user))) rollbackWith('person_unknown', 'id')
    const at = runtime.now()
    const ended = await sessions.endSessions(tx, { user, except: undefined, only })
    const told = ended === 0 ? undefined : tellsNow(context, user)
    if (told !== undefined) mails.push(mailOf(user, told))
    if (told === 'customer') await tellOwner(context, tx, { user, at })
    if (told === 'staff') await tellStaff(context, tx, { user, actor, reason, at })
    const after = { session: only ?? 'all', ended, told: told === undefined ? [] : [told] }
    const entry = { actor, action: 'person_sign_out', subject: { kind: 'person', id: user }, reason, after, at }
    await writeAudit({ ...context, tx }, entry)
    return ended
  }).catch((error: unknown) => {
    attempts.giveBack(mails)
    throw error
  })
  return done.ok ? { ok: true as const, data: { ended: done.value } } : done
}

/** The receiver of a mail about a sign-out. */
type Receiver = 'customer' | 'staff'

const mailOf = (user: UserId, told: Receiver): Attempt => ({ kind: 'signed_out_told', key: `${told} of ${user}` })

/** The customer, and where they know already, staff; counted as told. */
const tellsNow = ({ attempts }: Pick<Context, 'attempts'>, user: UserId): Receiver | undefined =>
  (['customer', 'staff'] as const).find((told) => attempts.take([mailOf(user, told)]))

type SignOut = { readonly user: UserId; readonly actor: Actor; readonly reason: string; readonly at: number }

function tellOwner(context: Context, tx: Transaction, { user, at }: Pick<SignOut, 'user' | 'at'>): Promise<void> {
  const message = { name: 'signed_out_by_staff', values: { time: momentText(millis(at)) } } as const
  return tellCustomer({ ...context, tx }, { user, message })
}

/** In English as the office is. */
async function tellStaff(context: Context, tx: Transaction, { user, actor, reason, at }: SignOut): Promise<void> {
  const named = await namesOf({ ...context, query: tx.query }, [actor.who])
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
