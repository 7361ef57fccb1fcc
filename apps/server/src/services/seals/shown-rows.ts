/**
 * Rows that hold what customers read. One that this server did not write is not shown, and the log names it once in a
 * process: a reader may ask for it again and again.
 */
import type { Logger } from 'pino'
import type { Encryption } from '../encryption/index.ts'
import { isSealed, rowChanged, type SealedRow, type SealedTable } from './row-seals.ts'

/** Rows that are remembered as logged. */
const LOGGED_MAX = 1_000

export class ShownRows {
  readonly #encryption: Pick<Encryption, 'fingerprint'>
  readonly #log: Logger
  readonly #logged = new Set<string>()

  constructor({ encryption, log }: { readonly encryption: Pick<Encryption, 'fingerprint'>; readonly log: Logger }) {
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
