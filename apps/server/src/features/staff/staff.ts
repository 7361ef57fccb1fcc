/** The list of staff, and an admin's changes of one staff member: disable, enable, change the role, sign out. */
import type { OfficeCallName } from '@veritick/contract/office'
import { type OfficeHandlers, refuse, type StaffRequest } from '../../calls/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { accessShown } from './access.ts'
import { aboutColleague, changeColleague } from './changing.ts'
import type { Context } from './context.ts'
import { invitingHandlers } from './inviting.ts'
import { endLinks } from './links.ts'
import { tellOwner } from './notifications.ts'
import { allStaff, changeAccess, type StaffRow, staffById, stateOf } from './rows.ts'
import type { StaffSessions } from './session.ts'
import { setupSteps } from './setup.ts'
import { listedFor } from './sign-in.ts'
import type { AccessAct } from './staff-emails.ts'

type Names =
  | 'staffList'
  | 'officeSetup'
  | 'staffInvite'
  | 'staffReset'
  | 'staffDisable'
  | 'staffEnable'
  | 'staffRole'
  | 'staffSessions'
  | 'staffEndSessions'

type About = StaffRequest<OfficeCallName> & { readonly params: { readonly id: number; readonly reason_text: string } }

type Work = (tx: Transaction, before: StaffRow) => Promise<unknown>

export function staffHandlers(context: Context, sessions: StaffSessions): OfficeHandlers<Names> {
  const { store, runtime } = context

  const by = ({ actor }: Pick<About, 'actor'>) => ({ by: actor.who })
  const about = (request: About, act: AccessAct, work: Work) => changeStaff(context, request, act, work)

  return {
    ...invitingHandlers(context, sessions),

    staffList: async () => {
      const data = await shown(context, await allStaff(context, store.query))
      return { ok: true, data: { data, total: data.length } }
    },

    officeSetup: async () => {
      const data = await setupSteps(context)
      return { ok: true, data: { data, total: data.length } }
    },

    staffDisable: (request) =>
      about(request, 'staff_disable', async (tx, { staff, disabledAt }) => {
        if (disabledAt !== null) rollbackWith('nothing_changes')
        const now = runtime.now()
        await changeAccess(context, tx, { ...by(request), staff, what: 'disabled', changes: { disabled_at: now }, now })
        await endLinks(context, tx, { staff, now })
        await sessions.end(tx.query, { staff })
      }),

    staffEnable: (request) =>
      about(request, 'staff_enable', async (tx, { staff, disabledAt }) => {
        if (disabledAt === null) rollbackWith('nothing_changes')
        const now = runtime.now()
        await changeAccess(context, tx, { ...by(request), staff, what: 'enabled', changes: { disabled_at: null }, now })
      }),

    staffRole: (request) =>
      about(request, 'staff_role', async (tx, { staff, role }) => {
        if (role === request.params.role) rollbackWith('nothing_changes', 'role')
        const changes = { role: request.params.role }
        await changeAccess(context, tx, { ...by(request), staff, what: 'role', changes, now: runtime.now() })
      }),

    staffSessions: async ({ params, session }) =>
      (await staffById(context, store.query, params.id)) === undefined
        ? refuse('staff_unknown', 'id')
        : { ok: true, data: await listedFor(sessions, params.id, session.tokenHash) },

    staffEndSessions: async (request) => {
      const { id, reason_text: reason } = request.params
      const done = await inTransaction(store, (tx) => {
        const work = ({ staff }: StaffRow) => sessions.end(tx.query, { staff })
        return aboutColleague(context, tx, 'staff_sign_out', { admin: request, id, reason, work })
      })
      return done.ok ? { ok: true, data: { ended: done.value.value } } : done
    },
  }
}

/** Changes one staff member and notifies them. `work` refuses a change without effect. */
async function changeStaff(context: Context, request: About, act: AccessAct, work: Work) {
  const { id, reason_text: reason } = request.params
  const done = await inTransaction(context.store, async (tx) => {
    const accessChange = { admin: request, id, reason, work: (before: StaffRow) => work(tx, before) }
    const { change, after } = await changeColleague(context, tx, act, accessChange)
    await tellOwner(context, tx, change)
    return after
  })
  if (!done.ok) return done
  const [row] = await shown(context, [done.value])
  return row === undefined ? refuse('staff_unknown', 'id') : { ok: true as const, data: row }
}

async function shown(context: Context, rows: readonly StaffRow[]) {
  const now = context.runtime.guardedNow()
  const staff = rows.map(({ staff: id, role }) => ({ id, role }))
  const access = await accessShown({ ...context, query: context.store.query }, { staff, now })
  return rows.map((row) => ({ ...wireStaff(row), ...access({ id: row.staff, role: row.role }) }))
}

function wireStaff(row: StaffRow) {
  const { staff: id, name, email, role, createdAt, signedInAt } = row
  return { id, name, email, role, state: stateOf(row), created_at: createdAt, signed_in_at: signedInAt }
}
