/**
 * The append-only Merkle tree of RFC 9162 (Certificate Transparency): leaf and node prefixes, roots, inclusion and
 * consistency proofs. A tree is described by its perfect subtrees (`SubtreeAt`), each of which is known for ever once
 * its last leaf is there; so a journal can keep them beside its rows and any proof needs O(log n) of them. SHA-256
 * comes in: this package has no machine.
 */
import { assert, must } from '@veritick/domain'

export type Sha256 = (data: Uint8Array) => Uint8Array
/** 32 bytes. */
export type Hash = Uint8Array

/** The perfect subtree over the leaves `index x 2^level` up to, not including, `(index + 1) x 2^level`. */
export type SubtreeAt = { readonly level: number; readonly index: number }
/** The leaves from `start` up to, not including, `end`. */
export type LeafRange = { readonly start: number; readonly end: number }

const LEAF_PREFIX = 0
const NODE_PREFIX = 1
export const HASH_BYTES = 32

/** SHA-256 of the byte 0x00 and the leaf: RFC 9162, section 2.1.1. */
export function leafHash(sha256: Sha256, data: Uint8Array): Hash {
  const input = new Uint8Array(1 + data.length)
  input[0] = LEAF_PREFIX
  input.set(data, 1)
  return sha256(input)
}

/** SHA-256 of the byte 0x01, the left and the right hash: RFC 9162, section 2.1.1. */
export function nodeHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  const input = new Uint8Array(1 + left.length + right.length)
  input[0] = NODE_PREFIX
  input.set(left, 1)
  input.set(right, 1 + left.length)
  return sha256(input)
}

/** Root over leaf hashes; of no leaves it is the hash of nothing. */
export function rootOf(sha256: Sha256, leaves: readonly Hash[]): Hash {
  const frontier = new Frontier(sha256)
  for (const leaf of leaves) frontier.append(leaf)
  return frontier.root()
}

/** Sibling hashes from the leaf up to the root: RFC 9162, 2.1.3.1, over leaf hashes held in memory. */
export function inclusionProof(sha256: Sha256, leaves: readonly Hash[], index: number): readonly Hash[] {
  return inclusionRanges({ index, size: leaves.length }).map((range) =>
    rootOf(sha256, leaves.slice(range.start, range.end)),
  )
}

/**
 * Proof that the tree of the first `first` leaves is a beginning of this one: RFC 9162, 2.1.4.1, over leaf hashes held
 * in memory.
 */
export function consistencyProof(sha256: Sha256, leaves: readonly Hash[], first: number): readonly Hash[] {
  return consistencyRanges({ first, size: leaves.length }).map((range) =>
    rootOf(sha256, leaves.slice(range.start, range.end)),
  )
}

/** Which leaves each hash of an inclusion proof covers, in the proof's order. */
export function inclusionRanges(place: { readonly index: number; readonly size: number }): readonly LeafRange[] {
  const { index, size } = place
  assert(Number.isSafeInteger(index) && index >= 0 && index < size, `a tree of ${size} has no leaf ${index}`)
  const ranges: LeafRange[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.reverse()
}

/** Which leaves each hash of a consistency proof covers, in the proof's order. */
export function consistencyRanges(trees: { readonly first: number; readonly size: number }): readonly LeafRange[] {
  const { first, size } = trees
  assert(
    Number.isSafeInteger(first) && first > 0 && first <= size,
    `a tree of ${size} does not begin with one of ${first}`,
  )
  const ranges: LeafRange[] = []
  let start = 0
  let end = size
  while (first !== end) {
    const middle = start + splitOf(end - start)
    if (first <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  if (start > 0) ranges.push({ start, end })
  return ranges.reverse()
}

/** The perfect subtrees that make up a range as the ranges above give it, from left to right. */
export function subtreesOf(range: LeafRange): readonly SubtreeAt[] {
  const subtrees: SubtreeAt[] = []
  let start = range.start
  while (start < range.end) {
    let level = 0
    while (start % 2 ** (level + 1) === 0 && start + 2 ** (level + 1) <= range.end) level += 1
    subtrees.push({ level, index: start / 2 ** level })
    start += 2 ** level
  }
  return subtrees
}

/** The hash of a range from those of its `subtreesOf`. */
export function joinSubtrees(sha256: Sha256, hashes: readonly Hash[]): Hash {
  let joined = must(hashes[hashes.length - 1], 'a range has at least one subtree')
  for (let at = hashes.length - 2; at >= 0; at -= 1)
    joined = nodeHash(sha256, must(hashes[at], 'hashes have no holes'), joined)
  return joined
}

/** The root that an inclusion proof leads to; `undefined` when its length does not fit: RFC 9162, 2.1.3.2. */
export function rootFromInclusion(
  sha256: Sha256,
  proof: { readonly leaf: Hash; readonly index: number; readonly size: number; readonly path: readonly Hash[] },
): Hash | undefined {
  const { leaf, index, size, path } = proof
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  const ranges = inclusionRanges({ index, size })
  if (ranges.length !== path.length) return undefined
  return path.reduce((hash, sibling, at) => {
    const range = must(ranges[at], 'as many ranges as hashes')
    return range.start > index ? nodeHash(sha256, hash, sibling) : nodeHash(sha256, sibling, hash)
  }, leaf)
}

/**
 * True when the proof shows that the tree with root `firstRoot` is a beginning of the one with `root`: RFC 9162,
 * 2.1.4.2.
 */
export function isConsistent(
  sha256: Sha256,
  proof: {
    readonly first: number
    readonly size: number
    readonly firstRoot: Hash
    readonly root: Hash
    readonly path: readonly Hash[]
  },
): boolean {
  const { first, size, firstRoot, root, path } = proof
  if (!Number.isSafeInteger(first) || first < 1 || first > size) return false
  const ranges = consistencyRanges({ first, size })
  if (ranges.length !== path.length) return false
  const hashes = ranges.map((range, at) => ({ range, hash: must(path[at], 'as many hashes as ranges') }))
  // The proof leaves out the old root where the old tree is itself a perfect subtree of the new one.
  const start = hashes[0]?.range.end === first ? hashes.shift()?.hash : firstRoot
  let older = must(start, 'the proof has a beginning')
  let newer = older
  for (const { range, hash } of hashes) {
    if (range.start >= first) newer = nodeHash(sha256, newer, hash)
    else {
      older = nodeHash(sha256, hash, older)
      newer = nodeHash(sha256, hash, newer)
    }
  }
  return equalHashes(older, firstRoot) && equalHashes(newer, root)
}

/** The growing right edge of a tree: all that appending and the root need. */
export class Frontier {
  private readonly sha256: Sha256
  private readonly edge: Hash[]
  private leaves: number

  /** Continues a tree of `size` leaves from the hashes of `subtreesOf({ start: 0, end: size })`. */
  constructor(sha256: Sha256, from: { readonly size: number; readonly edge: readonly Hash[] } = { size: 0, edge: [] }) {
    assert(
      subtreesOf({ start: 0, end: from.size }).length === from.edge.length,
      'an edge has one hash for each bit of the size',
    )
    this.sha256 = sha256
    this.edge = [...from.edge]
    this.leaves = from.size
  }

  size(): number {
    return this.leaves
  }

  /** Adds a leaf hash; gives the hashes of the perfect subtrees of level 1, 2, 3 ... that it completed. */
  append(leaf: Hash): readonly Hash[] {
    const completed: Hash[] = []
    let hash = leaf
    for (let rest = this.leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.sha256, must(this.edge.pop(), 'the edge holds a left sibling'), hash)
      completed.push(hash)
    }
    this.edge.push(hash)
    this.leaves += 1
    return completed
  }

  root(): Hash {
    return this.edge.length === 0 ? this.sha256(new Uint8Array()) : joinSubtrees(this.sha256, this.edge)
  }
}

/** Whether two hashes have the same bytes. */
export function equalHashes(a: Hash, b: Hash): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** The largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
