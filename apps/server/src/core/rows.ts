/** Journal rows as the store gives them, and many rows written with one statement. The same SQL on both drivers. */
import type { Millis } from '@veritick/domain'
import { must } from '@veritick/domain'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Query } from '../store/index.ts'
import type { SealedBatch } from './batch.ts'

/** Rows of the journal read at once. */
const READ_ROWS_MAX = 200

export type JournalRow = SealedBatch & { readonly subtrees: Uint8Array }

/** `until`: the last batch that is wanted. `rows`: how many are read at once. */
export type JournalPages = { readonly until?: number; readonly rows?: number }

/** Batches after `batch`, oldest first, a page at a time. */
export async function* journalAfter(query: Query, batch: number, pages: JournalPages = {}): AsyncGenerator<JournalRow> {
  const { until = Number.MAX_SAFE_INTEGER, rows: most = READ_ROWS_MAX } = pages
  let after = batch
  for (;;) {
    const rows = await query<RawRow>(`select ${COLUMNS} from journal where batch > $1 and batch <= $2 order by batch limit $3`, [
      after,
      until,
      most,
    ])
    for (const row of rows) yield fromRaw(row)
    const last = rows[rows.length - 1]
    if (last === undefined || rows.length < most) return
    after = last.batch
  }
}

export async function journalRow(query: Query, batch: number): Promise<JournalRow | undefined> {
  const rows = await query<RawRow>(`select ${COLUMNS} from journal where batch = $1`, [batch])
  return rows[0] === undefined ? undefined : fromRaw(rows[0])
}

/** A batch without the bytes of its events. */
export type HeadRow = Pick<SealedBatch, 'header' | 'hash'>

/** The batch that holds the event with this sequence, without the bytes of its events. */
export async function headRowOf(query: Query, sequence: number): Promise<HeadRow | undefined> {
  const text = `select ${HEAD_COLUMNS} from journal where first_event <= $1 order by first_event desc limit 1`
  const rows = await query<RawHead>(text, [sequence])
  return rows[0] === undefined ? undefined : headFrom(rows[0])
}

/** The events of a batch, as the journal holds them. */
export async function eventBytesOf(query: Query, batch: number): Promise<Uint8Array | undefined> {
  const rows = await query<Pick<RawRow, 'events'>>('select events from journal where batch = $1', [batch])
  return rows[0]?.events
}

/** Rows of which only the hash is read at once. */
const HASH_ROWS_MAX = 10_000

/** The hashes of the first `size` batches, oldest first. */
export async function* treeHashes(query: Query, size: number): AsyncGenerator<Uint8Array> {
  let after = 0
  while (after < size) {
    const rows = await query<{ batch: number; hash: Uint8Array }>(
      'select batch, hash from journal where batch > $1 and batch <= $2 order by batch limit $3',
      [after, size, HASH_ROWS_MAX],
    )
    for (const row of rows) yield row.hash
    const last = rows[rows.length - 1]
    if (last === undefined) return
    after = last.batch
  }
}

/** Hash and kept subtrees of some batches, in no order. */
export async function treeRows(query: Query, batches: readonly number[]): Promise<readonly TreeRow[]> {
  return query<TreeRow>('select batch, hash, subtrees from journal where batch = any($1::bigint[])', [batches])
}
export type TreeRow = { readonly batch: number; readonly hash: Uint8Array; readonly subtrees: Uint8Array }

/** Inserts rows, or replaces those with the same primary key, with one parameter a column. */
export async function writeRows<Table extends PgTable>(query: Query, table: Table, rows: readonly Table['$inferSelect'][]): Promise<void> {
  if (rows.length === 0) return
  const { sql, properties } = statementOf(table)
  await query(
    sql,
    properties.map((property) => rows.map((row) => row[property])),
  )
}

type Statement = { readonly sql: string; readonly properties: readonly string[] }
const statements = new WeakMap<PgTable, Statement>()

function statementOf(table: PgTable): Statement {
  const known = statements.get(table)
  if (known !== undefined) return known
  const config = getTableConfig(table)
  const names = config.columns.map((column) => column.name)
  const single = config.columns.filter((column) => column.primary).map((column) => column.name)
  const key = single.length > 0 ? single : must(config.primaryKeys[0], 'a read table has a key').columns.map((column) => column.name)
  const changed = names.filter((name) => !key.includes(name))
  const update = changed.length === 0 ? 'nothing' : `update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`
  const lists = config.columns.map((column, at) => `$${at + 1}::${column.getSQLType()}[]`)
  const properties = new Map(Object.entries(table).map(([property, column]) => [column, property]))
  const statement: Statement = {
    sql: `insert into ${config.name} (${names.join(', ')}) select * from unnest(${lists.join(', ')})
      on conflict (${key.join(', ')}) do ${update}`,
    properties: config.columns.map((column) => must(properties.get(column), 'a column has a property')),
  }
  statements.set(table, statement)
  return statement
}

const HEAD_COLUMNS =
  'batch, first_event, event_count, market_time, wall_time, epoch, schema, events_root, previous_hash, snapshot_hash, hash'
const COLUMNS = `${HEAD_COLUMNS}, events, subtrees`

type RawHead = {
  batch: number
  first_event: number
  event_count: number
  market_time: Millis
  wall_time: Millis
  epoch: number
  schema: number
  events_root: Uint8Array
  previous_hash: Uint8Array
  snapshot_hash: Uint8Array
  hash: Uint8Array
}
type RawRow = RawHead & { events: Uint8Array; subtrees: Uint8Array }

function fromRaw(row: RawRow): JournalRow {
  return { ...headFrom(row), events: row.events, subtrees: row.subtrees }
}

function headFrom(row: RawHead): HeadRow {
  return {
    header: {
      batch: row.batch,
      firstEvent: row.first_event,
      eventCount: row.event_count,
      marketTime: row.market_time,
      wallTime: row.wall_time,
      epoch: row.epoch,
      schema: row.schema,
      eventsRoot: row.events_root,
      previousHash: row.previous_hash,
      snapshotHash: row.snapshot_hash,
    },
    hash: row.hash,
  }
}
