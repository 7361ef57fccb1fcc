/**
 * An approval counts only while the access of its approver is unchanged. It becomes void when the approver is disabled,
 * reset or given another role, also when the approver is enabled again. Read from the audit log, which cannot be
 * changed.
 */
import { staffIdOf } from '../../services/audit/index.ts'
import type { Query } from '../../store/index.ts'

/** Audit actions that make it void. A staff member who is enabled was disabled before. */
const ENDS = ['staff_disable', 'staff_reset', 'staff_role']

/**
 * `at`: when the approval was given. A change of the access counts where it is later by the time or by the order of the
 * audit log, because the clock may have been set back between the two.
 */
export async function isApprovalValid(
  query: Query,
  approval: { readonly who: string; readonly at: number },
): Promise<boolean> {
  const staff = staffIdOf(approval.who)
  if (staff === undefined) return true
  const ended = await query(
    `select 1 from audit
     where subject_kind = 'staff' and subject = $1 and action = any($2::text[])
       and (at >= $3 or entry_id > (select min(entry_id) from audit where who = $4 and at = $3)) limit 1`,
    [String(staff), ENDS, approval.at, approval.who],
  )
  return ended.length === 0
}

/** True where there is a first approval and it counts. */
export async function isFirstApprovalValid(
  query: Query,
  first: { readonly by: string | null; readonly at: number | null },
): Promise<boolean> {
  return first.by !== null && first.at !== null && isApprovalValid(query, { who: first.by, at: first.at })
}
