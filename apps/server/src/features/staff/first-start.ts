/**
 * Access that no admin gives. Both ways print a one-time link to the terminal, because the person who starts the server
 * controls the store anyway. The first staff member of a new office is an admin without a name: each start makes a new
 * link until an admin has signed in, and none after that. A start that names an only admin who lost phone or password
 * resets that admin.
 */
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { allProvenStaff } from '../../services/seals/index.ts'
import { factsOf } from './changing.ts'
import type { Context } from './context.ts'
import { type Link, makeLink } from './links.ts'
import { tellOwner, tellWatchers } from './notifications.ts'
import { aloneWithStaff, insertStaff, plainEmail, staffByEmail, staffById, voidAccess } from './rows.ts'
import type { StaffSessions } from './session.ts'

/** The person who starts the server. */
const OPERATOR: Actor = { who: 'server', role: 'operator' }

/** The first admin states name and address behind the link. */
const FIRST_ADMIN = { name: '', email: '', role: 'admin' } as const

/** Throws RowChanged. */
export function firstLink(context: Context): Promise<Link | undefined> {
  const { store, runtime } = context
  return store.transaction(async (tx) => {
    const admins = (await allProvenStaff({ ...context, query: tx.query })).filter(({ role }) => role === 'admin')
    if (admins.some((admin) => admin.first_sign_in_at !== null)) return undefined
    const [oldest] = admins.sort((one, other) => Number(one.created_at) - Number(other.created_at))
    const staff =
      oldest === undefined
        ? await insertStaff(context, tx, { ...FIRST_ADMIN, createdAt: runtime.now(), invitedBy: undefined })
        : Number(oldest.staff_id)
    const link = await makeLink(context, tx, staff)
    await writeAudit(
      { ...context, tx },
      {
        actor: OPERATOR,
        action: 'staff_first_link',
        subject: { kind: 'staff', id: staff },
        reason: 'no admin has ever signed in',
        at: runtime.now(),
      },
    )
    return link
  })
}

/** The command line names no admin that it may reset: the start stops. */
export class ResetRefused extends Error {}

/**
 * The link of a reset admin: password and authenticator are removed, sessions have ended, the notifications are sent,
 * the audit entry is written.
 */
export function resetLink(
  context: Context,
  options: { readonly sessions: StaffSessions; readonly email: string },
): Promise<Link> {
  return context.store.transaction(async (tx) => {
    await aloneWithStaff(tx)
    const before = await staffByEmail(context, tx.query, plainEmail(options.email))
    if (before === undefined || before.role !== 'admin' || before.disabledAt !== null)
      throw new ResetRefused('--reset-admin: no admin who may come in has this address.')
    const { sessions } = options
    await voidAccess(context, tx, { sessions, staff: before.staff, now: context.runtime.now(), by: OPERATOR.who })
    const after = (await staffById(context, tx.query, before.staff)) ?? before
    const reason = 'asked for at the machine: --reset-admin'
    await writeAudit(
      { ...context, tx },
      {
        actor: OPERATOR,
        action: 'staff_reset',
        subject: { kind: 'staff', id: before.staff },
        reason,
        before: factsOf(before),
        after: factsOf(after),
        at: context.runtime.now(),
      },
    )
    const change = { act: 'staff_reset', person: after, by: 'the person who started the server', reason } as const
    await tellWatchers(context, tx, change)
    await tellOwner(context, tx, change)
    return makeLink(context, tx, before.staff)
  })
}
