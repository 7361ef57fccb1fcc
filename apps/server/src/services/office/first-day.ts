/** The first day of an office, in which some changes have no delay because all of its staff are new. */

import type { Query } from '../../store/index.ts'
import { DAY_MS } from '../clock/index.ts'
import { allProvenStaff, type StaffProof } from '../seals/index.ts'

/**
 * When the first day of the office ends, ms; `undefined`: no staff member has signed in. Read from the sealed rows of
 * staff, because an entry of the audit log can be inserted or deleted in the store. Throws RowChanged.
 */
export async function firstDayEnd(parts: StaffProof & { readonly query: Query }): Promise<number | undefined> {
  return firstDayEndOf(await allProvenStaff(parts))
}

/** The same, of all rows of staff. */
export function firstDayEndOf(staff: Awaited<ReturnType<typeof allProvenStaff>>): number | undefined {
  const signIns = staff.flatMap(({ first_sign_in_at: at }) => (at === null ? [] : [Number(at)]))
  return signIns.length === 0 ? undefined : Math.min(...signIns) + DAY_MS
}
