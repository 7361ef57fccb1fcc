/**
 * Where the journal ends, and how the next batch continues it: seals what was decided into a batch, has it made durable,
 * and then moves the end. Snapshots are taken here because each stands at the end of a batch.
 */
import { assert, type Millis, must } from '@veritick/domain'
import type { Engine, Event, Frontier } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Store } from '../store/index.ts'
import { type ChainHead, headAfter, sealBatch } from './batch.ts'
import { type Committer, createCommitter, type RequestRow } from './commit.ts'
import type { DurableBatch } from './publish.ts'
import type { Recovered } from './recover.ts'
import { createSnapshots, type SnapshotPace, type Snapshots } from './snapshot.ts'
import { appendBatch, headOf, type TreeHead } from './tree.ts'

/** What becomes durable together. */
export type BatchContent = {
  readonly events: readonly Event[]
  readonly requests: readonly Omit<RequestRow, 'wallTime'>[]
  readonly marketTime: Millis | undefined
  readonly wallTime: Millis
}

export class JournalWriter {
  readonly #store: Store
  readonly #engine: Engine
  readonly #frontier: Frontier
  readonly #snapshots: Snapshots
  readonly #committer: Committer
  #head: ChainHead
  #treeHead: TreeHead
  #commitMs = 0

  constructor(options: {
    readonly store: Store
    readonly engine: Engine
    readonly log: Logger
    readonly wallClock: () => Millis
    readonly recovered: Recovered
    readonly pace: SnapshotPace
    /** False once the core has failed: nothing is sent again then. */
    readonly isAlive: () => boolean
  }) {
    const { store, engine, log, wallClock, recovered, pace, isAlive } = options
    this.#store = store
    this.#engine = engine
    this.#frontier = recovered.frontier
    this.#head = recovered.head
    this.#treeHead = headOf(recovered.frontier)
    this.#snapshots = createSnapshots({ store: { ...store, ...store.background }, engine, log, last: recovered.snapshot, pace })
    this.#committer = createCommitter({ store, log, wallClock, isAlive })
  }

  get head(): ChainHead {
    return this.#head
  }

  get treeHead(): TreeHead {
    return this.#treeHead
  }

  /** Milliseconds that the newest batch took to become durable. */
  get commitMs(): number {
    return this.#commitMs
  }

  get committer(): Pick<Committer, 'age' | 'trouble'> {
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

  /**
   * Resolves when the content is durable, with the batch to publish; `undefined`: it held no events. Throws when the
   * content is not durable, or may not be: the caller ends the process, which then recovers.
   */
  async write(content: BatchContent): Promise<DurableBatch | undefined> {
    const { wallTime } = content
    const requests = content.requests.map((request) => ({ ...request, wallTime }))
    if (content.events.length === 0) {
      await this.#committer.commit({ batch: undefined, requests })
      return undefined
    }
    const batch = this.#seal(content)
    const state = this.isSnapshotDue() ? this.#engine.stateBytes() : undefined
    const started = performance.now()
    await this.#committer.commit({ batch, requests })
    this.#commitMs = performance.now() - started
    this.#head = headAfter(batch)
    this.#treeHead = headOf(this.#frontier)
    if (state !== undefined) this.#snapshots.write({ head: this.#head, state, wallTime })
    return { header: batch.header, events: content.events }
  }

  /** At a clean stop. Resolves when nothing is being written any more. */
  async finish(wallTime: Millis): Promise<void> {
    this.#snapshots.writeIfNewer({ head: this.#head, wallTime })
    await this.#snapshots.written()
  }

  #seal({ events, marketTime, wallTime }: BatchContent) {
    const batch = sealBatch(this.#head, {
      events,
      marketTime: must(marketTime, 'an event has a market time'),
      wallTime,
      epoch: this.#store.epoch,
      snapshotHash: this.#snapshots.hashAt(this.#head),
    })
    assert(batch.header.firstEvent === this.#head.nextEvent, 'a batch begins with the next event')
    return { ...batch, subtrees: appendBatch(this.#frontier, batch.hash) }
  }
}
