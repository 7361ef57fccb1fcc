/**
 * Which pictures have a use, outside the store: the file of a picture does not come back, so a row that an attacker has
 * changed or deleted in the store must not remove it. A picture has one use for its whole life. It is remembered as a
 * version of its row (services/encryption/row-versions.ts). The use itself is proven by its keyed mark
 * (picture-use.ts). The fingerprints of these pictures are in memory (picture-prints.ts), learnt from proven rows.
 */
import type { Logger } from 'pino'
import type { Query, Store, Transaction } from '../../store/index.ts'
import type { Encryption, RowName } from '../encryption/index.ts'
import { RowChanged } from '../seals/index.ts'
import { byAge, type FileTwin, PicturePrints, type Print } from './picture-prints.ts'
import { printIn, provenUse, type UseRow } from './picture-use.ts'

/** A row of version 1 is not remembered: the row of a picture without a use has that version. */
const USED = 2
/** Rows of one statement. */
const PAGE = 1_000
/** Pictures that one line of the log names. */
const NAMED_MAX = 10

type LearntRow = UseRow & { readonly created_at: number; readonly erased: boolean }
const LEARNT_ROW =
  'select file_id, owner, used_for, source_hash, looks, created_at, erased_at is not null as erased from files'

type Parts = { readonly store: Pick<Store, 'query'>; readonly encryption: Encryption; readonly log: Logger }

const nameOf = (file: string): RowName => ({ table: 'files', key: file })

export class UsedPictures {
  readonly #parts: Parts
  readonly prints = new PicturePrints()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  has(file: string): boolean {
    return this.#parts.encryption.rowVersions.of(nameOf(file)) >= USED
  }

  /** The transaction gives the picture its use. Throws StoreBusy while it could not be remembered. */
  attached(tx: Pick<Transaction, 'onEnd'>, print: Print, twin: FileTwin): void {
    this.#parts.encryption.rowVersions.changed(tx, nameOf(twin.file), USED)
    // After a COMMIT without an answer the next sweep learns it from the row.
    tx.onEnd((end) => {
      if (end === 'committed') this.prints.add(print, twin)
    })
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

  /**
   * Other uses of the same picture, oldest first. The rows have those that this transaction writes, such as the other
   * side of a document.
   */
  async twins(query: Query, file: string, print: Print): Promise<readonly FileTwin[]> {
    const rows = await query<LearntRow>(`${LEARNT_ROW} where source_hash = $1 and used_for is not null`, [print.hash])
    const others = rows.filter(({ file_id: each }) => each !== file && !this.prints.has(each))
    return [...this.prints.twins(file, print), ...others.flatMap((row) => this.#twinIn(row) ?? [])].sort(byAge)
  }

  #twinIn(row: LearntRow): FileTwin | undefined {
    const { file_id: file, owner, created_at: createdAt } = row
    const usedFor = this.proven(row)
    return typeof usedFor === 'string' ? { file, owner, usedFor, createdAt } : undefined
  }

  /** Remembers the uses and the fingerprints that rows prove. The log names the rows that prove none. */
  async learn(): Promise<void> {
    const { store, encryption, log } = this.#parts
    const unproven: string[] = []
    for (let after = ''; ; ) {
      const rows = await store.query<LearntRow>(
        `${LEARNT_ROW} where used_for is not null and file_id > $1 order by file_id limit ${PAGE}`,
        [after],
      )
      const used: string[] = []
      for (const row of rows) {
        const { file_id: file } = row
        if (this.prints.has(file)) continue
        const twin = this.#twinIn(row)
        if (twin === undefined) unproven.push(file)
        else this.prints.add(printIn(row), twin)
        if (twin !== undefined && !row.erased && !this.has(file)) used.push(file)
      }
      encryption.rowVersions.keep(used.map((file) => ({ row: nameOf(file), version: USED })))
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) break
      after = last.file_id
    }
    if (unproven.length === 0) return
    const files = unproven.slice(0, NAMED_MAX)
    log.error({ count: unproven.length, files }, 'rows of pictures were changed: the same pictures are not found again')
  }
}
