/**
 * Addresses for mails to staff, from rows that prove themselves. A staff member whose row was changed or deleted in the
 * store gets mail as the row was proven last: an attacker with write access to the store must neither receive a mail to
 * staff nor keep it from them.
 */
import type { Logger } from 'pino'
import type { Query } from '../../store/index.ts'
import type { KnownVersions } from './known-versions.ts'
import { isSealed, type Sealing, sealedRows } from './row-seals.ts'
import type { SealedRow } from './sealed-tables.ts'

type Row = SealedRow<'staff'> & { readonly seal: string }

export class StaffMailboxes {
  readonly #parts: { readonly encryption: Sealing; readonly knownVersions: KnownVersions; readonly log: Logger }
  /** As proven last, by number. */
  readonly #rows = new Map<string, Row>()

  constructor(parts: { readonly encryption: Sealing; readonly knownVersions: KnownVersions; readonly log: Logger }) {
    this.#parts = parts
  }

  /** Of all who have one of these roles and may sign in. The log names the staff members whose rows were changed. */
  async withRoles(query: Query, roles: readonly string[]): Promise<readonly string[]> {
    const { encryption, knownVersions, log } = this.#parts
    const known = knownVersions.all('staff')
    const read = (await sealedRows(query, 'staff', 'true order by staff_id')) as Row[]
    const unproven = new Set([...known.keys(), ...read.map((row) => String(row.staff_id))])
    for (const row of read) {
      const name = String(row.staff_id)
      if (!isSealed(encryption, 'staff', row) || Number(row.version) < (known.get(name) ?? 0)) continue
      this.#rows.set(name, row)
      unproven.delete(name)
    }
    if (unproven.size > 0)
      log.error(
        { staff: [...unproven] },
        'rows of staff do not prove themselves: they get mail as they were proven last',
      )
    return [...this.#rows.values()]
      .filter(({ role, disabled_at, password_hash }) => {
        return roles.includes(String(role)) && disabled_at === null && password_hash !== null
      })
      .map(({ email }) => String(email))
      .filter((email) => email !== '')
  }
}
