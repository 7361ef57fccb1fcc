/**
 * The changes of an attacker with write access to the store: every change comes with all hashes computed anew, so that
 * only a comparison with something else can find it. Also saves the store's tables, so that one store serves many
 * forgeries.
 */
import { must } from '@veritick/domain'
import {
  type AnsweredRequest,
  type DurableState,
  decodeRequests,
  decodeState,
  type Event,
  encodeEvents,
  encodeState,
  Frontier,
} from '@veritick/engine'
import {
  type BatchHeader,
  CHAIN_START,
  eventsOf,
  headAfter,
  type SealedBatch,
  sealBatch,
  sha256,
} from '../../../apps/server/src/journal/batch.ts'
import { batchMac, type JournalKey } from '../../../apps/server/src/journal/batch-mac.ts'
import { BatchTree, eventsRootOf } from '../../../apps/server/src/journal/batch-tree.ts'
import { journalAfter, journalRow } from '../../../apps/server/src/journal/rows.ts'
import { treeAfter } from '../../../apps/server/src/journal/tree.ts'
import { EMPTIED_TABLES } from '../../../apps/server/src/store/index.ts'
import type { Query } from '../../../apps/server/src/store/interface.ts'

/** The journal and all that is derived from it. */
export const JOURNAL_TABLES = ['journal', 'snapshots', ...EMPTIED_TABLES, 'journal_damage']

/** Once, while the store is as the server left it. */
export async function saveTables(query: Query, tables: readonly string[] = JOURNAL_TABLES): Promise<void> {
  for (const table of tables) await query(`create table saved_${table} as select * from ${table}`)
}

export async function restoreTables(query: Query, tables: readonly string[] = JOURNAL_TABLES): Promise<void> {
  for (const table of tables) {
    await query(`delete from ${table}`)
    await query(`insert into ${table} overriding system value select * from saved_${table}`)
  }
}

/** Replaces the state of a snapshot, with the hash that belongs to it. Returns that hash. */
export async function forgeSnapshot(
  query: Query,
  batch: number,
  change: (state: DurableState) => DurableState,
): Promise<Uint8Array> {
  const rows = await query<{ state: Uint8Array }>('select state from snapshots where batch = $1', [batch])
  const state = encodeState(change(decodeState(must(rows[0], 'the snapshot').state)))
  const hash = sha256(state)
  await query('update snapshots set state = $2, state_hash = $3 where batch = $1', [batch, state, hash])
  return hash
}

export type Rewrite = {
  readonly snapshotHash?: (header: BatchHeader) => Uint8Array
  readonly events?: (events: readonly Event[]) => readonly Event[]
  readonly requests?: (requests: readonly AnsweredRequest[]) => readonly AnsweredRequest[]
  /** `root`: the right one. */
  readonly treeRoot?: (header: BatchHeader, root: Uint8Array) => Uint8Array
  /** Of a batch's events; `root`: the right one. */
  readonly eventsRoot?: (header: BatchHeader, root: Uint8Array) => Uint8Array
}

/**
 * Rewrites the journal from a batch to its end: contents, hashes, the chain and the tree that each batch carries. With
 * `key` the codes of the batches too.
 */
export async function rewriteJournal(query: Query, from: number, rewrite: Rewrite, key?: JournalKey): Promise<void> {
  const before = await journalRow(query, from - 1)
  const tree = before === undefined ? new BatchTree(new Frontier(sha256)) : await treeAfter(query, before)
  let head = before === undefined ? CHAIN_START : headAfter(before)
  for await (const row of journalAfter(query, from - 1)) {
    const { header } = row
    const { events } = eventsOf(row)
    const { requests } = decodeRequests(row.requests)
    const treeNodes = tree.grow(header.treeSize)
    const sealed = sealBatch(head, {
      ...header,
      snapshotHash: rewrite.snapshotHash?.(header) ?? header.snapshotHash,
      events: encodeEvents(rewrite.events?.(events) ?? events),
      requests: rewrite.requests?.(requests) ?? requests,
      treeNodes,
      treeRoot: rewrite.treeRoot?.(header, tree.root) ?? tree.root,
    })
    await writeBack(query, sealed)
    if (key !== undefined)
      await query('update journal set mac = $2 where batch = $1', [header.batch, batchMac(key, sealed.hash)])
    const eventsRoot = eventsRootOf(sealed.events, sealed.ends)
    tree.add({ hash: sealed.hash, eventsRoot: rewrite.eventsRoot?.(header, eventsRoot) ?? eventsRoot })
    head = headAfter(sealed)
  }
}

async function writeBack(query: Query, { header, hash, events, requests, treeNodes }: SealedBatch): Promise<void> {
  await query(
    `update journal set events = $2, event_bytes = $3, requests = $4, request_count = $5, body_hash = $6,
       previous_hash = $7, snapshot_hash = $8, tree_root = $9, tree_nodes = $10, hash = $11 where batch = $1`,
    [
      ...[header.batch, events, header.eventBytes, requests, header.requestCount, header.bodyHash],
      ...[header.previousHash, header.snapshotHash, header.treeRoot, treeNodes, hash],
    ],
  )
}
