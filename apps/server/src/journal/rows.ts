/** Journal rows as the store gives them. The same SQL on both drivers. */
import { type Millis, must } from '@veritick/domain'
import type { Query } from '../store/index.ts'
import { type BatchHead, type ChainHead, GENESIS_HASH, MAGIC, type SealedBatch } from './batch.ts'

/** Every column of a header with its type, in the order of the header's bytes. */
export const HEADER_COLUMNS = {
  batch: 'bigint',
  first_event: 'bigint',
  event_count: 'int',
  event_bytes: 'int',
  request_count: 'int',
  market_time: 'bigint',
  wall_time: 'bigint',
  epoch: 'bigint',
  schema: 'int',
  tree_size: 'bigint',
  body_hash: 'bytea',
  previous_hash: 'bytea',
  snapshot_hash: 'bytea',
  tree_root: 'bytea',
} as const
/** The bytes of a header after its first word, as the store computes them. */
const HEADER_BYTES = Object.entries(HEADER_COLUMNS)
  .map(([column, type]) => (type === 'bytea' ? column : `int8send(${column}::bigint)`))
  .join(' || ')

/** Rows of the journal read at once: one may have megabytes. */
const READ_ROWS_MAX = 50

/** `mac`: as stored (batch-mac.ts). */
export type JournalRow = SealedBatch & { readonly mac: Uint8Array }

/** `until`: the last batch that is wanted. `rows`: how many are read at once. */
export type JournalPages = { readonly until?: number; readonly rows?: number }

/** Batches after `batch`, oldest first, a page at a time. */
export async function* journalAfter(query: Query, batch: number, pages: JournalPages = {}): AsyncGenerator<JournalRow> {
  const { until = Number.MAX_SAFE_INTEGER, rows: most = READ_ROWS_MAX } = pages
  const page = (after: number) =>
    query<RawRow>(`select ${COLUMNS} from journal where batch > $1 and batch <= $2 order by batch limit $3`, [
      after,
      until,
      most,
    ])
  for (let rows = await page(batch); ; ) {
    const last = rows[rows.length - 1]
    const isLast = last === undefined || rows.length < most
    // The store reads the next page while this one is used. Its failure counts when it is waited for.
    const next = isLast ? undefined : page(last.batch)
    next?.catch(() => {})
    for (const row of rows) yield fromRaw(row)
    if (next === undefined) return
    rows = await next
  }
}

export async function journalRow(query: Query, batch: number): Promise<JournalRow | undefined> {
  const rows = await query<RawRow>(`select ${COLUMNS} from journal where batch = $1`, [batch])
  return rows[0] === undefined ? undefined : fromRaw(rows[0])
}

/**
 * The batches that hold the events with these sequences, each once and oldest first, without the bytes of their events.
 * Batches without events begin with the same event as the next one that has some, and stand before it.
 */
export async function headRowsOf(query: Query, sequences: readonly number[]): Promise<readonly BatchHead[]> {
  const rows = await query<RawHead>(
    `select ${HEAD_COLUMNS} from journal where batch = any(array(
       select (select batch from journal where first_event <= wanted order by first_event desc, batch desc limit 1)
       from unnest($1::bigint[]) as wanted))
     order by batch`,
    [sequences],
  )
  return rows.map(headFrom)
}

/** The events of a batch, as the journal holds them. */
export async function eventBytesOf(query: Query, batch: number): Promise<Uint8Array | undefined> {
  const rows = await query<Pick<RawRow, 'events'>>('select events from journal where batch = $1', [batch])
  return rows[0]?.events
}

/** Some bytes of the requests of a batch, as the journal holds them; `start` counts from 0. */
export async function requestBytesOf(
  query: Query,
  span: { readonly batch: number; readonly start: number; readonly length: number },
): Promise<Uint8Array | undefined> {
  const rows = await query<{ entry: Uint8Array }>(
    'select substring(requests from $2::int for $3::int) as entry from journal where batch = $1',
    [span.batch, span.start + 1, span.length],
  )
  return rows[0]?.entry
}

/**
 * Rows are read at once until they hold this many requests, of about 200 bytes each; the last of these rows may hold
 * WAITING_MAX more. Twenty rows at once, of eight requests each, took seven tenths of the time.
 */
const REQUESTS_READ_AT_ONCE = 10_000
const REQUEST_ROWS_MAX = 2_000

/**
 * Batch, number of requests and wall time of each row, and whether the row is what the chain makes it:
 * the store computes headers and their chain itself, about a second for a million batches. One statement reads one
 * state of the store, so what it counts is what it has checked. `$1`: GENESIS_HASH, `$2`: MAGIC.
 */
const CHECKED_ROWS = `select batch, request_count, wall_time,
    batch <> lag(batch, 1, 0::bigint) over chain + 1 as gap,
    previous_hash <> lag(hash, 1, $1::bytea) over chain as unlinked,
    hash <> sha256($2::bytea || ${HEADER_BYTES}) as forged
  from journal window chain as (order by batch)`

export type ChainFault = { readonly batch: number; readonly gap: boolean; readonly forged: boolean }

/** The first batch whose header or place in the chain is wrong. */
export async function firstChainFault(query: Query): Promise<ChainFault | undefined> {
  const rows = await query<ChainFault>(
    `select * from (${CHECKED_ROWS}) as checked where gap or unlinked or forged order by batch limit 1`,
    [GENESIS_HASH, MAGIC],
  )
  return rows[0]
}

type NewestRequests = {
  readonly first: number | undefined
  readonly leftOut: number | undefined
  readonly isProven: boolean
}

/**
 * The newest batches with requests after `since` by the wall clock: as many as hold `countMax` requests or just more.
 * `leftOut`: the latest wall time of a batch with requests that stands before them. `isProven`: every row was counted
 * as the chain makes it that ends with `head`.
 */
export async function newestRequests(
  query: Query,
  bounds: { readonly since: number; readonly countMax: number; readonly head: Pick<ChainHead, 'batch' | 'hash'> },
): Promise<NewestRequests> {
  const { since, countMax, head } = bounds
  const rows = await query<{ first: number | null; left_out: number | null; proven: boolean }>(
    `with checked as materialized (select * from (${CHECKED_ROWS}) as all_rows where batch <= $5),
     counted as (
       select batch, coalesce(sum(request_count) over newer_ones, 0)::bigint as newer
       from checked where wall_time > $3 and request_count > 0
       window newer_ones as (order by batch desc rows between unbounded preceding and 1 preceding)),
     read as (select min(batch) filter (where newer < $4) as first from counted)
     select first, (select max(wall_time) from checked
       where request_count > 0 and batch < coalesce(first, ${Number.MAX_SAFE_INTEGER})) as left_out,
       not exists (select from checked where gap or unlinked or forged)
         and exists (select from journal where batch = $5 and hash = $6) as proven
     from read`,
    [GENESIS_HASH, MAGIC, since, countMax, head.batch, head.hash],
  )
  const { first, left_out, proven } = must(rows[0], 'an aggregate gives a row')
  return { first: first ?? undefined, leftOut: left_out ?? undefined, isProven: proven }
}

export type RequestsRow = {
  readonly batch: number
  readonly wall_time: number
  readonly hash: Uint8Array
  readonly previous_hash: Uint8Array
  readonly request_count: number
  /**
   * The hash is that of the header, and the header names the hash of the body and where the events end in it: the same
   * bytes in one column would be a batch without requests.
   */
  readonly proven: boolean
  readonly requests: Uint8Array
}

/**
 * The requests of each batch from `first` to `last`, oldest first; those without requests too, because they are links
 * of the chain. The store reads ahead of the caller.
 */
export async function* requestsFrom(query: Query, first: number, last: number): AsyncGenerator<RequestsRow> {
  const readAfter = (batch: number): Promise<RequestsRow[]> => {
    const rows = query<RequestsRow>(
      `with coming as (
         select batch, request_count from journal where batch > $1 and batch <= $4 order by batch limit $2),
       counted as (
         select batch as read, sum(request_count) over (order by batch) - request_count as earlier from coming)
       select batch, wall_time, hash, previous_hash, request_count, requests,
         hash = sha256($5::bytea || ${HEADER_BYTES}) and body_hash = sha256(events || requests)
           and octet_length(events) = event_bytes as proven
       from journal join counted on read = batch where earlier < $3 order by batch`,
      [batch, REQUEST_ROWS_MAX, REQUESTS_READ_AT_ONCE, last, MAGIC],
    )
    // A failure is thrown where the rows are waited for, below.
    rows.catch(() => {})
    return rows
  }
  let coming = readAfter(first - 1)
  for (;;) {
    const rows = await coming
    const newest = rows[rows.length - 1]
    if (newest === undefined) return
    coming = readAfter(newest.batch)
    yield* rows
  }
}

/** Rows of which only the hash is read at once. */
const HASH_ROWS_MAX = 10_000

/** Hash and carried tree of each batch, oldest first. */
export async function* treesCarried(query: Query): AsyncGenerator<TreeRow> {
  let after = 0
  for (;;) {
    const rows = await query<RawTree>(
      'select batch, hash, tree_size, tree_nodes from journal where batch > $1 order by batch limit $2',
      [after, HASH_ROWS_MAX],
    )
    for (const row of rows) yield treeFrom(row)
    const last = rows[rows.length - 1]
    if (last === undefined) return
    after = last.batch
  }
}

/**
 * Of some batches in the tree, in no order: the batch's hash, with the tree that the row carries with which it joined.
 */
export async function treeRows(query: Query, batches: readonly number[]): Promise<readonly TreeRow[]> {
  const rows = await query<RawTree>(
    `select own.batch, own.hash, carrier.tree_size, carrier.tree_nodes
     from journal own cross join lateral (
       select later.tree_size, later.tree_nodes from journal later
       where later.batch > own.batch and later.tree_size >= own.batch order by later.batch limit 1) as carrier
     where own.batch = any($1::bigint[])`,
    [batches],
  )
  return rows.map(treeFrom)
}

export type TreeRow = {
  readonly batch: number
  readonly hash: Uint8Array
  readonly treeSize: number
  readonly treeNodes: Uint8Array
}
type RawTree = { batch: number; hash: Uint8Array; tree_size: number; tree_nodes: Uint8Array }

const treeFrom = ({ batch, hash, tree_size: treeSize, tree_nodes: treeNodes }: RawTree): TreeRow => ({
  batch,
  hash,
  treeSize,
  treeNodes,
})

const HEAD_COLUMNS = [...Object.keys(HEADER_COLUMNS), 'hash'].join(', ')
const COLUMNS = `${HEAD_COLUMNS}, events, requests, tree_nodes, mac`

type RawHead = {
  batch: number
  first_event: number
  event_count: number
  event_bytes: number
  request_count: number
  market_time: Millis
  wall_time: Millis
  epoch: number
  schema: number
  tree_size: number
  body_hash: Uint8Array
  previous_hash: Uint8Array
  snapshot_hash: Uint8Array
  tree_root: Uint8Array
  hash: Uint8Array
}
type RawRow = RawHead & { events: Uint8Array; requests: Uint8Array; tree_nodes: Uint8Array; mac: Uint8Array }

function fromRaw(row: RawRow): JournalRow {
  const { events, requests, tree_nodes: treeNodes, mac } = row
  return { ...headFrom(row), events, requests, treeNodes, mac }
}

function headFrom(row: RawHead): BatchHead {
  return {
    header: {
      batch: row.batch,
      firstEvent: row.first_event,
      eventCount: row.event_count,
      eventBytes: row.event_bytes,
      requestCount: row.request_count,
      marketTime: row.market_time,
      wallTime: row.wall_time,
      epoch: row.epoch,
      schema: row.schema,
      treeSize: row.tree_size,
      bodyHash: row.body_hash,
      previousHash: row.previous_hash,
      snapshotHash: row.snapshot_hash,
      treeRoot: row.tree_root,
    },
    hash: row.hash,
  }
}
