/**
 * A tree head that the operator or a customer noted outside the store, compared with this journal. An attacker who can
 * write to the store can recompute every hash in it; only a copy kept elsewhere shows that. The tree is computed from
 * the hash of every batch and the root of its events, because the kept subtrees stand in the same store.
 */
import { must } from '@veritick/domain'
import { Frontier, type Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import { BatchTree, nodeOf, sha256, type TreeRow, treesCarried } from '../journal/index.ts'
import type { Query } from '../store/index.ts'
import { differs, JournalDamaged } from './state-faults.ts'

/** `hash`: hash or root of the head, lower-case hex. */
export type KnownHead = { readonly size: number; readonly hash: string }

/** Throws JournalDamaged when this journal does not begin with the batches of that head; the log says that it does. */
export async function checkKnownHead(query: Query, known: KnownHead, log: Logger): Promise<void> {
  const tree = new BatchTree(new Frontier(sha256))
  const hashes: Hash[] = []
  for await (const row of treesCarried(query)) {
    join({ tree, hashes, row, until: known.size })
    if (tree.size === known.size) break
    hashes.push(row.hash)
  }
  const { size, hash, root } = tree.head()
  if (size < known.size) {
    const carried = `the newest tree that the journal carries is of ${size} batches`
    throw new JournalDamaged(`${carried}, but the known head is of ${known.size}: its end is missing`)
  }
  if (hash === known.hash || root === known.hash) {
    log.info({ treeSize: size, known: known.hash }, 'the journal begins with the batches of the known head')
    return
  }
  const values = differs(`the tree head of the first ${size} batches`, { expected: known.hash, found: hash })
  throw new JournalDamaged(`the journal is not the one of the known head. ${values}`)
}

/** Adds the batches whose roots the row carries, up to `until`. `hashes`: of batches that are not in the tree yet. */
function join(at: {
  readonly tree: BatchTree
  readonly hashes: Hash[]
  readonly row: TreeRow
  readonly until: number
}): void {
  const { tree, hashes, row, until } = at
  try {
    for (let batch = tree.size + 1; batch <= Math.min(row.treeSize, until); batch += 1) {
      const hash = must(hashes.shift(), 'a batch joins the tree after it was written')
      tree.add({ hash, eventsRoot: nodeOf({ batch, level: 0 }, row) })
      tree.grow()
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new JournalDamaged(`journal batch ${row.batch} is damaged: ${why}`)
  }
}
