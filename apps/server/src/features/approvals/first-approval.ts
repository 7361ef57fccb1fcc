/**
 * An approval counts only while the access of its approver is unchanged. It becomes void when the approver is disabled,
 * reset or given another role, also when the approver is enabled again. The sealed row of the staff member alone says
 * when their access was changed last: an attacker with write access to the store can insert an entry of the audit log.
 * The moment is no earlier than any approval before it, also where the clock was set back (staff/rows.ts).
 */
import { staffIdOf } from '../../services/audit/index.ts'
import { provenStaff, RowChanged, type StaffProof } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'

type Reading = StaffProof & { readonly query: Query }

/** `at`: when it was given. An approver whose row does not prove itself has approved nothing. */
export async function isApprovalValid(
  parts: Reading,
  { who, at }: { readonly who: string; readonly at: number },
): Promise<boolean> {
  const staff = staffIdOf(who)
  if (staff === undefined) return true
  try {
    const changedAt = (await provenStaff(parts, staff))?.access_changed_at ?? null
    return changedAt === null || Number(changedAt) < at
  } catch (error) {
    if (error instanceof RowChanged) return false
    throw error
  }
}

/** True where there is a first approval and it counts. */
export async function isFirstApprovalValid(
  parts: Reading,
  first: { readonly by: string | null; readonly at: number | null },
): Promise<boolean> {
  return first.by !== null && first.at !== null && isApprovalValid(parts, { who: first.by, at: first.at })
}
