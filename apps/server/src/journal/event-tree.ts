/**
 * Where each event of a batch lies and the Merkle tree over them, so that a proof of one event costs a few hashes. A
 * batch may hold all that one quote or one rollover did to every account: its tree is built once, in slices between
 * which the event loop turns, and kept while it is asked for.
 */
import { setImmediate } from 'node:timers/promises'
import { assert, must } from '@veritick/domain'
import {
  decodeEvent,
  type Event,
  equalHashes,
  eventEnds,
  Frontier,
  HASH_BYTES,
  type Hash,
  inclusionRanges,
  joinSubtrees,
  leafHash,
  type SubtreeAt,
  subtreesOf,
} from '@veritick/engine'
import { type BatchHeader, sha256 } from './batch.ts'
import { SLICE_EVENTS } from './roots.ts'

/**
 * Bytes of all trees that are kept, their events included: about 250 an event. The newest is kept at any size.
 */
const KEPT_BYTES_MAX = 64 * 1024 * 1024

export type EventTree = {
  /** The event at this place in the batch, its bytes, and its sibling hashes up to the root. */
  at(index: number): { readonly event: Event; readonly bytes: Uint8Array; readonly path: readonly Hash[] }
  /** Memory that it holds. */
  readonly size: number
}

/** A batch whose root of events is in the tree. */
export type RootedBatch = { readonly header: BatchHeader; readonly eventsRoot: Hash }

/** Throws when the bytes are not the events that the header names, or not those of the root. */
export async function eventTreeOf({ header, eventsRoot }: RootedBatch, bytes: Uint8Array): Promise<EventTree> {
  const ends = new Float64Array(header.eventCount)
  const levels = [new Uint8Array(header.eventCount * HASH_BYTES)]
  const frontier = new Frontier(sha256)
  let count = 0
  for (const end of eventEnds(bytes)) {
    assert(count < header.eventCount, `it holds more events than the ${header.eventCount} that its header says`)
    const leaf = leafHash(sha256, bytes.subarray(ends[count - 1] ?? 0, end))
    ends[count] = end
    for (const [level, hash] of [leaf, ...frontier.append(leaf)].entries()) {
      levels[level] ??= new Uint8Array(Math.floor(header.eventCount / 2 ** level) * HASH_BYTES)
      must(levels[level], 'the level was made').set(hash, Math.floor(count / 2 ** level) * HASH_BYTES)
    }
    count += 1
    if (count % SLICE_EVENTS === 0) await setImmediate()
  }
  assert(count === header.eventCount, `it holds ${count} events, its header says ${header.eventCount}`)
  assert(equalHashes(frontier.root(), eventsRoot), 'its events do not have the root that the tree has')

  const hashAt = ({ level, index }: SubtreeAt): Hash =>
    must(levels[level], 'a level of the tree').subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  return {
    at: (index) => {
      const event = bytes.subarray(ends[index - 1] ?? 0, must(ends[index], 'an event of the batch'))
      const path = inclusionRanges({ index, size: count }).map((range) =>
        joinSubtrees(sha256, subtreesOf(range).map(hashAt)),
      )
      return { event: decodeEvent(event), bytes: event, path }
    },
    size: bytes.length + ends.byteLength + levels.reduce((sum, level) => sum + level.length, 0),
  }
}

export type EventTrees = { of(rooted: RootedBatch, read: () => Promise<Uint8Array>): Promise<EventTree> }

/**
 * Trees by batch: the ones used last are kept. One is built at a time, so that many receipts take one share of a core.
 */
export function keepEventTrees(keptBytesMax: number = KEPT_BYTES_MAX): EventTrees {
  const kept = new Map<number, EventTree>()
  let keptBytes = 0
  const building = new Map<number, Promise<EventTree>>()
  let turn: Promise<unknown> = Promise.resolve()

  function keep(batch: number, tree: EventTree): void {
    keptBytes += tree.size - (kept.get(batch)?.size ?? 0)
    kept.delete(batch)
    kept.set(batch, tree)
    for (const [oldest, each] of kept) {
      if (keptBytes <= keptBytesMax || oldest === batch) return
      kept.delete(oldest)
      keptBytes -= each.size
    }
  }

  function build(rooted: RootedBatch, read: () => Promise<Uint8Array>): Promise<EventTree> {
    const made = turn.then(async () => eventTreeOf(rooted, await read()))
    turn = made.catch(() => {})
    building.set(rooted.header.batch, made)
    return made.finally(() => building.delete(rooted.header.batch))
  }

  return {
    of: async (rooted, read) => {
      const { batch } = rooted.header
      const tree = kept.get(batch) ?? (await (building.get(batch) ?? build(rooted, read)))
      keep(batch, tree)
      return tree
    },
  }
}
