/**
 * The tree over all batches. Its leaf for a batch holds the batch's hash and the root of the batch's events, so a batch
 * joins the tree only when that root is known, which is after its commit. The header of a later batch then carries size
 * and root of the tree, and its row keeps the hashes that the joining batches brought. docs/domain/journal-format.md.
 */
import { assert } from '@veritick/domain'
import { equalHashes, type Frontier, HASH_BYTES, type Hash, leafHash, rootOf } from '@veritick/engine'
import { type SealedBatch, sha256 } from './batch.ts'

/** `hash` names size and root together: a customer writes it down. No signature covers it yet. */
export type TreeHead = { readonly size: number; readonly root: string; readonly hash: string }

/** The two hashes of a batch that make its leaf of the tree. */
export type BatchLeaf = { readonly hash: Hash; readonly eventsRoot: Hash }

/** Grows by the batches in their order. */
export class BatchTree {
  readonly #frontier: Frontier
  readonly #waiting: BatchLeaf[] = []

  constructor(frontier: Frontier) {
    this.#frontier = frontier
  }

  /** Batches that have joined. */
  get size(): number {
    return this.#frontier.size()
  }

  get root(): Hash {
    return this.#frontier.root()
  }

  /** Batches that have joined or can join. */
  get known(): number {
    return this.size + this.#waiting.length
  }

  head(): TreeHead {
    return headOf(this)
  }

  /** The next batch can join. */
  add(leaf: BatchLeaf): void {
    this.#waiting.push(leaf)
  }

  /** Lets batches join up to this size; gives their nodes, one batch after the other: the bytes of `tree_nodes`. */
  grow(size = this.known): Uint8Array {
    assert(size >= this.size, `its header carries a tree of ${size} batches, one before it carries ${this.size}`)
    assert(size <= this.known, `its header carries a tree of ${size} batches, ${this.known} can be in it`)
    const nodes: Hash[] = []
    for (const leaf of this.#waiting.splice(0, size - this.size)) {
      nodes.push(leaf.eventsRoot, ...this.#frontier.append(batchLeaf(leaf)))
    }
    const bytes = new Uint8Array(nodes.length * HASH_BYTES)
    nodes.forEach((node, at) => {
      bytes.set(node, at * HASH_BYTES)
    })
    return bytes
  }

  /** Grows as a batch of the journal says, and checks that it says what is true. Throws with what is wrong. */
  follow({ header, treeNodes }: Pick<SealedBatch, 'header' | 'treeNodes'>): void {
    const nodes = this.grow(header.treeSize)
    assert(
      equalHashes(this.root, header.treeRoot),
      `the tree root that its header carries is not that of the first ${header.treeSize} batches`,
    )
    assert(equalHashes(nodes, treeNodes), 'its tree nodes are not those of the batches that join the tree with it')
  }
}

/** RFC 9162 leaf hash over the batch's hash and the root of its events. */
export function batchLeaf({ hash, eventsRoot }: BatchLeaf): Hash {
  const leaf = new Uint8Array(2 * HASH_BYTES)
  leaf.set(hash, 0)
  leaf.set(eventsRoot, HASH_BYTES)
  return leafHash(sha256, leaf)
}

/** Root of the tree over a batch's events. `ends`: where each event ends in their bytes. */
export function eventsRootOf(events: Uint8Array, ends: readonly number[]): Hash {
  const leaves = ends.map((end, at) => leafHash(sha256, events.subarray(at === 0 ? 0 : ends[at - 1], end)))
  return rootOf(sha256, leaves)
}

export function headOf(tree: { readonly size: number; readonly root: Hash }): TreeHead {
  const { size, root } = tree
  return { size, root: hex(root), hash: hex(headHash({ size, root })) }
}

/**
 * A node of batch `batch` in the `tree_nodes` of the row that carries a tree of `treeSize`: 0 is the root of its
 * events, from 1 up the perfect subtree of that level that ends with it.
 */
export function nodeOf(
  at: { readonly batch: number; readonly level: number },
  row: { readonly treeSize: number; readonly treeNodes: Uint8Array },
): Hash {
  const fromEnd = nodesUpTo(row.treeSize) - nodesUpTo(at.batch - 1) - at.level
  const start = row.treeNodes.length - fromEnd * HASH_BYTES
  assert(start >= 0, 'the row holds the nodes of the batch')
  return row.treeNodes.subarray(start, start + HASH_BYTES)
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Nodes of the first `batches` batches: two for each, less one for each bit of their number that is set. */
function nodesUpTo(batches: number): number {
  return 2 * batches - batches.toString(2).replaceAll('0', '').length
}

/** SHA-256 of "VTHEAD01", the size as 8 bytes, highest first, and the root. */
function headHash(head: { readonly size: number; readonly root: Hash }): Hash {
  const bytes = Buffer.alloc(8 + 8 + HASH_BYTES)
  bytes.write('VTHEAD01', 0, 'ascii')
  bytes.writeBigUInt64BE(BigInt(head.size), 8)
  bytes.set(head.root, 16)
  return sha256(bytes)
}
