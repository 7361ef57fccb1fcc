/**
 * Staff as their rows were proven last, for the names that colleagues read and for mails. Where the row of a staff
 * member was changed or deleted in the store, they keep name and address: an attacker with write access to the store
 * must neither let another person look like the approver nor receive a mail to staff, nor keep it from them.
 */
import type { Logger } from 'pino'
import type { Query } from '../../store/index.ts'
import type { KnownVersions } from './known-versions.ts'
import { isSealed, type Sealing, sealedRows } from './row-seals.ts'
import type { SealedRow } from './sealed-tables.ts'

type Row = SealedRow<'staff'> & { readonly seal: string }

type Parts = { readonly encryption: Sealing; readonly knownVersions: KnownVersions; readonly log: Logger }

export class KnownStaff {
  readonly #parts: Parts
  /** As proven last, by number. */
  readonly #rows = new Map<string, SealedRow<'staff'>>()
  /** Numbers that the log has named since their rows were right. */
  #unproven: readonly string[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Pass a row that the start has proven. */
  learn(row: SealedRow<'staff'>): void {
    this.#rows.set(String(row.staff_id), row)
  }

  /** All of them, by number. The log names the staff members whose rows were changed. */
  async rows(query: Query): Promise<ReadonlyMap<string, SealedRow<'staff'>>> {
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
    if ([...unproven].some((name) => !this.#unproven.includes(name)))
      log.error({ staff: [...unproven] }, 'rows of staff do not prove themselves: they count as they were proven last')
    this.#unproven = [...unproven]
    return this.#rows
  }

  /** Addresses of all who have one of these roles and may sign in. */
  async mailboxes(query: Query, roles: readonly string[]): Promise<readonly string[]> {
    return [...(await this.rows(query)).values()]
      .filter(({ role, disabled_at, password_hash }) => {
        return roles.includes(String(role)) && disabled_at === null && password_hash !== null
      })
      .map(({ email }) => String(email))
      .filter((email) => email !== '')
  }
}
