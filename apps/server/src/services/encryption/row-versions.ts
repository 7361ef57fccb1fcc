/**
 * The newest version of each row that decides who may act and that this server has changed, in memory and in a file of
 * the data folder, outside the store. An attacker with write access to the store can keep an older row with its own
 * right seal and put it back: a customer without two-step verification, a payee that was removed. So the version of a
 * row rises with each change, and an older one is refused (decision 163). A row that is newer is right: the process may
 * have ended between its commit and the file. Without the file, as after a restore, nothing is known.
 *
 * A row that was written once has version 1 and is not remembered. A picture has version 2 from its use on
 * (uploads/used-pictures.ts).
 */
import type { Logger } from 'pino'
import { type Fact, FactList, factName, type Transaction } from '../../store/index.ts'

/** Its name in the folder of the world. */
export const ROW_VERSIONS_FILE = 'row-versions'

const LETTERS = 'vtrowver'
/**
 * The longest statement of a request or decision, ms. A row that was read before its change may be looked at so long
 * after it, which is no fault of the store.
 */
const READ_MS = 30_000
/** No row that was removed for good comes back. */
const REMOVED = Number.MAX_SAFE_INTEGER

/** `key`: its value in the store. */
export type RowName = { readonly table: string; readonly key: string | number }

type Kept = {
  readonly file: string
  readonly log: Logger
  /** Monotonic, ms. */
  readonly now: () => number
}

export class RowVersions {
  readonly #kept: Kept | undefined
  /** Names of rows that this process changed within the last `READ_MS`, and when; the first change stands first. */
  readonly #changedAt = new Map<string, number>()
  /** Names of rows whose older version was told. */
  readonly #told = new Set<string>()
  readonly #list: FactList | undefined
  /** By the first digits of a hash of the row's name. */
  readonly #newest = new Map<string, number>()

  /** Left out: nothing outlives the process. */
  constructor(kept?: Kept) {
    this.#kept = kept
    const named = { holds: 'the newest versions of rows', lost: 'older rows of the store are not recognised' }
    const living = () => this.#newest
    this.#list = kept && new FactList({ file: kept.file, log: kept.log, letters: LETTERS, ...named, living })
    for (const { name, value } of this.#list?.read()?.facts ?? []) this.#rise(name, value)
    this.#list?.writeAnew(0)
  }

  get file(): string | undefined {
    return this.#kept?.file
  }

  /** 0: no change of it was seen. */
  of(row: RowName): number {
    return this.#newest.get(nameOf(row)) ?? 0
  }

  /** False for a row that was put back. `version`: 0 for a row of a table without versions. */
  isNewest(row: RowName, version: number): boolean {
    const known = this.of(row)
    return version >= known || (version === 0 && known !== REMOVED)
  }

  /**
   * The transaction gives the row this version. A rollback leaves what was known before. Throws StoreBusy while the
   * version could not be kept.
   */
  changed(tx: Pick<Transaction, 'onEnd'>, row: RowName, version: number): void {
    this.#list?.requireRoom()
    tx.onEnd((end) => {
      if (end !== 'committed') return
      this.keep([{ row, version }])
      this.#noteChange(nameOf(row))
    })
  }

  /** The transaction deletes the row for good. Throws StoreBusy as `changed` does. */
  removed(tx: Pick<Transaction, 'onEnd'>, row: RowName): void {
    this.changed(tx, row, REMOVED)
  }

  /** Pass rows whose seals were proven and that are committed. */
  keep(rows: readonly { readonly row: RowName; readonly version: number }[]): void {
    const facts: Fact[] = []
    for (const { row, version } of rows) {
      if (version <= 1) continue
      const name = nameOf(row)
      if (this.#rise(name, version)) facts.push({ name, value: version })
    }
    if (facts.length > 0) this.#list?.add(facts)
  }

  /** About once a second: writes what could not be written. */
  retry(): void {
    this.#list?.retry()
  }

  /** False: it was known. */
  #rise(name: string, version: number): boolean {
    if (version <= (this.#newest.get(name) ?? 0)) return false
    this.#newest.set(name, version)
    return true
  }

  /** For the newest version in a message. */
  versionText(row: RowName): string {
    const known = this.of(row)
    return known === REMOVED ? 'none, because it removed the row' : String(known)
  }

  /** Logs an older row once, and not while it may be one that was read before its change. */
  tellOlder(row: RowName, text: string): void {
    const name = nameOf(row)
    if (this.#told.has(name) || this.#wasChangedJustNow(name)) return
    this.#told.add(name)
    this.#kept?.log.error(text)
  }

  #noteChange(name: string): void {
    const now = this.#kept?.now() ?? 0
    this.#changedAt.delete(name)
    this.#changedAt.set(name, now)
    for (const [each, at] of this.#changedAt) {
      if (at > now - READ_MS) break
      this.#changedAt.delete(each)
    }
  }

  #wasChangedJustNow(name: string): boolean {
    const at = this.#changedAt.get(name)
    return at !== undefined && this.#kept !== undefined && at > this.#kept.now() - READ_MS
  }
}

const nameOf = ({ table, key }: RowName): string => factName(`${table} ${key}`)
