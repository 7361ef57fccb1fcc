/**
 * Invitations and resets: the calls that make a one-time link. A repeated request whose answer was lost changes nothing
 * again; it gives a new link in place of the first one, which the admin may not have received.
 */

import { type OfficeHandlers, refuse, type StaffRequest } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { provenStaff, RowChanged } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { type Admin, aloneAsAdmin, changeColleague } from './changing.ts'
import type { Context } from './context.ts'
import { makeLink } from './links.ts'
import { type AccessChanged, type HandedOver, handOver, tellWatchers } from './notifications.ts'
import { EMAIL } from './onboarding.ts'
import { hasMailbox, insertStaff, personOf, plainEmail, type StaffRow, staffById, voidAccess } from './rows.ts'
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
      return linked(context, request, {
        act: 'staff_invite',
        first: (tx) => invite(context, tx, { request, email }),
        isAbout: (row) => row.email === email,
        mayAgain: (row) => row.first_sign_in_at === null,
      })
    },

    staffReset: (request) => {
      const { id, reason_text: reason } = request.params
      return linked(context, request, {
        act: 'staff_reset',
        first: async (tx) => {
          const work = (before: StaffRow) => {
            if (before.disabledAt !== null) rollbackWith('staff_unknown', 'id')
            const by = request.actor.who
            return voidAccess(context, tx, { sessions, staff: before.staff, now: context.runtime.now(), by })
          }
          return (await changeColleague(context, tx, 'staff_reset', { admin: request, id, reason, work })).change
        },
        isAbout: (row) => row.staff_id === id,
        mayAgain: () => true,
      })
    },
  }
}

type LinkAct = AccessAct & ('staff_invite' | 'staff_reset')
type LinkRequest = Admin &
  Pick<StaffRequest<'staffInvite' | 'staffReset'>, 'once'> & { readonly params: { readonly reason_text: string } }

/** The staff member as the server wrote them last. */
type ProvenRow = NonNullable<Awaited<ReturnType<typeof provenStaff>>>
type Linking = {
  readonly act: LinkAct
  readonly first: (tx: Transaction) => Promise<AccessChanged>
  /** The request is about this staff member. */
  readonly isAbout: (row: ProvenRow) => boolean
  /** A repeat may still make a link for them, if they have no password. */
  readonly mayAgain: (row: ProvenRow) => boolean
}

async function linked(context: Context, request: LinkRequest, linking: Linking) {
  const done = await inTransaction(context.store, async (tx): Promise<HandedOver & { readonly id: number }> => {
    await aloneAsAdmin(context, tx, request)
    const { once } = request
    const { runtime } = context
    const made: { change?: AccessChanged } = {}
    const { record: id } = await recordOnce(tx, { once, kind: 'staff', runtime }, async () => {
      const change = await linking.first(tx)
      made.change = change
      return change.person.staff
    })
    const change = made.change ?? (await again(context, tx, { request, linking, staff: id }))
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
  if (await hasMailbox(context, tx.query, email)) rollbackWith('staff_exists', 'email')
  const at = context.runtime.now()
  const id = await insertStaff(context, tx, { name, email, role, createdAt: at, invitedBy: request.actor.who })
  await writeAudit(
    { ...context, tx },
    {
      actor: request.actor,
      action: 'staff_invite',
      subject: { kind: 'staff', id },
      reason,
      after: { name, role },
      at,
    },
  )
  const person = (await staffById(context, tx.query, id)) ?? rollbackWith('staff_unknown')
  const change = { act: 'staff_invite', person, by: request.staff.name, reason } as const
  await tellWatchers(context, tx, change)
  return change
}

/**
 * The notifications were sent before; only the link is new. Refused once the staff member has used the first link. The
 * store says which record a key has made, so the record must be the one of this request by its proven row: a link for
 * any other staff member would let the admin in as them.
 */
async function again(
  context: Context,
  tx: Transaction,
  repeated: { readonly request: LinkRequest; readonly linking: Linking; readonly staff: number },
): Promise<AccessChanged> {
  const { request, linking, staff } = repeated
  const row = (await proven(context, tx, staff)) ?? rollbackWith('staff_unknown', 'id')
  if (!linking.isAbout(row)) rollbackWith('idempotency_mismatch')
  const isInvited = row.password_hash === null && row.disabled_at === null
  if (!isInvited || !linking.mayAgain(row)) rollbackWith('link_not_usable')
  return { act: linking.act, person: personOf(row), by: request.staff.name, reason: request.params.reason_text }
}

/** The row stays as it is until the transaction ends. Refusal: `record_changed`. */
async function proven(context: Context, tx: Transaction, staff: number): Promise<ProvenRow | undefined> {
  try {
    return await provenStaff({ ...context, query: tx.query }, staff, 'for share')
  } catch (error) {
    if (error instanceof RowChanged) rollbackWith('record_changed')
    throw error
  }
}
