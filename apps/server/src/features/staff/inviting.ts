/**
 * Invitations and resets: the calls that make a one-time link. A repeated request whose answer was lost changes nothing
 * again; it gives a new link in place of the first one, which the admin may not have received.
 */

import { type OfficeHandlers, refuse, type StaffRequest } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { type Admin, aloneAsAdmin, changeColleague } from './changing.ts'
import type { Context } from './context.ts'
import { makeLink } from './links.ts'
import { type AccessChanged, type HandedOver, handOver, tellWatchers } from './notifications.ts'
import { EMAIL } from './onboarding.ts'
import { hasMailbox, insertStaff, plainEmail, type StaffRow, staffById, stateOf, voidAccess } from './rows.ts'
import type { StaffSessions } from './session.ts'
import type { AccessAct } from './staff-emails.ts'

export function invitingHandlers(
  context: Context,
  sessions: StaffSessions,
): OfficeHandlers<'staffInvite' | 'staffReset'> {
  return {
    staffInvite: async (request) => {
      const email = plainEmail(request.params.email)
      if (!EMAIL.test(email)) return refuse('email_malformed', 'email')
      return linked(context, request, 'staff_invite', (tx) => invite(context, tx, { request, email }))
    },

    staffReset: (request) =>
      linked(context, request, 'staff_reset', async (tx) => {
        const { id, reason_text: reason } = request.params
        const work = (before: StaffRow) => {
          if (before.disabledAt !== null) rollbackWith('staff_unknown', 'id')
          return voidAccess(context, tx, { sessions, staff: before.staff, now: context.runtime.now() })
        }
        return (await changeColleague(context, tx, 'staff_reset', { admin: request, id, reason, work })).change
      }),
  }
}

type LinkAct = AccessAct & ('staff_invite' | 'staff_reset')
type LinkRequest = Admin &
  Pick<StaffRequest<'staffInvite' | 'staffReset'>, 'once'> & { readonly params: { readonly reason_text: string } }

async function linked(
  context: Context,
  request: LinkRequest,
  act: LinkAct,
  first: (tx: Transaction) => Promise<AccessChanged>,
) {
  const done = await inTransaction(context.store, async (tx): Promise<HandedOver & { readonly id: number }> => {
    await aloneAsAdmin(tx, request)
    const { once } = request
    const { runtime } = context
    const made: { change?: AccessChanged } = {}
    const { record: id } = await recordOnce(tx, { once, kind: 'staff', runtime }, async () => {
      const change = await first(tx)
      made.change = change
      return change.person.staff
    })
    const change = made.change ?? (await again(tx, { request, act, staff: id }))
    return { id, ...(await handOver(context, tx, { change, link: await makeLink(context, tx, id) })) }
  })
  return done.ok ? { ok: true as const, data: done.value } : done
}

async function invite(
  context: Context,
  tx: Transaction,
  given: { readonly request: StaffRequest<'staffInvite'>; readonly email: string },
): Promise<AccessChanged> {
  const { request, email } = given
  const { role, reason_text: reason } = request.params
  const name = request.params.name.trim()
  if (await hasMailbox(tx.query, email)) rollbackWith('staff_exists', 'email')
  const at = context.runtime.now()
  const id = await insertStaff(context, tx, { name, email, role, createdAt: at, invited: true })
  await writeAudit(tx, {
    actor: request.actor,
    action: 'staff_invite',
    subject: { kind: 'staff', id },
    reason,
    after: { name, role },
    at,
  })
  const person = (await staffById(tx.query, id)) ?? rollbackWith('staff_unknown')
  const change = { act: 'staff_invite', person, by: request.staff.name, reason } as const
  await tellWatchers(context, tx, change)
  return change
}

/** The notifications were sent before; only the link is new. Refused once the staff member has used the first link. */
async function again(
  tx: Transaction,
  repeated: { readonly request: LinkRequest; readonly act: LinkAct; readonly staff: number },
): Promise<AccessChanged> {
  const { request, act, staff } = repeated
  const person = (await staffById(tx.query, staff)) ?? rollbackWith('staff_unknown', 'id')
  if (stateOf(person) !== 'invited') rollbackWith('link_not_usable')
  return { act, person, by: request.staff.name, reason: request.params.reason_text }
}
