/**
 * The tree over all batch hashes, whose head is published. Each journal row keeps the perfect subtrees that end with it (32 bytes a
 * batch on average), so a start reads a handful of rows and so does a proof, however long the journal is.
 */
import { must } from '@veritick/domain'
import {
  consistencyRanges,
  equalHashes,
  Frontier,
  HASH_BYTES,
  type Hash,
  inclusionRanges,
  joinSubtrees,
  type LeafRange,
  leafHash,
  type SubtreeAt,
  subtreesOf,
} from '@veritick/engine'
import type { Query } from '../store/index.ts'
import { sha256 } from './batch.ts'
import { type TreeRow, treeRows } from './rows.ts'

/** `hash` names size and root together: what a customer writes down, and later a signature covers. */
export type TreeHead = { readonly size: number; readonly root: string; readonly hash: string }

export async function loadFrontier(query: Query, size: number): Promise<Frontier> {
  const edge = await fetchRanges(query, subtreesOf({ start: 0, end: size }).map(rangeOf))
  return new Frontier(sha256, { size, edge })
}

export function headOf(frontier: Frontier): TreeHead {
  const root = frontier.root()
  return { size: frontier.size(), root: hex(root), hash: hex(headHash({ size: frontier.size(), root })) }
}

/** Adds a batch; gives the bytes of its `subtrees` column. */
export function appendBatch(frontier: Frontier, hash: Hash): Uint8Array {
  const completed = frontier.append(leafHash(sha256, hash))
  const bytes = new Uint8Array(completed.length * HASH_BYTES)
  completed.forEach((subtree, at) => {
    bytes.set(subtree, at * HASH_BYTES)
  })
  return bytes
}

/** Path of a batch to the root of the tree of the first `size` batches. */
export function batchPath(query: Query, place: { readonly batch: number; readonly size: number }): Promise<readonly Hash[]> {
  return fetchRanges(query, inclusionRanges({ index: place.batch - 1, size: place.size }))
}

/** Proof that the head of size `first` is a beginning of the one of `size`. */
export async function treeHeadsPath(query: Query, sizes: { readonly first: number; readonly size: number }): Promise<readonly string[]> {
  return (await fetchRanges(query, consistencyRanges(sizes))).map(hex)
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

export const sameBytes = equalHashes

/** SHA-256 of "VTHEAD01", the size as 8 bytes, highest first, and the root. */
function headHash(head: { readonly size: number; readonly root: Hash }): Hash {
  const bytes = Buffer.alloc(8 + 8 + HASH_BYTES)
  bytes.write('VTHEAD01', 0, 'ascii')
  bytes.writeBigUInt64BE(BigInt(head.size), 8)
  bytes.set(head.root, 16)
  return sha256(bytes)
}

async function fetchRanges(query: Query, ranges: readonly LeafRange[]): Promise<readonly Hash[]> {
  const parts = ranges.map((range) => subtreesOf(range))
  const rows = await treeRows(query, [...new Set(parts.flat().map(lastBatchOf))])
  const byBatch = new Map(rows.map((row) => [row.batch, row]))
  return parts.map((subtrees) =>
    joinSubtrees(
      sha256,
      subtrees.map((at) => subtreeIn(must(byBatch.get(lastBatchOf(at)), `the journal holds batch ${lastBatchOf(at)}`), at)),
    ),
  )
}

/** Leaves count from 0, batches from 1. */
function lastBatchOf(at: SubtreeAt): number {
  return (at.index + 1) * 2 ** at.level
}

function subtreeIn(row: TreeRow, at: SubtreeAt): Hash {
  if (at.level === 0) return leafHash(sha256, row.hash)
  return row.subtrees.subarray((at.level - 1) * HASH_BYTES, at.level * HASH_BYTES)
}

function rangeOf(at: SubtreeAt): LeafRange {
  return { start: at.index * 2 ** at.level, end: (at.index + 1) * 2 ** at.level }
}
