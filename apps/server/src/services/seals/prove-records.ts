/**
 * For the start, after the records of money were compared with the engine: none that an earlier process sealed is gone
 * or older, and each that has ended is as this server wrote it. One that is open and was changed takes no decision, so
 * it does not stop the start.
 */
import type { Logger } from 'pino'
import type { Query } from '../../store/index.ts'
import type { NewestSeals } from './newest-seals.ts'
import { deleted, isOlder, putBack, rememberedOf, type SumFault } from './record-seals.ts'
import { isSealed, RowChanged, requireTableSealed, rowChanged, type Sealing, sealedRows } from './row-seals.ts'
import { RECORD_KEYS, RECORD_TABLES, type RecordTable, type Sealed } from './seal-bytes.ts'

type Parts = {
  readonly query: Query
  readonly encryption: Sealing
  readonly newestSeals: NewestSeals
}

const PAGE = 1_000
/** Rows whose whole seals are made before the event loop turns: some milliseconds. */
const PROVEN_AT_ONCE = 100

/** The start compares all closures (requireAllSealed), with the rows that decide who may act. */
const OF_MONEY = RECORD_TABLES.filter((table) => table !== 'closures')

/** `since`: wall time, ms; the sums of a day begin then. Throws RowChanged with the first record. */
export async function proveRecords(
  parts: Parts & { readonly log: Logger; readonly since: number; readonly now: number },
): Promise<void> {
  const started = performance.now()
  for (const table of RECORD_TABLES) await requireKnown(parts, table)
  let records = 0
  for (const table of OF_MONEY)
    records += await requireTableSealed(parts, table, 'ended_at is not null', (row) =>
      parts.newestSeals.learnPaid({ table, id: Number(row[RECORD_KEYS[table]]) }, rememberedOf(table, row).payment),
    )
  for (const table of OF_MONEY) await remember(parts, table)
  const ms = Math.round(performance.now() - started)
  parts.log.info({ records, ms }, 'the records of money that have ended are as this server wrote them')
}

/** The remembered records whose rows were put back or deleted in the store. */
export async function faultsOfKnown(
  { query, newestSeals }: Pick<Parts, 'query' | 'newestSeals'>,
  table: RecordTable,
): Promise<readonly SumFault[]> {
  // Before the rows are read: a record that is sealed meanwhile is newer than what is remembered here.
  const known = newestSeals.all(table)
  const key = RECORD_KEYS[table]
  const stored = new Map<number, Sealed>()
  const ids = [...known.keys()]
  // In pages: on the embedded store a statement keeps every other one waiting.
  for (let from = 0; from < ids.length; from += PAGE) {
    const rows = await query<Sealed & { readonly id: number }>(
      `select ${key} as id, version, seal from ${table} where ${key} = any($1::int[])`,
      [ids.slice(from, from + PAGE)],
    )
    for (const row of rows) stored.set(row.id, row)
  }
  return [...known].flatMap(([id, newest]) => {
    const row = stored.get(id)
    if (row === undefined) return [{ id, text: deleted(table, id) }]
    newestSeals.seen({ table, id }, row)
    return isOlder(row, newest) ? [{ id, text: putBack(table, id) }] : []
  })
}

/**
 * The remembered open records whose rows were changed: an invented approval, or another currency, leaves version and
 * seal as they are. An ended record takes no decision; it is proven where it is shown and at each start.
 */
export async function faultsOfOpen(
  { query, encryption, newestSeals }: Parts,
  table: RecordTable,
): Promise<readonly SumFault[]> {
  const key = RECORD_KEYS[table]
  const ids = [...newestSeals.all(table, ({ isOpen }) => isOpen).keys()]
  const faults: SumFault[] = []
  for (let from = 0; from < ids.length; from += PROVEN_AT_ONCE) {
    const page = ids.slice(from, from + PROVEN_AT_ONCE)
    for (const row of await sealedRows(query, table, `${key} = any($1::int[])`, [page])) {
      const id = Number(row[key as keyof typeof row])
      if (!isSealed(encryption, table, row)) faults.push({ id, text: rowChanged(table, row).message })
    }
  }
  return faults
}

async function requireKnown(parts: Parts, table: RecordTable): Promise<void> {
  const { newestSeals } = parts
  const [fault] = await faultsOfKnown(parts, table)
  if (fault === undefined) return
  throw new RowChanged(
    `${fault.text}: this server sealed its version ${newestSeals.of(table, fault.id)?.version}. Keep a copy of the ` +
      'store, find out who can write to it, and restore it from the newest backup that has the row. If an older ' +
      'backup was restored on purpose, or a failover has lost the change, compare the record with the bank and ' +
      `remove the file ${newestSeals.file ?? ''}`.trimEnd(),
  )
}

/** Open ones, and those of the last day, so that a later decision misses a row that is put back or deleted. */
async function remember(
  { query, encryption, newestSeals, since, now }: Parts & { readonly since: number; readonly now: number },
  table: RecordTable,
): Promise<void> {
  for (const row of await sealedRows(query, table, `ended_at is null or ended_at > ${since}`)) {
    if (!isSealed(encryption, table, row)) continue
    const newest = rememberedOf(table, row)
    const id = Number(row[RECORD_KEYS[table] as keyof typeof row])
    if (newest.version > (newestSeals.of(table, id)?.version ?? 0)) newestSeals.keep(table, id, { ...newest, at: now })
  }
}
