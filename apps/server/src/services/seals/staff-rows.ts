/**
 * Rows of staff, proven: the seal is right, and the row is not older than the newest that this server has seen. A role
 * that was taken away, or an access that was ended, does not come back with an older row, and a deleted row is missed.
 */
import type { Logger } from 'pino'
import type { Query } from '../../store/index.ts'
import type { KnownVersions } from './known-versions.ts'
import { isSealed, readSealed, requireRowSealed, rowNamed, type Sealing, sealedRows } from './row-seals.ts'
import type { SealedRow } from './sealed-tables.ts'

export type StaffProof = {
  readonly encryption: Sealing
  readonly knownVersions: KnownVersions
}
type Reading = StaffProof & { readonly query: Query }

/** `undefined`: there never was such a staff member. Throws RowChanged. `lock`: until the transaction ends. */
export async function provenStaff(
  { query, encryption, knownVersions }: Reading,
  staff: number,
  lock: '' | 'for share' = '',
): Promise<SealedRow<'staff'> | undefined> {
  const known = knownVersions.version('staff', staff)
  const row = await rowNamed(query, 'staff', { staff_id: staff }, lock)
  requireRowSealed(encryption, 'staff', row)
  knownVersions.require('staff', staff, Number(row?.version ?? 0), known)
  return row
}

/** Addresses of the staff members who have these roles and may sign in. */
export const mailboxesOf = (staff: readonly SealedRow<'staff'>[], roles: readonly string[]): readonly string[] =>
  staff
    .filter(({ role, disabled_at, password_hash }) => {
      return roles.includes(String(role)) && disabled_at === null && password_hash !== null
    })
    .map(({ email }) => String(email))
    .filter((email) => email !== '')

/** All of them. Throws RowChanged, also where one is missing. */
export async function allProvenStaff({
  query,
  encryption,
  knownVersions,
}: Reading): Promise<readonly SealedRow<'staff'>[]> {
  const known = knownVersions.all('staff')
  const rows = await readSealed({ query, encryption }, 'staff', { where: 'true', values: [] })
  const versions = new Map(rows.map((row) => [String(row.staff_id), Number(row.version)]))
  for (const [name, version] of known) knownVersions.require('staff', name, versions.get(name) ?? 0, version)
  return rows
}

/**
 * The addresses of the active staff with one of these roles, by their numbers. A row that does not prove itself gets no
 * mail, and one that is missing neither; the log names both, and the others get theirs.
 */
export async function staffAddresses(
  { query, encryption, knownVersions, log }: Reading & { readonly log: Logger },
  roles: readonly string[],
): Promise<readonly string[]> {
  const known = knownVersions.all('staff')
  const rows = (await sealedRows(query, 'staff', 'true order by staff_id')) as (SealedRow<'staff'> & { seal: string })[]
  const isNewest = (row: SealedRow<'staff'>) => Number(row.version) >= (known.get(String(row.staff_id)) ?? 0)
  const proven = rows.filter((row) => isSealed(encryption, 'staff', row) && isNewest(row))
  const found = new Set(proven.map((row) => String(row.staff_id)))
  const unproven = [...new Set([...known.keys(), ...rows.map((row) => String(row.staff_id))])].filter(
    (staff) => !found.has(staff),
  )
  if (unproven.length > 0)
    log.error({ staff: unproven }, 'these staff members get no mail: their rows do not prove themselves')
  return mailboxesOf(proven, roles)
}
