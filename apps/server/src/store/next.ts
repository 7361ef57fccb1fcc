/** The number that a row will have: what is encrypted in it is bound to that number, so it must be known before. */
import { must } from '@veritick/domain'
import type { Query } from './interface.ts'

/**
 * The next number of a table whose numbers the store gives. Insert with `overridingSystemValue`. An unused number is
 * not given again.
 */
export async function nextNumber(
  query: Query,
  of:
    | { readonly table: 'identity_submissions'; readonly column: 'submission_id' }
    | { readonly table: 'notes'; readonly column: 'note_id' }
    | { readonly table: 'price_alerts'; readonly column: 'alert_id' },
): Promise<number> {
  const [row] = await query<{ number: number }>('select nextval(pg_get_serial_sequence($1, $2)) as number', [
    of.table,
    of.column,
  ])
  return must(row, 'a sequence gives a number').number
}
