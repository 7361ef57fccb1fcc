/**
 * The word of the first of two people counts as long as nobody has touched who they are since: not once they were
 * disabled, reset or given another role after it, also when they are back. Read from the audit, which nobody can alter.
 */
import type { Query } from '../../store/index.ts'

/** Acts of the audit that end it. Whoever was let in again was disabled before. */
const ENDS = ['staff_disable', 'staff_reset', 'staff_role']
const STAFF = /^staff:(\d{1,9})$/

/** `at`: when they said it. */
export async function wordStands(query: Query, word: { readonly who: string; readonly at: number }): Promise<boolean> {
  const staff = STAFF.exec(word.who)?.[1]
  if (staff === undefined) return true
  const ended = await query(
    `select 1 from audit where subject_kind = 'staff' and subject = $1 and action = any($2::text[]) and at >= $3 limit 1`,
    [staff, ENDS, word.at],
  )
  return ended.length === 0
}

/** True where a first word is there and stands. */
export async function firstStands(
  query: Query,
  row: { readonly firstBy: string | null; readonly firstAt: number | null },
): Promise<boolean> {
  return row.firstBy !== null && row.firstAt !== null && wordStands(query, { who: row.firstBy, at: row.firstAt })
}
