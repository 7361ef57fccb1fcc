/**
 * Rows that hold what customers read. One that this server did not write is not shown, and the log names it once in a
 * process: a reader may ask for it again and again.
 */
import type { Logger } from 'pino'
import { isSealed, rowChanged, type Sealing } from './row-seals.ts'
import type { SealedRow, SealedTable } from './sealed-tables.ts'

/** Rows that are remembered as logged. */
const LOGGED_MAX = 1_000

export class ShownRows {
  readonly #encryption: Sealing
  readonly #log: Logger
  readonly #logged = new Set<string>()

  constructor({ encryption, log }: { readonly encryption: Sealing; readonly log: Logger }) {
    this.#encryption = encryption
    this.#log = log
  }

  /** Whether this server wrote the row. Pass the very row that is shown. */
  has<Table extends SealedTable>(table: Table, row: SealedRow<Table> & { readonly seal: string }): boolean {
    if (isSealed(this.#encryption, table, row)) return true
    const { message } = rowChanged(table, row)
    if (!this.#logged.has(message) && this.#logged.size < LOGGED_MAX) {
      this.#logged.add(message)
      this.#log.error({ fault: message }, 'a text for customers is not shown: its row was changed in the store')
    }
    return false
  }
}
