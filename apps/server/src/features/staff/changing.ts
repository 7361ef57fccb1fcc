/**
 * One change of a staff member by an admin. It runs under a lock on the staff, checks that the author is still an
 * admin, and stores the change with its audit entry and the mails to the readers of the audit log.
 */
import type { OfficeCallName } from '@veritick/contract/office'
import type { StaffRequest } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'
import { type AccessChanged, tellWatchers } from './notifications.ts'
import { aloneWithStaff, hasAdmin, type StaffRow, staffById, stateOf } from './rows.ts'
import type { AccessAct } from './staff-emails.ts'

export type Admin = Pick<StaffRequest<OfficeCallName>, 'staff' | 'actor'>

type AccessChange<Value> = {
  readonly admin: Admin
  readonly id: number
  readonly reason: string
  readonly work: (before: StaffRow) => Promise<Value>
}

export type Changed<Value> = { readonly value: Value; readonly after: StaffRow; readonly change: AccessChanged }

/**
 * Refusals: `staff_unknown`, `staff_own_account`, `staff_last_admin`; `session_ended`, `not_permitted` when the author
 * is no longer an admin.
 */
export async function changeColleague<Value>(
  context: Context,
  tx: Transaction,
  act: AccessAct,
  request: AccessChange<Value>,
): Promise<Changed<Value>> {
  const { value, after } = await aboutColleague(context, tx, act, request)
  const change = { act, person: after, by: request.admin.staff.name, reason: request.reason }
  await tellWatchers(context, tx, change)
  return { value, after, change }
}

/** The same without notifications: the staff member's access stays as it was. */
export async function aboutColleague<Value>(
  context: Context,
  tx: Transaction,
  action: string,
  request: AccessChange<Value>,
) {
  const { admin, id, reason, work } = request
  await aloneAsAdmin(context, tx, admin)
  const before = (await staffById(context, tx.query, id)) ?? rollbackWith('staff_unknown', 'id')
  if (before.staff === admin.staff.id) rollbackWith('staff_own_account', 'id')
  const value = await work(before)
  if (!(await hasAdmin(context, tx))) rollbackWith('staff_last_admin', 'id')
  const after = (await staffById(context, tx.query, before.staff)) ?? before
  await writeAudit(
    { ...context, tx },
    {
      actor: admin.actor,
      action,
      subject: { kind: 'staff', id: before.staff },
      reason,
      before: factsOf(before),
      after: factsOf(after),
      at: context.runtime.now(),
    },
  )
  return { value, after }
}

/** A staff member who was disabled or demoted while the call waited decides nothing any more. */
export async function aloneAsAdmin(context: Context, tx: Transaction, { staff }: Pick<Admin, 'staff'>): Promise<void> {
  await aloneWithStaff(tx)
  const now = await staffById(context, tx.query, staff.id)
  if (now === undefined || now.disabledAt !== null) rollbackWith('session_ended')
  if (now.role !== 'admin') rollbackWith('not_permitted')
}

export const factsOf = (row: StaffRow) => ({ name: row.name, role: row.role, state: stateOf(row) })
