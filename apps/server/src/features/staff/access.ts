/**
 * The last change of a staff member's access, and the hold that follows from it, both from the sealed row of the staff
 * member: an entry of the audit log can be inserted in the store. A staff member who was invited, reset, enabled or
 * given another role decides nothing about money for a day. In that day other staff can notice one person who acts as
 * two.
 */
import { decidesMoney, type OfficeData, type Role, STAFF_HOLD_HOURS } from '@veritick/contract/office'
import { type Millis, millis } from '@veritick/domain'
import { staffIdOf } from '../../services/audit/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { firstDayEndOf, type Named, type Naming, namesOf } from '../../services/office/index.ts'
import { allProvenStaff, type SealedRow, type StaffProof } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'
import type { AccessWord } from './rows.ts'

export const STAFF_HOLD_MILLIS = STAFF_HOLD_HOURS * HOUR_MS

type RoleHolder = { readonly id: number; readonly role: Role }

type Reading = StaffProof & { readonly query: Query }

/**
 * Until when each decides nothing about money; `undefined`: nothing holds them, or their role decides nothing about it
 * anyway. Changes of the first day hold no staff member, because then all of them are new. Throws RowChanged.
 */
async function holdsOf(parts: Reading, now: number) {
  const rows = await allProvenStaff(parts)
  const from = firstDayEndOf(rows)
  const changedAt = new Map(rows.map((row) => [row.staff_id, row.access_changed_at]))
  return ({ id, role }: RoleHolder): Millis | undefined => {
    const at = changedAt.get(id) ?? null
    if (at === null || from === undefined || Number(at) < from || !decidesMoney(role)) return undefined
    const until = Number(at) + STAFF_HOLD_MILLIS
    return until > now ? millis(until) : undefined
  }
}

/** Until when this staff member decides nothing about money. Throws RowChanged. */
export async function holdOf(
  { query, encryption, knownVersions }: Reading,
  options: RoleHolder & { readonly now: number },
): Promise<Millis | undefined> {
  if (!decidesMoney(options.role)) return undefined
  return (await holdsOf({ query, encryption, knownVersions }, options.now))(options)
}

type Access = OfficeData<'staffList'>['data'][number]['access']

/** The access of a staff member, as the list of staff shows it. Throws RowChanged. */
export async function accessShown(
  parts: Reading & Naming,
  options: { readonly staff: readonly RoleHolder[]; readonly now: number },
): Promise<(one: RoleHolder) => { readonly access: Access; readonly money_from: Millis | null }> {
  const held = await holdsOf(parts, options.now)
  const known = await staffOf(
    parts,
    options.staff.map(({ id }) => `staff:${id}`),
  )
  return (one) => ({ access: known(`staff:${one.id}`).access, money_from: held(one) ?? null })
}

export type Colleague = Named & { readonly since: number | null; readonly access: Access }

/**
 * Each actor, with the start of their access and its last change; none for the first admin. From rows as they were
 * proven last. Afterwards all actors in `whos` are known.
 */
export async function staffOf(naming: Naming, whos: Iterable<string | null>): Promise<(who: string) => Colleague> {
  const named = await namesOf(naming, whos)
  const rows = await naming.knownStaff.rows(naming.query)
  return (who) => {
    const row = rows.get(String(staffIdOf(who)))
    if (row === undefined) return { ...named(who), since: null, access: null }
    return { ...named(who), since: Number(row.created_at), access: accessOf(row, named) }
  }
}

function accessOf(row: SealedRow<'staff'>, named: (who: string) => Named): Access {
  const { access_change: what, access_changed_by: by, access_changed_at: at } = row
  return what === null ? null : { what: what as AccessWord, by: named(String(by)), at: Number(at) }
}
