/**
 * The engine's state at the end of a batch, so that a start need not replay everything. Written beside the write path,
 * never in it: a snapshot that fails costs the next start some time and nothing else. The header of the next batch
 * carries the snapshot's state hash: the chain then says which snapshot is true (stored-snapshots.ts).
 */
import type { Engine, Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import { type ChainHead, NO_SNAPSHOT_HASH, sha256 } from '../journal/index.ts'
import type { Store } from '../store/index.ts'

/**
 * When the next snapshot is due. A start replays at most about that many events from that many rows, which takes a
 * second or two. A snapshot holds the whole state and stops the core while it is made: under load twenty thousand
 * events were two seconds, and every fifth order waited for one.
 */
export type SnapshotPace = { readonly events: number; readonly batches: number }
export const SNAPSHOT_PACE: SnapshotPace = { events: 200_000, batches: 5_000 }
/** An older one is the way out when the newest is damaged. */
const KEPT = 3

/** Where a snapshot stands, after this batch and this event, and the hash of its state. */
export type SnapshotPlace = { readonly batch: number; readonly sequence: number; readonly stateHash: Hash }
export const NO_SNAPSHOT: SnapshotPlace = { batch: 0, sequence: 0, stateHash: NO_SNAPSHOT_HASH }

export type Snapshots = {
  /** True when the next batch should end with one. */
  due(head: ChainHead): boolean
  /** `state` is that at the end of `head`. */
  write(taken: { readonly head: ChainHead; readonly state: Uint8Array; readonly wallTime: number }): void
  /** Takes a snapshot at a clean stop, when the state of the engine is the one after `head`. */
  writeIfNewer(taken: { readonly head: ChainHead; readonly wallTime: number }): void
  /** The hash for the header of the batch after `head`: that of the state in the snapshot taken at `head`, or zeros. */
  hashAt(head: ChainHead): Hash
  /** Resolves when nothing is being written. */
  written(): Promise<void>
  /** Batch of the newest one. */
  newest(): number
}

export function createSnapshots(options: {
  readonly store: Store
  readonly engine: Engine
  readonly log: Logger
  readonly last: SnapshotPlace
  readonly pace: SnapshotPace
}): Snapshots {
  const { store, engine, log, pace } = options
  let last = options.last
  let writing: Promise<void> = Promise.resolve()

  const write: Snapshots['write'] = ({ head, state, wallTime }) => {
    last = { batch: head.batch, sequence: head.nextEvent - 1, stateHash: sha256(state) }
    const row = { ...last, state, wallTime }
    writing = writing.then(() =>
      writeSnapshot(store, row).catch((error: unknown) =>
        log.error({ err: error, batch: row.batch }, 'a snapshot could not be written'),
      ),
    )
  }
  return {
    due: (head) => head.nextEvent - 1 - last.sequence >= pace.events || head.batch - last.batch >= pace.batches,
    write,
    writeIfNewer: ({ head, wallTime }) => {
      if (head.batch > last.batch) write({ head, state: engine.stateBytes(), wallTime })
    },
    hashAt: (head) => (last.batch === head.batch ? last.stateHash : NO_SNAPSHOT_HASH),
    written: () => writing,
    newest: () => last.batch,
  }
}

/** The shared lock: a snapshot that a killed writer had sent stands before the next writer reads them, or never. */
async function writeSnapshot(
  store: Store,
  row: SnapshotPlace & { readonly state: Uint8Array; readonly wallTime: number },
): Promise<void> {
  await store.query(
    `with held as (select 1 from fence where id = 1 and epoch = $1 for share)
     insert into snapshots (batch, sequence, state, state_hash, wall_time)
     select $2::bigint, $3::bigint, $4::bytea, $5::bytea, $6::bigint from held
     on conflict (batch) do update set sequence = excluded.sequence, state = excluded.state, state_hash = excluded.state_hash`,
    [store.epoch, row.batch, row.sequence, row.state, row.stateHash, row.wallTime],
  )
  await store.query(
    'delete from snapshots where batch not in (select batch from snapshots order by batch desc limit $1)',
    [KEPT],
  )
}
