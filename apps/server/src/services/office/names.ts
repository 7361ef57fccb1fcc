/**
 * Names of actors. A staff member's name is in their row, as it was proven last: staff must not take one approver for
 * another. A provider, the ledger and the server have none.
 */
import type { Query } from '../../store/index.ts'
import { staffIdOf } from '../audit/index.ts'
import type { KnownStaff } from '../seals/index.ts'

export type Named = { readonly who: string; readonly name: string }

/** Where the rows of staff are read. */
export type Naming = { readonly knownStaff: KnownStaff; readonly query: Query }

/** Returns a function from actor to name; the name is empty for an actor who never was a staff member. */
export async function namesOf(
  { knownStaff, query }: Naming,
  whos: Iterable<string | null>,
): Promise<(who: string) => Named> {
  const isStaff = [...whos].some((who) => staffIdOf(who) !== undefined)
  const rows = isStaff ? await knownStaff.rows(query) : undefined
  return (who) => ({ who, name: String(rows?.get(String(staffIdOf(who)))?.name ?? '') })
}
