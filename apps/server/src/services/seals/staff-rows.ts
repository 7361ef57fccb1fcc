/**
 * Rows of staff, proven: the seal is right, and the row is not older than the newest that this server has seen. A role
 * that was taken away, or an access that was ended, does not come back with an older row, and a deleted row is missed.
 */
import type { Query } from '../../store/index.ts'
import type { KnownVersions } from './known-versions.ts'
import { readSealed, requireRowSealed, rowNamed, type Sealing } from './row-seals.ts'
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

/** All of them. Throws RowChanged, also where one is missing. */
export async function allProvenStaff({
  query,
  encryption,
  knownVersions,
}: Reading): Promise<readonly SealedRow<'staff'>[]> {
  const known = knownVersions.all('staff')
  const rows = await readSealed({ query, encryption }, 'staff', { where: 'true', values: [] })
  knownVersions.requireAll('staff', new Map(rows.map((row) => [String(row.staff_id), Number(row.version)])), known)
  return rows
}
