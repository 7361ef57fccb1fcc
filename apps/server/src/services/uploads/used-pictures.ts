/**
 * Which pictures have a use, outside the store: the file of a picture does not come back, so a row that an attacker has
 * changed or deleted in the store must not remove it. A picture has one use for its whole life. It is remembered as a
 * version of its row (services/encryption/row-versions.ts). The use itself is proven by its keyed mark
 * (picture-use.ts).
 */
import type { Logger } from 'pino'
import type { Store, Transaction } from '../../store/index.ts'
import type { Encryption, RowName } from '../encryption/index.ts'
import { RowChanged } from '../seals/index.ts'
import { provenUse, type UseRow } from './picture-use.ts'

/** A row of version 1 is not remembered: the row of a picture without a use has that version. */
const USED = 2
/** Rows of one statement. */
const PAGE = 1_000
/** Pictures that one line of the log names. */
const NAMED_MAX = 10

type Parts = { readonly store: Pick<Store, 'query'>; readonly encryption: Encryption; readonly log: Logger }

const nameOf = (file: string): RowName => ({ table: 'files', key: file })

export class UsedPictures {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  has(file: string): boolean {
    return this.#parts.encryption.rowVersions.of(nameOf(file)) >= USED
  }

  /** The transaction gives the picture its use. Throws StoreBusy while it could not be remembered. */
  attached(tx: Pick<Transaction, 'onEnd'>, file: string): void {
    this.#parts.encryption.rowVersions.changed(tx, nameOf(file), USED)
  }

  /** The use of the row; null: the picture never had one; `undefined`: the row was changed in the store. */
  proven(row: UseRow): string | null | undefined {
    const { file_id: file } = row
    try {
      const usedFor = provenUse(this.#parts.encryption, { ...row, file })
      return usedFor === null && this.has(file) ? undefined : usedFor
    } catch (error) {
      if (error instanceof RowChanged) return undefined
      throw error
    }
  }

  /** For pictures that the store says are in no use: those that truly are. The log names the others. */
  without(files: readonly string[]): readonly string[] {
    const used = files.filter((file) => this.has(file))
    if (used.length === 0) return files
    const named = used.slice(0, NAMED_MAX)
    this.#parts.log.error({ count: used.length, files: named }, 'pictures in use have no row, or one without their use')
    return files.filter((file) => !this.has(file))
  }

  /** Remembers the uses that rows prove. */
  async learn(): Promise<void> {
    const { store, encryption } = this.#parts
    for (let after = ''; ; ) {
      const rows = await store.query<UseRow>(
        `select file_id, owner, used_for from files where used_for is not null and erased_at is null and file_id > $1
         order by file_id limit ${PAGE}`,
        [after],
      )
      const proven = rows.filter((row) => !this.has(row.file_id) && typeof this.proven(row) === 'string')
      encryption.rowVersions.keep(proven.map(({ file_id }) => ({ row: nameOf(file_id), version: USED })))
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) return
      after = last.file_id
    }
  }
}
