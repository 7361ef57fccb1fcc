/**
 * An approval counts only while the access of its approver is unchanged. It becomes void when the approver is disabled,
 * reset or given another role, also when the approver is enabled again. The sealed row of the staff member says when
 * their access was changed last, because an entry of the audit log can be deleted in the store. The audit log is asked
 * too: it has the order of the two where the clock was set back between them.
 */
import { staffIdOf } from '../../services/audit/index.ts'
import { provenStaff, RowChanged, type StaffProof } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'

/** Audit actions that make it void. A staff member who is enabled was disabled before. */
const ENDS = ['staff_disable', 'staff_reset', 'staff_role']

type Reading = StaffProof & { readonly query: Query }

/**
 * `at`: when the approval was given. A change of the access counts where it is later by the time or by the order of the
 * audit log. An approver whose row does not prove itself has approved nothing.
 */
export async function isApprovalValid(
  parts: Reading,
  approval: { readonly who: string; readonly at: number },
): Promise<boolean> {
  const { who, at } = approval
  const staff = staffIdOf(who)
  if (staff === undefined) return true
  if (!(await isUnchangedSince(parts, staff, at))) return false
  const ended = await parts.query(
    `select 1 from audit
     where subject_kind = 'staff' and subject = $1 and action = any($2::text[])
       and (at >= $3 or entry_id > (select min(entry_id) from audit where who = $4 and at = $3)) limit 1`,
    [String(staff), ENDS, at, who],
  )
  return ended.length === 0
}

async function isUnchangedSince(parts: Reading, staff: number, at: number): Promise<boolean> {
  try {
    const row = await provenStaff(parts, staff)
    const changedAt = row?.access_changed_at ?? null
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
