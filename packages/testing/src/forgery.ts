/**
 * What an attacker with write access to the store does to it: every change comes with all hashes computed anew, so that only
 * a comparison with something else can find it. Also saves the store's tables, so that one store serves many forgeries.
 */
import { must } from '@veritick/domain'
import { type DurableState, decodeState, type Event, encodeState } from '@veritick/engine'
import { type BatchHeader, CHAIN_START, eventsOf, headAfter, headerBytes, sealBatch, sha256 } from '../../../apps/server/src/core/batch.ts'
import { journalAfter, journalRow } from '../../../apps/server/src/core/rows.ts'
import { appendBatch, loadFrontier } from '../../../apps/server/src/core/tree.ts'
import type { Query } from '../../../apps/server/src/store/interface.ts'

const FORGED = [
  'journal',
  'snapshots',
  'requests',
  'projection',
  'orders',
  'order_events',
  'instrument_terms',
  'ledger_entries',
  'account_log',
  'account_totals',
  'journal_damage',
]

/** Once, while the store is as the server left it. */
export async function saveTables(query: Query): Promise<void> {
  for (const table of FORGED) await query(`create table saved_${table} as select * from ${table}`)
}

export async function restoreTables(query: Query): Promise<void> {
  for (const table of FORGED) {
    await query(`delete from ${table}`)
    await query(`insert into ${table} select * from saved_${table}`)
  }
}

/** Replaces the state of a snapshot, with the hash that belongs to it. Gives that hash. */
export async function forgeSnapshot(query: Query, batch: number, change: (state: DurableState) => DurableState): Promise<Uint8Array> {
  const rows = await query<{ state: Uint8Array }>('select state from snapshots where batch = $1', [batch])
  const state = encodeState(change(decodeState(must(rows[0], 'the snapshot').state)))
  const hash = sha256(state)
  await query('update snapshots set state = $2, state_hash = $3 where batch = $1', [batch, state, hash])
  return hash
}

export type Rewrite = {
  readonly snapshotHash?: (header: BatchHeader) => Uint8Array
  readonly events?: (events: readonly Event[]) => readonly Event[]
}

/** Rewrites the journal from a batch to its end: contents, roots, hashes, the chain and the kept subtrees. */
export async function rewriteJournal(query: Query, from: number, rewrite: Rewrite): Promise<void> {
  const frontier = await loadFrontier(query, from - 1)
  const before = await journalRow(query, from - 1)
  let head = before === undefined ? CHAIN_START : headAfter(before)
  for await (const row of journalAfter(query, from - 1)) {
    const { header } = row
    const events = eventsOf(row).events
    const content = { ...header, snapshotHash: rewrite.snapshotHash?.(header) ?? header.snapshotHash }
    const sealed = sealBatch(head, { ...content, events: rewrite.events?.(events) ?? events })
    const subtrees = appendBatch(frontier, sealed.hash)
    await query(
      `update journal set events = $2, events_root = $3, previous_hash = $4, snapshot_hash = $5, hash = $6, subtrees = $7 where batch = $1`,
      [
        header.batch,
        sealed.events,
        sealed.header.eventsRoot,
        sealed.header.previousHash,
        sealed.header.snapshotHash,
        sha256(headerBytes(sealed.header)),
        subtrees,
      ],
    )
    head = headAfter(sealed)
  }
}
