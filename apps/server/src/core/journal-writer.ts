/**
 * Where the journal ends, and how the next batch continues it: seals what was decided into a batch, has it made
 * durable, and then moves the end. The root of the batch's events is computed afterwards, and a later batch carries it.
 * Snapshots are taken here because each stands at the end of a batch.
 */
import { assert, type Millis, must } from '@veritick/domain'
import { type AnsweredRequest, type Engine, type Event, type EventRun, Frontier } from '@veritick/engine'
import type { Logger } from 'pino'
import type { DurableBatch } from '../journal/index.ts'
import {
  type BatchHead,
  BatchTree,
  type ChainHead,
  headAfter,
  headOf,
  type JournalKey,
  type NewBatch,
  RootsBehind,
  sealBatch,
  sha256,
  type TreeHead,
} from '../journal/index.ts'
import type { Store } from '../store/index.ts'
import { type Committer, createCommitter } from './commit.ts'
import type { Recovered } from './recover.ts'
import { createSnapshots, type SnapshotPace, type Snapshots } from './snapshot.ts'

/** The content of one batch: it becomes durable as a whole. */
export type DecidedContent = {
  readonly events: readonly Event[]
  /** The same events as the engine wrote them. */
  readonly run: EventRun
  readonly requests: readonly AnsweredRequest[]
  readonly marketTime: Millis | undefined
  readonly wallTime: Millis
}

export type WrittenBatch = DurableBatch & { readonly sealed: NewBatch }

const EMPTY_TREE = headOf(new BatchTree(new Frontier(sha256)))

export class JournalWriter {
  readonly #store: Store
  readonly #engine: Engine
  readonly #tree: BatchTree
  readonly #roots: RootsBehind
  readonly #snapshots: Snapshots
  readonly #committer: Committer
  #head: ChainHead
  #newest: BatchHead | undefined
  #newestWithEvents: number
  #commitMs = 0

  constructor(options: {
    readonly store: Store
    readonly engine: Engine
    readonly log: Logger
    readonly wallClock: () => Millis
    readonly recovered: Recovered
    readonly journalKey: JournalKey
    readonly pace: SnapshotPace
    /** False once the core has failed: nothing is sent again then. */
    readonly isAlive: () => boolean
    readonly commitLateMs?: number | undefined
  }) {
    const { store, engine, log, wallClock, recovered, pace, isAlive, journalKey, commitLateMs: lateMs } = options
    this.#store = store
    this.#engine = engine
    this.#tree = recovered.tree
    this.#roots = new RootsBehind(recovered.tree)
    this.#head = recovered.head
    this.#newest = recovered.newest
    this.#newestWithEvents = recovered.newestWithEvents
    this.#snapshots = createSnapshots({
      store: { ...store, ...store.background },
      engine,
      log,
      last: recovered.snapshot,
      pace,
    })
    this.#committer = createCommitter({ store, journalKey, log, wallClock, isAlive, lateMs })
  }

  get head(): ChainHead {
    return this.#head
  }

  /** The content of the newest durable batch. */
  get treeHead(): TreeHead {
    const header = this.#newest?.header
    return header === undefined ? EMPTY_TREE : headOf({ size: header.treeSize, root: header.treeRoot })
  }

  /** The newest durable batch; `undefined`: the journal is empty. */
  get newest(): BatchHead | undefined {
    return this.#newest
  }

  /** The newest durable batch that holds events; 0: there is none. */
  get newestWithEvents(): number {
    return this.#newestWithEvents
  }

  /** Resolves when a batch that is written now would carry the roots of all events that are durable now. */
  rootsKnown(): Promise<void> {
    return this.#roots.done()
  }

  /** Milliseconds that the newest batch took to become durable. */
  get commitMs(): number {
    return this.#commitMs
  }

  get committer(): Pick<Committer, 'age' | 'probe' | 'trouble'> {
    return this.#committer
  }

  /** Batch of the newest snapshot. */
  get snapshotBatch(): number {
    return this.#snapshots.newest()
  }

  /** True when the next batch is to end with a snapshot: everything decided so far must then be in it. */
  isSnapshotDue(): boolean {
    return this.#snapshots.due(this.#head)
  }

  /** Resolves when the roots of earlier batches leave room for another batch. */
  room(): Promise<void> {
    return this.#roots.room()
  }

  /**
   * Resolves when the content is durable, with the batch to publish and the places of its requests. A batch that ends
   * with a snapshot must hold everything that is decided and not yet durable: the state is taken in the same turn.
   * Throws when the content is not durable, or may not be: the caller ends the process, which then recovers.
   */
  async write(content: DecidedContent): Promise<WrittenBatch> {
    assert(content.events.length === content.run.ends.length, 'every event was written once')
    const batch = this.#seal(content)
    const state = this.isSnapshotDue() ? this.#stateAfter(batch) : undefined
    const started = performance.now()
    await this.#committer.commit(batch)
    this.#commitMs = performance.now() - started
    this.#head = headAfter(batch)
    this.#newest = { header: batch.header, hash: batch.hash }
    if (content.events.length > 0) this.#newestWithEvents = batch.header.batch
    if (state !== undefined) this.#snapshots.write({ head: this.#head, state, wallTime: content.wallTime })
    return { header: batch.header, events: content.events, bytes: batch.events, sealed: batch }
  }

  /** After the answers of a durable batch were given. */
  rootBehind({ hash, events, ends }: NewBatch): void {
    this.#roots.add({ hash, events, ends })
  }

  /** Ends the writing at a clean stop. Resolves when nothing is being written any more. */
  async finish(wallTime: Millis): Promise<void> {
    this.#snapshots.writeIfNewer({ head: this.#head, wallTime })
    await this.#snapshots.written()
  }

  #stateAfter(batch: NewBatch): Uint8Array {
    assert(this.#engine.sequence() === headAfter(batch).nextEvent - 1, 'the state is the one at the end of its batch')
    return this.#engine.stateBytes()
  }

  #seal({ run, requests, marketTime, wallTime }: DecidedContent) {
    const batch = sealBatch(this.#head, {
      events: run,
      requests,
      marketTime: must(marketTime, 'what was decided has a market time'),
      wallTime,
      epoch: this.#store.epoch,
      snapshotHash: this.#snapshots.hashAt(this.#head),
      treeNodes: this.#tree.grow(),
      treeSize: this.#tree.size,
      treeRoot: this.#tree.root,
    })
    assert(batch.header.firstEvent === this.#head.nextEvent, 'a batch begins with the next event')
    return batch
  }
}
