/**
 * The staff in the store. Changes of staff run one at a time: two admins who disable each other at once would leave an
 * office without an admin.
 */
import { isRole, type Role } from '@veritick/contract/office'
import { assert, must } from '@veritick/domain'
import { type Changes, changeSealed, requireSealed, rowSeal } from '../../services/seals/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import { isStaffMailbox } from '../approvals/index.ts'
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

type Raw = {
  staff_id: number
  name: string
  email: string
  role: string
  password_hash: string | null
  totp_encrypted: Uint8Array | null
  totp_step: number
  created_at: number
  signed_in_at: number | null
  disabled_at: number | null
}

const COLUMNS =
  'staff_id, name, email, role, password_hash, totp_encrypted, totp_step, created_at, signed_in_at, disabled_at'

type Sealing = Pick<Context, 'encryption'>

/** The same address however it is typed. */
export const plainEmail = (text: string): string => text.trim().toLowerCase()

export async function staffById(query: Query, id: number): Promise<StaffRow | undefined> {
  return (await query<Raw>(`select ${COLUMNS} from staff where staff_id = $1`, [id])).map(rowOf)[0]
}

export async function staffByEmail(query: Query, email: string): Promise<StaffRow | undefined> {
  if (email === '') return undefined
  return (await query<Raw>(`select ${COLUMNS} from staff where email = $1`, [email])).map(rowOf)[0]
}

/** A staff member has the mailbox of this address; what follows a + does not count. */
export async function hasMailbox(query: Query, email: string): Promise<boolean> {
  return (await query(`select 1 where ${isStaffMailbox('$1::text')}`, [email])).length > 0
}

export async function allStaff(query: Query): Promise<readonly StaffRow[]> {
  return (await query<Raw>(`select ${COLUMNS} from staff order by staff_id`)).map(rowOf)
}

/** Until the transaction ends no other change of staff runs. */
export async function aloneWithStaff(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['staff of the office'])
}

/** True while there is an admin with a password who is not disabled. */
export async function hasAdmin(tx: Transaction): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from staff where role = 'admin' and disabled_at is null and password_hash is not null limit 1`,
  )
  return rows.length === 1
}

/** A new staff member: without a password until the one-time link is used. */
export async function insertStaff(
  { encryption }: Sealing,
  tx: Transaction,
  made: Pick<StaffRow, 'name' | 'email' | 'role' | 'createdAt'>,
): Promise<number> {
  const { name, email, role, createdAt } = made
  const [row] = await tx.query<{ staff_id: number }>(
    'insert into staff (name, email, role, totp_step, created_at) values ($1, $2, $3, 0, $4) returning staff_id',
    [name, email, role, createdAt],
  )
  const { staff_id } = must(row, 'an insert returns its row')
  const decided = { staff_id, name, email, role, password_hash: null, totp_encrypted: null, disabled_at: null }
  const seal = rowSeal(encryption, 'staff', decided)
  await tx.query('update staff set seal = $2 where staff_id = $1', [staff_id, seal])
  return staff_id
}

/** Changes who the staff member is or how they sign in. Throws RowChanged. */
export async function updateStaff(
  { encryption }: Sealing,
  tx: Transaction,
  { staff, changes }: { readonly staff: number; readonly changes: Changes<'staff'> },
): Promise<void> {
  await changeSealed({ query: tx.query, encryption }, 'staff', { staff_id: staff }, changes)
}

/** Of the app that the staff member uses from now on: codes of this step and of older ones are refused. */
export const setTotpStep = (query: Query, staff: number, step: number): Promise<unknown> =>
  query('update staff set totp_step = $2 where staff_id = $1', [staff, step])

/** Throws RowChanged: a sign-in must not follow from a row that was changed in the store. */
export const requireStaffSealed = ({ encryption }: Sealing, tx: Transaction, staff: number): Promise<unknown> =>
  requireSealed({ query: tx.query, encryption }, 'staff', { staff_id: staff })

/** Password and app are gone and every session ends; only a new link leads in. */
export async function voidAccess(
  context: Sealing,
  tx: Transaction,
  { sessions, staff }: { readonly sessions: Pick<StaffSessions, 'end'>; readonly staff: number },
): Promise<void> {
  await updateStaff(context, tx, { staff, changes: { password_hash: null, totp_encrypted: null } })
  await setTotpStep(tx.query, staff, 0)
  await sessions.end(tx.query, { staff })
}

export const stateOf = (row: StaffRow): 'disabled' | 'invited' | 'active' =>
  row.disabledAt !== null ? 'disabled' : row.passwordHash === null ? 'invited' : 'active'

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
