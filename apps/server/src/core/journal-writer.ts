/**
 * Where the journal ends, and how the next batch continues it: seals what was decided into a batch, has it made
 * durable, and then moves the end. The root of the batch's events is computed afterwards, and a later batch carries it.
 * Snapshots are taken here because each stands at the end of a batch.
 */

import { join } from 'node:path'
import { assert, type Millis, must } from '@veritick/domain'
import { type AnsweredRequest, type Engine, type Event, type EventRun, Frontier, type Hash } from '@veritick/engine'
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
import { KNOWN_BATCH_FILE, keepKnownBatch } from './known-batch.ts'
import { PENDING_BATCHES_FILE, PendingBatches } from './pending-batches.ts'
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

/** Content in its batch, which never changes again: it is committed and kept in the data folder as it is. */
export type SealedContent = { readonly content: DecidedContent; readonly batch: NewBatch }

export type WrittenBatch = DurableBatch & { readonly sealed: NewBatch }

const EMPTY_TREE = headOf(new BatchTree(new Frontier(sha256)))

export class JournalWriter {
  readonly #store: Store
  readonly #engine: Engine
  readonly #tree: BatchTree
  readonly #roots: RootsBehind
  readonly #snapshots: Snapshots
  readonly #committer: Committer
  readonly #log: Logger
  readonly #wallClock: () => Millis
  readonly #keptIn: string | undefined
  readonly #pending: PendingBatches | undefined
  /** Where the durable journal ends. */
  #head: ChainHead
  /** Where it will end when every sealed batch is durable. */
  #sealedHead: ChainHead
  /** The state at the end of a sealed batch that is not durable. */
  #ending: { readonly batch: number; readonly state: Uint8Array } | undefined
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
    /** The folder for what the store must not take with it; missing: nothing is kept. */
    readonly keptIn?: string | undefined
    /** Called again and again while a commit does not return. */
    readonly whileWaiting?: () => void
  }) {
    const { store, engine, log, wallClock, recovered, pace, isAlive, journalKey, keptIn, whileWaiting } = options
    this.#store = store
    this.#engine = engine
    this.#tree = recovered.tree
    this.#roots = new RootsBehind(recovered.tree)
    this.#log = log
    this.#wallClock = wallClock
    this.#keptIn = keptIn
    this.#pending =
      keptIn === undefined
        ? undefined
        : new PendingBatches({ file: join(keptIn, PENDING_BATCHES_FILE), journalKey, log })
    this.#head = recovered.head
    this.#sealedHead = recovered.head
    this.#newest = recovered.newest
    this.#newestWithEvents = recovered.newestWithEvents
    this.#snapshots = createSnapshots({
      store: { ...store, ...store.background },
      engine,
      log,
      last: recovered.snapshot,
      pace,
    })
    this.#committer = createCommitter({
      ...{ store, journalKey, log, wallClock, isAlive, whileWaiting },
      lateMs: options.commitLateMs,
    })
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
   * The next batch. One that ends with a snapshot must hold everything that is decided and not yet durable: the state
   * is taken in the same turn. `isAhead`: another batch is being committed; it ends with no snapshot then.
   */
  seal(content: DecidedContent, { isAhead }: { readonly isAhead: boolean }): SealedContent {
    assert(content.events.length === content.run.ends.length, 'every event was written once')
    assert(isAhead || this.#sealedHead.batch === this.#head.batch, 'no other batch is sealed')
    const isEnding = !isAhead && this.isSnapshotDue()
    const batch = this.#seal(content)
    this.#sealedHead = headAfter(batch)
    if (isEnding) this.#ending = { batch: batch.header.batch, state: this.#stateAfter(batch) }
    return { content, batch }
  }

  /**
   * Resolves when the oldest sealed batch is durable, with the batch to publish and the places of its requests. Throws
   * when it is not durable, or may not be: the caller ends the process, which then recovers.
   */
  async write({ content, batch }: SealedContent): Promise<WrittenBatch> {
    const state = this.#ending?.batch === batch.header.batch ? this.#ending.state : undefined
    const started = performance.now()
    await this.#committer.commit(batch)
    this.#commitMs = performance.now() - started
    this.#head = headAfter(batch)
    this.#newest = { header: batch.header, hash: batch.hash }
    if (content.events.length > 0) this.#newestWithEvents = batch.header.batch
    if (state !== undefined) this.#snapshots.write({ head: this.#head, state, wallTime: content.wallTime })
    if (state !== undefined) this.#ending = undefined
    return { header: batch.header, events: content.events, bytes: batch.events, sealed: batch }
  }

  /** False: nothing is kept, so nothing has to be sealed before its commit. */
  get keeps(): boolean {
    return this.#pending !== undefined
  }

  /** False while batches that are not durable could not be kept. */
  get mayKeep(): boolean {
    return this.#pending?.isFull !== true
  }

  /** Keeps batches that are not durable, all of them in their order, for the next start. Never throws. */
  keep(batches: readonly SealedContent[]): void {
    this.#pending?.keep(batches.map(({ batch }) => batch))
  }

  /** Every sealed batch is durable. The file that named them goes after their end is known. */
  allDurable(): void {
    const keptIn = this.#keptIn
    if (keptIn === undefined) return
    const known = join(keptIn, KNOWN_BATCH_FILE)
    this.#pending?.clear(() => keepKnownBatch(known, this.#head, { at: this.#wallClock(), log: this.#log }))
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

  /** Of the snapshot at the end of the newest sealed batch, also while that batch is not durable. */
  #snapshotHash(): Hash {
    const ending = this.#ending
    if (ending?.batch === this.#sealedHead.batch) return sha256(ending.state)
    return this.#snapshots.hashAt(this.#sealedHead)
  }

  #seal({ run, requests, marketTime, wallTime }: DecidedContent) {
    const batch = sealBatch(this.#sealedHead, {
      events: run,
      requests,
      marketTime: must(marketTime, 'what was decided has a market time'),
      wallTime,
      epoch: this.#store.epoch,
      snapshotHash: this.#snapshotHash(),
      treeNodes: this.#tree.grow(),
      treeSize: this.#tree.size,
      treeRoot: this.#tree.root,
    })
    assert(batch.header.firstEvent === this.#sealedHead.nextEvent, 'a batch begins with the next event')
    return batch
  }
}
