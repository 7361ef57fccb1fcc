/**
 * The tree over all batches as the store keeps it: each journal row holds the perfect subtrees that the batches joining
 * with it completed (32 bytes a batch on average), so a start reads a handful of rows and so does a proof, however long
 * the journal is.
 */
import { assert, must } from '@veritick/domain'
import {
  consistencyRanges,
  equalHashes,
  Frontier,
  type Hash,
  inclusionRanges,
  joinSubtrees,
  type LeafRange,
  type SubtreeAt,
  subtreesOf,
} from '@veritick/engine'
import type { Query } from '../store/index.ts'
import { type ChainHead, headAfter, headBefore, openBatch, sha256 } from './batch.ts'
import { BatchTree, batchLeaf, eventsRootOf, hex, nodeOf } from './batch-tree.ts'
import { type JournalRow, journalAfter, type TreeRow, treeRows } from './rows.ts'

/** The tree as it stands after a batch: what the batch's header carries, and the batches since then waiting to join. */
export async function treeAfter(query: Query, row: JournalRow): Promise<BatchTree> {
  const tree = new BatchTree(await loadFrontier(query, row.header.treeSize))
  assert(
    sameBytes(tree.root, row.header.treeRoot),
    'the tree nodes of the batches before it do not make the root that it carries',
  )
  let head: ChainHead | undefined
  for await (const each of journalAfter(query, row.header.treeSize, { until: row.header.batch })) {
    const { ends } = openBatch(head ?? headBefore(each), each)
    tree.add({ hash: each.hash, eventsRoot: eventsRootOf(each.events, ends) })
    head = headAfter(each)
  }
  assert(
    head !== undefined && sameBytes(head.hash, row.hash) && tree.known === row.header.batch,
    'the batches before it changed while the start read them',
  )
  return tree
}

async function loadFrontier(query: Query, size: number): Promise<Frontier> {
  const edge = await fetchRanges(query, subtreesOf({ start: 0, end: size }).map(rangeOf))
  return new Frontier(sha256, { size, edge })
}

/** Path of a batch to the root of a tree, and the root of the batch's events. */
export type BatchPath = { readonly eventsRoot: Hash; readonly path: readonly Hash[] }

/** Of each of these batches, in their order, in the tree of the first `size` batches. */
export async function batchPaths(
  query: Query,
  leaves: { readonly batches: readonly number[]; readonly size: number },
): Promise<readonly BatchPath[]> {
  const { batches, size } = leaves
  const rows = new Map((await treeRows(query, batches)).map((row) => [row.batch, row]))
  const ranges = batches.map((batch) => inclusionRanges({ index: batch - 1, size }))
  const hashes = await fetchRanges(query, ranges.flat())
  let start = 0
  return batches.map((batch, at) => {
    const eventsRoot = nodeOf({ batch, level: 0 }, must(rows.get(batch), `batch ${batch} is in the tree`))
    const end = start + must(ranges[at], 'each batch has its ranges').length
    const path = hashes.slice(start, end)
    start = end
    return { eventsRoot, path }
  })
}

/** Proof that the head of size `first` is a beginning of the one of `size`. */
export async function treeHeadsPath(
  query: Query,
  sizes: { readonly first: number; readonly size: number },
): Promise<readonly string[]> {
  return (await fetchRanges(query, consistencyRanges(sizes))).map(hex)
}

export const sameBytes = equalHashes

async function fetchRanges(query: Query, ranges: readonly LeafRange[]): Promise<readonly Hash[]> {
  const parts = ranges.map((range) => subtreesOf(range))
  const rows = await treeRows(query, [...new Set(parts.flat().map(lastBatchOf))])
  const byBatch = new Map(rows.map((row) => [row.batch, row]))
  const subtreeOf = (at: SubtreeAt) => {
    const batch = lastBatchOf(at)
    return subtreeIn(must(byBatch.get(batch), `batch ${batch} is in the tree`), at)
  }
  return parts.map((subtrees) => joinSubtrees(sha256, subtrees.map(subtreeOf)))
}

/** Leaves count from 0, batches from 1. */
function lastBatchOf(at: SubtreeAt): number {
  return (at.index + 1) * 2 ** at.level
}

function subtreeIn(row: TreeRow, at: SubtreeAt): Hash {
  const { batch } = row
  if (at.level > 0) return nodeOf({ batch, level: at.level }, row)
  return batchLeaf({ hash: row.hash, eventsRoot: nodeOf({ batch, level: 0 }, row) })
}

function rangeOf(at: SubtreeAt): LeafRange {
  return { start: at.index * 2 ** at.level, end: (at.index + 1) * 2 ** at.level }
}
