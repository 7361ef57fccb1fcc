/**
 * Folds durable events into the read tables, behind the write path and never in its way. A checkpoint moves in the same
 * transaction as the rows, so the tables are always exactly those of some event; they can be dropped at any time and
 * come back from the journal. A trouble of the store (a locked table, a full disk, a broken connection) is waited out:
 * orders go on and the read tables follow later.
 */
import type { Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import type { ChainHead, DurableBatch } from '../journal/index.ts'
import { CoreBusy, eventsOf, journalAfter } from '../journal/index.ts'
import { adviceFor, type Query, type Store, troubleOf } from '../store/index.ts'
import { BatchBuffer } from './batch-buffer.ts'
import { type Checkpoint, CheckpointMoved, StepWriter } from './fold-step.ts'
import { checkpointOf, type Opened, openReadTables } from './read-tables.ts'
import { Rest } from './rest.ts'
import { StepSize } from './step-size.ts'

/**
 * Events folded in one transaction at most, and the time that it is to take. On the embedded store a
 * commit waits for a transaction that runs. A server has connections of its own for commits; there the bound is what
 * the core's thread does at a time.
 */
export const STEP_BOUNDS = {
  embedded: { eventsMax: 500, millis: 40 },
  server: { eventsMax: 2_000, millis: 200 },
} as const
/**
 * After a step the next one waits this long, until as many events have gathered as a step takes, or until a reader
 * waits for the read tables.
 */
const REST_MS = 100

/**
 * A step that takes longer is late: callers that wait for the read tables, or begin to, are refused as busy until it
 * is done. A caller that has waited this long while steps are taken is refused too: as long as a read waits for a
 * connection.
 */
export const PROJECTION_LATE_MS = 5_000
/** Between two tries of a step that the store refused. */
export const PROJECTION_RETRY_MS = 1_000

export type Projector = {
  add(batch: DurableBatch): void
  /** Resolves when the read tables hold this batch. Rejects with CoreBusy when that takes too long. */
  reached(batch: number): Promise<void>
  /** Sequence of the newest event in the read tables. */
  sequence(): number
  /** True when this opening emptied the tables because they were of another version of the fold. */
  isNewFold(): boolean
  /** `undefined`: the read tables follow. */
  trouble(): ProjectionTrouble | undefined
  /** Folds all that was added, then ends; what the store refuses now is folded at the next start. */
  stop(): Promise<void>
}

/**
 * Since then, by the wall clock, the read tables stand still (`projection_late`), or they are filled from a part of the
 * journal that takes longer than a caller waits (`projection_behind`): all of it after a new version of the fold.
 */
export type ProjectionTrouble = { readonly reason: 'projection_late' | 'projection_behind'; readonly since: Millis }

type Waiter = {
  readonly batch: number
  /** By the monotonic clock. */
  readonly since: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** `until`: the batch that the read tables must reach for the trouble to end. */
type Behind = { readonly since: Millis; readonly until: number }

type Options = {
  readonly store: Pick<Store, 'kind' | 'background'>
  readonly log: Logger
  readonly wallClock: () => Millis
  /** Where the durable journal ends now. */
  readonly head: ChainHead
  readonly onFailure: (error: Error) => void
}

export async function createProjector(options: Options): Promise<Projector> {
  return new TableProjector(options, await openReadTables(options.store.background, options.log))
}

class TableProjector implements Projector {
  readonly #options: Options
  readonly #query: Query
  readonly #size: StepSize
  readonly #buffer = new BatchBuffer()
  /** Batches that are being folded; of the first one a part may be folded already. */
  #folding: readonly DurableBatch[] = []
  readonly #writer: StepWriter
  readonly #rest = new Rest()
  readonly #isNewFold: boolean
  #checkpoint: Checkpoint
  #newest: number
  #waiters: Waiter[] = []
  #isRunning = false
  #running: Promise<void> = Promise.resolve()
  #failed: Error | undefined
  #trouble: ProjectionTrouble | undefined
  #behind: Behind | undefined
  #isStopping = false

  constructor(options: Options, opened: Opened) {
    const { kind, background } = options.store
    this.#options = options
    this.#query = background.query
    this.#size = new StepSize(STEP_BOUNDS[kind])
    this.#writer = new StepWriter(background, kind)
    this.#checkpoint = opened
    this.#isNewFold = opened.isNewFold
    this.#newest = options.head.batch
    if (opened.isNewFold && opened.batch < this.#newest) this.#beBehind()
    this.#wake()
  }

  add(batch: DurableBatch): void {
    this.#newest = batch.header.batch
    this.#buffer.add(batch)
    if (!this.#canRest()) this.#rest.wake()
    this.#wake()
  }

  reached(batch: number): Promise<void> {
    if (this.#failed !== undefined) return Promise.reject(this.#failed)
    if (this.#checkpoint.batch >= batch) return Promise.resolve()
    if (this.#trouble !== undefined) return Promise.reject(new CoreBusy('the read tables do not follow'))
    this.#rest.wake()
    const since = performance.now()
    return new Promise((resolve, reject) => this.#waiters.push({ batch, since, resolve, reject }))
  }

  sequence(): number {
    return this.#checkpoint.sequence
  }

  isNewFold(): boolean {
    return this.#isNewFold
  }

  trouble(): ProjectionTrouble | undefined {
    if (this.#trouble !== undefined || this.#behind === undefined) return this.#trouble
    return { reason: 'projection_behind', since: this.#behind.since }
  }

  stop(): Promise<void> {
    this.#isStopping = true
    this.#rest.wake()
    return this.#running
  }

  #canRest(): boolean {
    if (this.#waiters.length > 0 || this.#isStopping || this.#hasRest()) return false
    return this.#buffer.events < this.#size.events
  }

  /** A step ended inside a batch. */
  #hasRest(): boolean {
    return this.#folding.some(({ header }) => header.batch > this.#checkpoint.batch)
  }

  #wake(): void {
    if (this.#isRunning || this.#failed !== undefined || this.#checkpoint.batch >= this.#newest) return
    this.#isRunning = true
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    try {
      while (this.#checkpoint.batch < this.#newest && (await this.#advance())) {
        this.#resolveWaiters()
        this.#rejectOldWaiters()
        if (this.#canRest()) await this.#rest.take(REST_MS)
      }
    } catch (error) {
      this.#failed = error instanceof Error ? error : new Error(String(error))
      this.#rejectWaiters(this.#failed)
      this.#options.onFailure(this.#failed)
    }
    this.#isRunning = false
  }

  /** One step, tried again until the store takes it. False: the store refused it during `stop`. */
  async #advance(): Promise<boolean> {
    const timer = setTimeout(() => this.#beLate(), PROJECTION_LATE_MS)
    let isUnsure = false
    let moved: CheckpointMoved | undefined
    try {
      for (;;) {
        try {
          // A step without an answer may have been done: the checkpoint knows.
          if (isUnsure) await this.#takeCheckpoint(moved)
          isUnsure = false
          moved = undefined
          if (this.#checkpoint.batch < this.#newest) await this.#writeTimed()
          if (this.#trouble !== undefined) this.#options.log.warn('the read tables follow again')
          this.#trouble = undefined
          return true
        } catch (error) {
          if (error instanceof CheckpointMoved) {
            ;[isUnsure, moved] = [true, error]
            continue
          }
          if (troubleOf(error) === undefined) throw error
          isUnsure = true
          this.#options.log.warn(
            { err: error },
            adviceFor(error) ?? 'the read tables cannot follow now: tried again every second, orders go on',
          )
          if (this.#isStopping) return false
        }
        await new Promise((resolve) => setTimeout(resolve, PROJECTION_RETRY_MS))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** After `moved` the store must stand further than the step began; elsewhere the tables cannot be trusted. */
  async #takeCheckpoint(moved: CheckpointMoved | undefined): Promise<void> {
    const { batch, sequence } = this.#checkpoint
    const stored = await checkpointOf(this.#query)
    const isFurther = stored.batch > batch || (stored.batch === batch && stored.sequence > sequence)
    if (moved !== undefined && !isFurther) throw new Error(moved.message, { cause: moved })
    this.#checkpoint = stored
  }

  async #writeTimed(): Promise<void> {
    const from = this.#checkpoint
    const events = this.#size.events
    this.#folding = this.#folding.filter(({ header }) => header.batch > from.batch)
    if (this.#folding.length === 0)
      this.#folding = await batchesAfter({ buffer: this.#buffer, query: this.#query, after: from.batch, events })
    const started = performance.now()
    this.#checkpoint = await this.#writer.write(from, this.#folding, events)
    this.#size.took({ events: this.#checkpoint.sequence - from.sequence, millis: performance.now() - started })
  }

  #beLate(): void {
    this.#trouble = { reason: 'projection_late', since: this.#options.wallClock() }
    this.#rejectWaiters(new CoreBusy('the read tables do not follow'))
  }

  #beBehind(): void {
    this.#behind = { since: this.#behind?.since ?? this.#options.wallClock(), until: this.#newest }
  }

  #rejectWaiters(error: Error): void {
    for (const waiter of this.#waiters) waiter.reject(error)
    this.#waiters = []
  }

  #resolveWaiters(): void {
    for (const waiter of this.#waiters) if (waiter.batch <= this.#checkpoint.batch) waiter.resolve()
    this.#waiters = this.#waiters.filter((waiter) => waiter.batch > this.#checkpoint.batch)
    if (this.#behind !== undefined && this.#behind.until <= this.#checkpoint.batch) this.#behind = undefined
  }

  /** Steps are taken, but the read tables are too far behind for these callers. */
  #rejectOldWaiters(): void {
    const begun = performance.now() - PROJECTION_LATE_MS
    const old = this.#waiters.filter(({ since }) => since <= begun)
    if (old.length === 0) return
    this.#waiters = this.#waiters.filter(({ since }) => since > begun)
    this.#beBehind()
    for (const { reject } of old) reject(new CoreBusy('the read tables are being filled from the journal'))
  }
}

/**
 * The next batches in order, of this many events or just more: from memory where they follow on, otherwise from the
 * journal.
 */
async function batchesAfter(from: {
  readonly buffer: BatchBuffer
  readonly query: Query
  readonly after: number
  readonly events: number
}): Promise<readonly DurableBatch[]> {
  const known = from.buffer.takeAfter(from.after, from.events)
  if (known !== undefined) return known
  const batches: DurableBatch[] = []
  let events = 0
  for await (const row of journalAfter(from.query, from.after)) {
    batches.push({ header: row.header, events: eventsOf(row).events, bytes: row.events })
    events += row.header.eventCount
    if (events >= from.events) break
  }
  return batches
}
