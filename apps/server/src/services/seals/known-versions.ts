/**
 * The newest version of each setting, of the terms of each instrument, of each staff member and of each freeze that
 * this server has seen, in memory and in a file of the data folder, outside the store. A seal does not show that a
 * newer version is missing, and an older price of a currency, or an older role, would hold. So a version that was seen
 * may not go down, neither in this process nor at a later start (decision 142). An absent file is accepted, as after a
 * restore or on another machine.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import { keepFile, readKnownFile } from '../../store/index.ts'
import { type ProvenRow, RowChanged } from './row-seals.ts'
import type { SealedTable } from './sealed-tables.ts'

/** Its name in the folder of the world. */
export const KNOWN_VERSIONS_FILE = 'known-versions.json'

/** Tables of versions, and the column whose value has them. */
const NAMED_BY = { settings: 'key', instrument_changes: 'instrument', staff: 'staff_id', freezes: 'user_id' } as const
type Versioned = keyof typeof NAMED_BY
const TABLES = Object.keys(NAMED_BY) as Versioned[]
/** A missing row of a freeze stops no start: the accounts stay frozen without it. */
const REQUIRED_AT_START = TABLES.filter((table) => table !== 'freezes')

const VERSIONS = z.record(z.string(), z.int().positive())
const FILE = z.strictObject({ settings: VERSIONS, instrument_changes: VERSIONS, staff: VERSIONS, freezes: VERSIONS })
const NAMES = {
  names: 'the newest version of each setting, of the terms of each instrument, of each staff member and of each freeze',
  remedy: 'settings, terms, staff and freezes of the office with the audit log',
} as const

/** `file`: `undefined` where nothing outlives the process, as in tests. */
type Kept = { readonly file: string | undefined; readonly log: Logger | undefined }

export class KnownVersions {
  readonly #kept: Kept
  readonly #newest: { readonly [Table in Versioned]: Map<string, number> } = {
    settings: new Map(),
    instrument_changes: new Map(),
    staff: new Map(),
    freezes: new Map(),
  }

  constructor(kept: Kept = { file: undefined, log: undefined }) {
    this.#kept = kept
  }

  /** The newest version that was seen; 0: none. */
  version(table: Versioned, name: string | number): number {
    return this.#newest[table].get(String(name)) ?? 0
  }

  /**
   * Throws RowChanged for a newest version of the store below one that was seen. 0: the store has none. A caller
   * without a lock passes as `known` what was seen before its read, because a change may commit during the read.
   */
  require(table: Versioned, name: string | number, version: number, known = this.version(table, name)): void {
    if (version < known) throw this.#wentDown(table, name, { version, known })
  }

  /** As `require`, of all rows: one that was seen and is missing has the version 0. */
  requireAll(table: Versioned, versions: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>): void {
    for (const [name, version] of known) this.require(table, name, versions.get(name) ?? 0, version)
  }

  /** Pass the version of a row whose seal was proven, or that this process has committed. */
  keep(table: Versioned, name: string | number, version: number): void {
    if (version <= this.version(table, name)) return
    this.#newest[table].set(String(name), version)
    this.write()
  }

  /** The newest versions that were seen, by name. */
  all(table: Versioned): ReadonlyMap<string, number> {
    return new Map(this.#newest[table])
  }

  /** Throws KnownFileRefused. */
  read(): void {
    const { file } = this.#kept
    if (file === undefined) return
    const known = readKnownFile(file, { schema: FILE, ...NAMES })
    for (const table of TABLES)
      for (const [name, version] of Object.entries(known?.[table] ?? {})) this.#newest[table].set(name, version)
  }

  names(table: Versioned): readonly string[] {
    return [...this.#newest[table].keys()]
  }

  /** Puts the whole file in the place of the one before, at once. */
  write(): void {
    const { file, log } = this.#kept
    if (file === undefined) return
    const known = Object.fromEntries(TABLES.map((table) => [table, Object.fromEntries(this.#newest[table])]))
    try {
      keepFile(file, known)
    } catch (error) {
      log?.error({ err: error }, 'the newest versions could not be kept: the next start does not ask for them')
    }
  }

  #wentDown(table: Versioned, name: string | number, of: { readonly version: number; readonly known: number }) {
    const { file } = this.#kept
    return new RowChanged(
      `table ${table}, ${NAMED_BY[table]} ${name}: the newest version is ${of.version}, and this server has seen ` +
        `version ${of.known}: a version was deleted in the store. Keep a copy of the store, find out who can write ` +
        'to it, and restore it from the newest backup that has the version. If an older backup was restored on ' +
        'purpose, or a failover has lost the change, check the setting, the terms or the staff and ' +
        `remove the file ${file ?? ''}`.trimEnd(),
    )
  }
}

/** The newest versions among the rows that a start has proven. */
export class ProvenVersions {
  readonly #newest = new Map<string, Map<string, number>>(REQUIRED_AT_START.map((table) => [table, new Map()]))

  add(table: SealedTable, row: ProvenRow): void {
    const versions = this.#newest.get(table)
    if (versions === undefined) return
    const name = String(row[NAMED_BY[table as Versioned]])
    versions.set(name, Math.max(versions.get(name) ?? 0, Number(row.version)))
  }

  of(table: Versioned): ReadonlyMap<string, number> {
    return this.#newest.get(table) ?? new Map()
  }
}

/**
 * For the start, after the seals were proven: a row that comes into the store later is not asked. Throws RowChanged
 * where the store lacks a version that was seen, and KnownFileRefused for a file that cannot be used.
 */
export function openKnownVersions({
  proven,
  ...kept
}: {
  readonly proven: ProvenVersions
  readonly file: string
  readonly log: Logger
}): KnownVersions {
  const versions = new KnownVersions(kept)
  versions.read()
  for (const table of REQUIRED_AT_START) {
    const stored = proven.of(table)
    versions.requireAll(table, stored, versions.all(table))
    for (const [name, version] of stored) versions.keep(table, name, version)
  }
  // A restored file system or another machine has none.
  versions.write()
  return versions
}
