/**
 * A tree head that the operator or a customer noted outside the store, compared with this journal. An attacker who can
 * write to the store can recompute every hash in it; only a copy kept elsewhere shows that. The tree is computed from
 * the hash of every batch, because the kept subtrees stand in the same store.
 */
import { Frontier } from '@veritick/engine'
import type { Query } from '../store/index.ts'
import { sha256 } from './batch.ts'
import { treeHashes } from './rows.ts'
import { differs, JournalDamaged } from './state-faults.ts'
import { appendBatch, headOf } from './tree.ts'

/** `hash`: hash or root of the head, lower-case hex. */
export type KnownHead = { readonly size: number; readonly hash: string }

/** Throws JournalDamaged when this journal does not begin with the batches of that head. */
export async function checkKnownHead(query: Query, known: KnownHead): Promise<void> {
  const frontier = new Frontier(sha256)
  for await (const hash of treeHashes(query, known.size)) appendBatch(frontier, hash)
  const { size, hash, root } = headOf(frontier)
  if (size < known.size)
    throw new JournalDamaged(`the journal has ${size} batches, but the known head is of ${known.size}: its end is missing`)
  if (hash === known.hash || root === known.hash) return
  const values = differs(`the tree head of the first ${size} batches`, { expected: known.hash, found: hash })
  throw new JournalDamaged(`the journal is not the one of the known head. ${values}`)
}
