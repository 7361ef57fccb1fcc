/**
 * The staff in the store. Changes of staff run one at a time: two admins who disable each other at once would leave an
 * office without an admin.
 */
import { isRole, type OfficeData, type Role } from '@veritick/contract/office'
import { assert } from '@veritick/domain'
import {
  allProvenStaff,
  type Changes,
  changeSealed,
  requireAsked,
  requireRowSealed,
  rowSeal,
  type SealedRow,
  type StaffProof,
} from '../../services/seals/index.ts'
import { spendStep } from '../../services/secrets/index.ts'
import { LOCK_NAMED, type Query, type Transaction } from '../../store/index.ts'
import { staffMailboxes } from '../approvals/index.ts'
import type { Context } from './context.ts'
import type { StaffSessions } from './session.ts'

export type StaffRow = {
  readonly staff: number
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly totpEncrypted: Uint8Array | null
  readonly totpStep: number
  readonly createdAt: number
  readonly signedInAt: number | null
  readonly disabledAt: number | null
}

export type StaffPerson = Pick<StaffRow, 'staff' | 'name' | 'email' | 'role'>

type Raw = {
  staff_id: number
  version: number
  name: string
  email: string
  role: string
  password_hash: string | null
  totp_encrypted: Uint8Array | null
  totp_step: number
  created_at: number
  signed_in_at: number | null
  first_sign_in_at: number | null
  access_changed_at: number | null
  access_change: string | null
  access_changed_by: string | null
  disabled_at: number | null
  seal: string
}

const COLUMNS = `staff_id, version, name, email, role, password_hash, totp_encrypted, totp_step, created_at,
  signed_in_at, first_sign_in_at, access_changed_at, access_change, access_changed_by, disabled_at, seal`

type Sealing = Pick<Context, 'encryption' | 'knownVersions'>

/** The same address however it is typed. */
export const plainEmail = (text: string): string => text.trim().toLowerCase()

/** As this server wrote the row last, but for the step of the app and the last sign-in. Throws RowChanged. */
export function staffById(parts: Sealing, query: Query, id: number): Promise<StaffRow | undefined> {
  return provenRow({ ...parts, query }, { staff_id: id })
}

/** As `staffById`. */
export async function staffByEmail(parts: Sealing, query: Query, email: string): Promise<StaffRow | undefined> {
  return email === '' ? undefined : provenRow({ ...parts, query }, { email })
}

async function provenRow(
  { query, encryption, knownVersions }: StaffProof & { readonly query: Query },
  asked: { readonly staff_id: number } | { readonly email: string },
): Promise<StaffRow | undefined> {
  const known = knownVersions.all('staff')
  const [column, value] = 'email' in asked ? (['email', asked.email] as const) : (['staff_id', asked.staff_id] as const)
  const [row] = await query<Raw>(`select ${COLUMNS} from staff where ${column} = $1`, [value])
  requireAsked('staff', row, asked)
  requireRowSealed(encryption, 'staff', row)
  const id = row?.staff_id ?? value
  knownVersions.require('staff', id, row?.version ?? 0, known.get(String(id)) ?? 0)
  return row && rowOf(row)
}

/** A staff member has the mailbox of this address; what follows a + does not count. */
export async function hasMailbox(
  { knownStaff }: Pick<Context, 'knownStaff'>,
  query: Query,
  email: string,
): Promise<boolean> {
  return (await staffMailboxes({ knownStaff, query }))(email)
}

/** All of them, proven. Throws RowChanged, also where one is missing. */
export async function allStaff({ encryption, knownVersions }: Sealing, query: Query): Promise<readonly StaffRow[]> {
  const known = knownVersions.all('staff')
  const rows = await query<Raw>(`select ${COLUMNS} from staff order by created_at, staff_id`)
  for (const row of rows) requireRowSealed(encryption, 'staff', row)
  knownVersions.requireAll('staff', new Map(rows.map((row) => [String(row.staff_id), row.version])), known)
  return rows.map(rowOf)
}

/** Until the transaction ends no other change of staff runs. */
export async function aloneWithStaff(tx: Transaction): Promise<void> {
  await tx.query(LOCK_NAMED, ['staff of the office'])
}

/** True while there is an admin with a password who is not disabled. Throws RowChanged. */
export async function hasAdmin(parts: Sealing, tx: Pick<Transaction, 'query'>): Promise<boolean> {
  const staff = await allProvenStaff({ ...parts, query: tx.query })
  return staff.some((row) => row.role === 'admin' && row.disabled_at === null && row.password_hash !== null)
}

/**
 * A new staff member: without a password until the one-time link is used. `invitedBy`: a colleague, so the access was
 * changed now; `undefined`: the server made the first admin.
 */
export async function insertStaff(
  { encryption, knownVersions, ids }: Sealing & Pick<Context, 'ids'>,
  tx: Transaction,
  made: Pick<StaffRow, 'name' | 'email' | 'role' | 'createdAt'> & { readonly invitedBy: string | undefined },
): Promise<number> {
  const { name, email, role, createdAt, invitedBy } = made
  const staff = await ids.next(tx.query, 'staff')
  const row = {
    ...{ staff_id: staff, version: 1, name, email, role, password_hash: null, totp_encrypted: null },
    ...{ disabled_at: null, created_at: createdAt, first_sign_in_at: null },
    access_changed_at: invitedBy === undefined ? null : createdAt,
    access_change: invitedBy === undefined ? null : ('invited' satisfies AccessWord),
    access_changed_by: invitedBy ?? null,
  }
  await tx.query(
    `insert into staff (staff_id, version, name, email, role, totp_step, created_at, access_changed_at, access_change,
       access_changed_by, seal)
     values ($1, 1, $2, $3, $4, 0, $5, $6, $7, $8, $9)`,
    [
      ...[staff, name, email, role, createdAt, row.access_changed_at, row.access_change, row.access_changed_by],
      rowSeal(encryption, 'staff', row),
    ],
  )
  tx.onEnd((end) => {
    if (end === 'committed') knownVersions.keep('staff', staff, 1)
  })
  return staff
}

type StaffChanges = Changes<'staff'>
export type AccessWord = NonNullable<OfficeData<'staffList'>['data'][number]['access']>['what']

/** `by`: the actor. */
type AccessChanging = { readonly staff: number; readonly now: number; readonly by: string }

/**
 * Changes the access of a staff member, which voids their first approvals (approvals/first-approval.ts). The moment is
 * no earlier than any decision about money before it, also where the clock was set back. Throws RowChanged.
 */
export function changeAccess(
  context: Sealing & Pick<Context, 'newestSeals'>,
  tx: Transaction,
  { staff, changes, now, what, by }: AccessChanging & { readonly changes: StaffChanges; readonly what: AccessWord },
): Promise<void> {
  const earliest = Math.max(now, context.newestSeals.lastSealedAt())
  return updateStaff(context, tx, {
    staff,
    changes: (row) => ({
      ...changes,
      ...{ access_change: what, access_changed_by: by },
      access_changed_at: Math.max(earliest, Number(row.access_changed_at ?? 0) + 1),
    }),
  })
}

/** Changes who the staff member is or how they sign in. Throws RowChanged. */
export async function updateStaff(
  { encryption, knownVersions }: Sealing,
  tx: Transaction,
  {
    staff,
    changes,
  }: { readonly staff: number; readonly changes: StaffChanges | ((row: SealedRow<'staff'>) => StaffChanges) },
): Promise<void> {
  const known = knownVersions.version('staff', staff)
  let version = 0
  await changeSealed({ tx, encryption }, 'staff', { staff_id: staff }, (row) => {
    knownVersions.require('staff', staff, Number(row.version), known)
    version = Number(row.version) + 1
    return { ...(typeof changes === 'function' ? changes(row) : changes), version }
  })
  tx.onEnd((end) => {
    if (end === 'committed' && version > 0) knownVersions.keep('staff', staff, version)
  })
}

/** Of the app that the staff member uses from now on: codes of this step and of older ones are refused. */
export async function setTotpStep(
  context: Pick<Context, 'encryption' | 'runtime'>,
  tx: Transaction,
  { staff, step }: { readonly staff: number; readonly step: number },
): Promise<void> {
  await tx.query('update staff set totp_step = $2 where staff_id = $1', [staff, step])
  spendStep(context, tx, { owner: `staff ${staff}`, step })
}

/** Password and app are gone and every session ends; only a new link leads in. */
export async function voidAccess(
  context: Sealing & Pick<Context, 'newestSeals'>,
  tx: Transaction,
  of: AccessChanging & { readonly sessions: Pick<StaffSessions, 'end'> },
): Promise<void> {
  const { sessions, staff } = of
  await changeAccess(context, tx, { ...of, what: 'reset', changes: { password_hash: null, totp_encrypted: null } })
  await tx.query('update staff set totp_step = 0 where staff_id = $1', [staff])
  await sessions.end(tx.query, { staff })
}

export const stateOf = (row: StaffRow): 'disabled' | 'invited' | 'active' =>
  row.disabledAt !== null ? 'disabled' : row.passwordHash === null ? 'invited' : 'active'

/** Of a proven row. */
export function personOf({ staff_id, name, email, role }: SealedRow<'staff'>): StaffPerson {
  assert(typeof role === 'string' && isRole(role), `${role} is a role`)
  return { staff: Number(staff_id), name: String(name), email: String(email), role }
}

function rowOf(row: Raw): StaffRow {
  assert(isRole(row.role), `${row.role} is a role`)
  return {
    staff: row.staff_id,
    name: row.name,
    email: row.email,
    role: row.role,
    passwordHash: row.password_hash,
    totpEncrypted: row.totp_encrypted,
    totpStep: row.totp_step,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    disabledAt: row.disabled_at,
  }
}
