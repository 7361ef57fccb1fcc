/**
 * The roots of durable batches' events, computed behind the write path: after the answers were given, one batch after
 * the other, in slices between which the event loop turns.
 */
import { setImmediate } from 'node:timers/promises'
import { Frontier, type Hash, leafHash } from '@veritick/engine'
import { sha256 } from './batch.ts'
import type { BatchTree } from './batch-tree.ts'

/** Events that are hashed before the event loop turns: less than a millisecond. */
export const SLICE_EVENTS = 100
/** Batches whose roots may be outstanding; the next commit waits for one of them. */
export const ROOTS_BEHIND_MAX = 100

export type RootedLater = { readonly hash: Hash; readonly events: Uint8Array; readonly ends: readonly number[] }

export class RootsBehind {
  readonly #tree: BatchTree
  #batches: RootedLater[] = []
  /** How many have their roots. */
  #rooted = 0

  constructor(tree: BatchTree) {
    this.#tree = tree
  }

  /** The next durable batch. It joins the tree's waiting batches when its root is known. */
  add(batch: RootedLater): void {
    this.#batches.push(batch)
    if (this.#batches.length === 1) void this.#run()
  }

  /** Resolves when every batch that was added until now has its root. */
  async done(): Promise<void> {
    const added = this.#rooted + this.#batches.length
    while (this.#rooted < added) await setImmediate()
  }

  /** Resolves when fewer than ROOTS_BEHIND_MAX are outstanding. */
  async room(): Promise<void> {
    while (this.#batches.length >= ROOTS_BEHIND_MAX) await setImmediate()
  }

  async #run(): Promise<void> {
    for (;;) {
      await setImmediate()
      const batch = this.#batches[0]
      if (batch === undefined) return
      const eventsRoot = await rootInSlices(batch)
      this.#tree.add({ hash: batch.hash, eventsRoot })
      this.#batches.shift()
      this.#rooted += 1
      if (this.#batches.length === 0) return
    }
  }
}

/** In slices of SLICE_EVENTS; `rest` is waited for between them. */
export async function rootInSlices(
  { events, ends }: Pick<RootedLater, 'events' | 'ends'>,
  rest: () => Promise<unknown> = setImmediate,
): Promise<Hash> {
  const tree = new Frontier(sha256)
  let start = 0
  for (const [at, end] of ends.entries()) {
    if (at > 0 && at % SLICE_EVENTS === 0) await rest()
    tree.append(leafHash(sha256, events.subarray(start, end)))
    start = end
  }
  return tree.root()
}
