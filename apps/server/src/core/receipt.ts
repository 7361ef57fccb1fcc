/**
 * The proof of an order: its events as they stand in the journal, the terms that priced it, and for each the path from
 * its bytes to its batch and from its batch to the head of the tree. `npm run verify` checks one offline;
 * docs/domain/receipt.md says how.
 */
import { assert, must } from '@veritick/domain'
import type { OrderId } from '@veritick/engine'
import type { BatchHead, EventTree, EventTrees } from '../journal/index.ts'
import { type BatchPath, batchPaths, eventBytesOf, headOf, headRowsOf, hex, type TreeHead } from '../journal/index.ts'
import type { Query } from '../store/index.ts'

export const RECEIPT_FORMAT = 'veritick-receipt-2'

/**
 * Read by one statement: a commit on the embedded store waits for the statement that is under way. The paths of 20
 * batches that lie far apart need some hundred rows of the journal.
 */
const HEADS_READ_AT_ONCE = 200
const PATHS_READ_AT_ONCE = 20

/** A field is a whole number in the journal's own unit, text, yes or no, or null where there is none. */
export type ReceiptField =
  | number
  | string
  | boolean
  | null
  | readonly ReceiptField[]
  | { readonly [name: string]: ReceiptField }

export type ReceiptEvent = {
  readonly sequence: number
  /** The event as the journal holds it, hex. */
  readonly bytes: string
  /** The same, readable. */
  readonly event: { readonly [name: string]: ReceiptField }
  /** Sibling hashes up to the batch's events_root, hex. */
  readonly path: readonly string[]
}

export type ReceiptBatch = {
  readonly header: {
    readonly batch: number
    readonly first_event: number
    readonly event_count: number
    readonly event_bytes: number
    readonly request_count: number
    readonly market_time: number
    readonly wall_time: number
    readonly epoch: number
    readonly schema: number
    readonly tree_size: number
    readonly body_hash: string
    readonly previous_hash: string
    readonly snapshot_hash: string
    readonly tree_root: string
  }
  readonly hash: string
  /** Root of the tree over its events. */
  readonly events_root: string
  /** Sibling hashes up to the head's root, hex. */
  readonly path: readonly string[]
  /** Ordered by their sequence. */
  readonly events: readonly ReceiptEvent[]
}

export type Receipt = {
  readonly format: typeof RECEIPT_FORMAT
  readonly order: OrderId
  readonly head: TreeHead
  /** The batch whose header carries the head. */
  readonly carrier: Pick<ReceiptBatch, 'header' | 'hash'>
  /** Ordered as in the journal. */
  readonly batches: readonly ReceiptBatch[]
}

/** The one way a receipt is written as a file: what the verifier reads, to the byte. */
export function receiptText(receipt: Receipt): string {
  return `${JSON.stringify(receipt, null, 2)}\n`
}

/** Expects the read tables to know everything up to the tree that `carrier` carries. */
export async function receiptOf(parts: {
  readonly query: Query
  readonly order: OrderId
  readonly carrier: BatchHead
  readonly trees: EventTrees
}): Promise<Receipt | undefined> {
  const { query, order, carrier } = parts
  const head = headOf({ size: carrier.header.treeSize, root: carrier.header.treeRoot })
  const sequences = await sequencesOf(query, order)
  if (sequences.length === 0) return undefined
  const batches: ReceiptBatch[] = []
  const holders = (await holdersOf(query, sequences)).filter(({ row }) => row.header.batch <= head.size)
  for (const some of slicesOf(holders, PATHS_READ_AT_ONCE)) {
    const paths = await batchPaths(query, { batches: some.map(({ row }) => row.header.batch), size: head.size })
    for (const [at, holder] of some.entries())
      batches.push(await receiptBatch(parts, holder, must(paths[at], 'each batch has a path')))
  }
  // The tree may end before the order begins: the terms alone would prove nothing about it.
  const speaksOfIt = batches.some(({ events }) => events.some(({ event }) => event.order === order))
  if (!speaksOfIt) return undefined
  return { format: RECEIPT_FORMAT, order, head, carrier: shownBatch(carrier), batches }
}

/** How many events a receipt of the order contains, as far as the read tables know: 0 where there is no such order. */
export async function receiptEventCount(query: Query, order: OrderId): Promise<number> {
  const rows = await query<{ count: number }>(`select count(*)::int as count from (${SEQUENCES}) as wanted`, [order])
  return must(rows[0], 'a count gives a row').count
}

async function sequencesOf(query: Query, order: OrderId): Promise<readonly number[]> {
  const rows = await query<{ sequence: number }>(`${SEQUENCES} order by sequence`, [order])
  return rows.map((row) => row.sequence)
}

/**
 * Of the order's events, of the stop-out that ended it, and of the terms that held from its first event to its last. A
 * part of a position has the events of the position up to the split, which is its first event.
 */
const SEQUENCES = `
  with named as (select sequence from order_events where order_id = $1),
    own as (select sequence from named
      union select e.sequence from orders o join order_events e on e.order_id = o.split_from
        where o.order_id = $1 and e.sequence < (select min(sequence) from named)),
    span as (select min(sequence) as first, max(sequence) as last from own),
    terms as (select t.sequence from orders o join instrument_terms t on t.instrument = o.instrument where o.order_id = $1)
  select sequence from own
  union select stop_out_sequence from orders where order_id = $1 and stop_out_sequence is not null
  union select max(sequence) from terms, span where sequence < first having max(sequence) is not null
  union select sequence from terms, span where sequence between first and last`

/** A batch and the wanted events in it. */
type Holder = { readonly row: BatchHead; readonly wanted: number[] }

/** The batches that hold these events, in order. `sequences`: rising. */
async function holdersOf(query: Query, sequences: readonly number[]): Promise<readonly Holder[]> {
  const holders: Holder[] = []
  const holds = ({ header }: BatchHead, sequence: number) =>
    header.firstEvent <= sequence && sequence < header.firstEvent + header.eventCount
  for (const some of slicesOf(sequences, HEADS_READ_AT_ONCE)) {
    const rows = (await headRowsOf(query, some)).values()
    for (const sequence of some) {
      let last = holders.at(-1)
      while (last === undefined || !holds(last.row, sequence)) {
        last = { row: must(rows.next().value, `the journal holds event ${sequence}`), wanted: [] }
        if (holds(last.row, sequence)) holders.push(last)
      }
      last.wanted.push(sequence)
    }
  }
  return holders
}

async function receiptBatch(
  { query, trees }: { readonly query: Query; readonly trees: EventTrees },
  { row, wanted }: Holder,
  { eventsRoot, path }: BatchPath,
): Promise<ReceiptBatch> {
  const { header } = row
  const read = async () => must(await eventBytesOf(query, header.batch), `the journal holds batch ${header.batch}`)
  const tree = await trees.of({ header, eventsRoot }, read)
  return {
    ...shownBatch(row),
    events_root: hex(eventsRoot),
    path: path.map(hex),
    events: wanted.map((sequence) => receiptEvent(sequence, tree.at(sequence - header.firstEvent))),
  }
}

function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** A batch without its content, as a receipt shows it. */
export function shownBatch({ header, hash }: BatchHead): Pick<ReceiptBatch, 'header' | 'hash'> {
  const shown = {
    batch: header.batch,
    first_event: header.firstEvent,
    event_count: header.eventCount,
    event_bytes: header.eventBytes,
    request_count: header.requestCount,
    market_time: header.marketTime,
    wall_time: header.wallTime,
    epoch: header.epoch,
    schema: header.schema,
    tree_size: header.treeSize,
    body_hash: hex(header.bodyHash),
    previous_hash: hex(header.previousHash),
    snapshot_hash: hex(header.snapshotHash),
    tree_root: hex(header.treeRoot),
  }
  return { header: shown, hash: hex(hash) }
}

function receiptEvent(sequence: number, { event, bytes, path }: ReturnType<EventTree['at']>): ReceiptEvent {
  const fields = fieldOf(event)
  assert(typeof fields === 'object' && fields !== null && !isList(fields), 'an event is a record')
  return { sequence, bytes: hex(bytes), event: fields, path: path.map(hex) }
}

/** The same value with null for undefined, so that no field goes missing in JSON. */
function fieldOf(value: unknown): ReceiptField {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(fieldOf)
  assert(typeof value === 'object', 'an event is made of plain values')
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldOf(field)]))
}

function isList(field: ReceiptField): field is readonly ReceiptField[] {
  return Array.isArray(field)
}
