/**
 * The tables of the simulated store: the journal, the snapshots, the fence, and the read tables with their checkpoint.
 * Each row stands under the names of its columns.
 */
import { must } from '@veritick/domain'

export type Row = { readonly [column: string]: unknown }

/** A row of the journal, as far as the store itself looks into it. */
export type JournalRow = Row & {
  readonly batch: number
  readonly first_event: number
  readonly event_count: number
  readonly request_count: number
  readonly wall_time: number
  readonly market_time: number
  readonly epoch: number
  readonly tree_size: number
  readonly hash: Uint8Array
  readonly previous_hash: Uint8Array
  readonly body_hash: Uint8Array
  readonly snapshot_hash: Uint8Array
  readonly tree_root: Uint8Array
  readonly events: Uint8Array
  readonly requests: Uint8Array
  readonly tree_nodes: Uint8Array
}

export type SnapshotRow = {
  readonly batch: number
  readonly sequence: number
  readonly state: Uint8Array
  readonly state_hash: Uint8Array
}

export type Checkpoint = { version: number; batch: number; sequence: number }

/** Rows by the text of their primary key. */
export type Table = Map<string, Row>

export class Tables {
  /** Batch 1 first, without a gap. */
  readonly journal: JournalRow[] = []
  readonly snapshots = new Map<number, SnapshotRow>()
  epoch = 0
  projection: Checkpoint | undefined
  damage: string | undefined
  readonly read = new Map<string, Table>()

  table(name: string): Table {
    const known = this.read.get(name)
    if (known !== undefined) return known
    const table: Table = new Map()
    this.read.set(name, table)
    return table
  }

  rows(name: string): Iterable<Row> {
    return this.table(name).values()
  }

  batch(batch: number): JournalRow | undefined {
    return this.journal[batch - 1]
  }

  get lastBatch(): number {
    return this.journal.length
  }

  /** Sequence of the last event of a batch. */
  endOf(batch: number): number {
    const row = must(this.batch(batch), 'the batch is stored')
    return row.first_event + row.event_count - 1
  }
}
