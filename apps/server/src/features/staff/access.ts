/**
 * The last change of a staff member's access, and the hold that follows from it. Author and kind of the change are read
 * from the audit log. The hold follows from the sealed row of the staff member alone. A staff member who was invited,
 * reset, enabled or given another role decides nothing about money for a day. In that day other staff can notice one
 * person who acts as two.
 */
import { decidesMoney, type OfficeData, type Role, STAFF_HOLD_HOURS } from '@veritick/contract/office'
import { type Millis, millis } from '@veritick/domain'
import { staffIdOf } from '../../services/audit/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { firstDayEndOf, type Named, namesOf } from '../../services/office/index.ts'
import { allProvenStaff, type StaffProof } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'

export const STAFF_HOLD_MILLIS = STAFF_HOLD_HOURS * HOUR_MS

/** Audited actions that change a staff member's access. */
const CHANGES = { staff_invite: 'invited', staff_reset: 'reset', staff_enable: 'enabled', staff_role: 'role' } as const
type ChangeWord = keyof typeof CHANGES

type Change = { readonly what: (typeof CHANGES)[ChangeWord]; readonly who: string; readonly at: number }

/** The latest change of each staff member; none for the first admin. */
async function changesOf(query: Query, staff: readonly number[]): Promise<ReadonlyMap<number, Change>> {
  if (staff.length === 0) return new Map()
  const rows = await query<{ subject: string; action: ChangeWord; who: string; at: number }>(
    `select distinct on (subject) subject, action, who, at from audit
     where subject_kind = 'staff' and subject = any($1::text[]) and action = any($2::text[])
     order by subject, entry_id desc`,
    [staff.map(String), Object.keys(CHANGES)],
  )
  return new Map(rows.map(({ subject, action, who, at }) => [Number(subject), { what: CHANGES[action], who, at }]))
}

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

/** The access of a staff member, as the list of staff shows it. */
export async function accessShown(
  parts: Reading,
  options: { readonly staff: readonly RoleHolder[]; readonly now: number },
): Promise<(one: RoleHolder) => { readonly access: Access; readonly money_from: Millis | null }> {
  const { query } = parts
  const changes = await changesOf(
    query,
    options.staff.map(({ id }) => id),
  )
  const held = await holdsOf(parts, options.now)
  const wire = await wired(query, changes)
  return (one) => ({ access: wire(one.id), money_from: held(one) ?? null })
}

export type Colleague = Named & { readonly since: number | null; readonly access: Access }

/** Each actor, with the start of their access and its last change. Afterwards all actors in `whos` are known. */
export async function staffOf(query: Query, whos: Iterable<string | null>): Promise<(who: string) => Colleague> {
  const all = [...whos]
  const ids = [...new Set(all.flatMap((who) => staffIdOf(who) ?? []))]
  const named = await namesOf(query, all)
  const wire = await wired(query, await changesOf(query, ids))
  const rows =
    ids.length === 0
      ? []
      : await query<{ staff_id: number; created_at: number }>(
          'select staff_id, created_at from staff where staff_id = any($1::integer[])',
          [ids],
        )
  const since = new Map(
    rows.map((row) => [`staff:${row.staff_id}`, { since: row.created_at, access: wire(row.staff_id) }]),
  )
  return (who) => ({ ...named(who), ...(since.get(who) ?? { since: null, access: null }) })
}

async function wired(query: Query, changes: ReadonlyMap<number, Change>): Promise<(staff: number) => Access> {
  const named = await namesOf(
    query,
    [...changes.values()].map(({ who }) => who),
  )
  return (staff) => {
    const change = changes.get(staff)
    return change === undefined ? null : { what: change.what, by: named(change.who), at: change.at }
  }
}
