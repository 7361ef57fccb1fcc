/** Names of actors. A staff member's name is in their row; a provider, the ledger and the server have none. */
import type { Query } from '../../store/index.ts'
import { staffIdOf } from '../audit/index.ts'

export type Named = { readonly who: string; readonly name: string }

/** Returns a function from actor to name; the name is empty for an actor without a row of staff. */
export async function namesOf(query: Query, whos: Iterable<string | null>): Promise<(who: string) => Named> {
  const ids = [...new Set(whos)].flatMap((who) => staffIdOf(who) ?? [])
  const rows =
    ids.length === 0
      ? []
      : await query<{ staff_id: number; name: string }>(
          'select staff_id, name from staff where staff_id = any($1::integer[])',
          [ids],
        )
  const names = new Map(rows.map((row) => [`staff:${row.staff_id}`, row.name]))
  return (who) => ({ who, name: names.get(who) ?? '' })
}
