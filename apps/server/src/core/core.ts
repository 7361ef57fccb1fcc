/**
 * The write path as the rest of the server sees it: commands go in, answers come out when they are durable, everything
 * else follows from the journal. In reading order: command-queue, journal-writer, commit, publish, project; recover and
 * snapshot at both ends of a run.
 */

import { join } from 'node:path'
import type { AccountId, Millis } from '@veritick/domain'
import type { Answer, Command, Engine, Event, OrderId, Question, QuestionKind } from '@veritick/engine'
import type { Logger } from 'pino'
import type { JournalKey, TreeHead } from '../journal/index.ts'
import { CoreBusy, keepEventTrees, treeHeadsPath } from '../journal/index.ts'
import { createProjector, PROJECTION_RETRY_MS, type Projector, rebuildReadTables } from '../projections/index.ts'
import { type Lane, type Store, watchEpoch } from '../store/index.ts'
import { CommandQueue } from './command-queue.ts'
import { compareAccounts } from './compare-accounts.ts'
import { CoreFatal, type FatalReason } from './fatal.ts'
import { type CheckPace, checkAfterDamage, createJournalCheck, type JournalCheck } from './journal-check.ts'
import { type BatchKeeping, KNOWN_BATCH_FILE, keepKnownBatch, keepKnownBatches } from './known-batch.ts'
import { createPublisher } from './publish.ts'
import { type Receipt, receiptOf } from './receipt.ts'
import { type Recovered, type RecoveryTasks, recover } from './recover.ts'
import type { KeyStanding, RequestKey } from './requests.ts'
import { SNAPSHOT_PACE, type SnapshotPace } from './snapshot.ts'
import type { StateFault } from './state-faults.ts'
import type { CoreStats } from './stats.ts'
import type { Submission, Submitted } from './submission.ts'

/** A durable batch; one that holds answers to requests alone has no events. */
export type PublishedBatch = {
  readonly batch: number
  readonly events: readonly Event[]
  /** The events as the journal holds them. */
  readonly bytes: Uint8Array
  readonly firstSequence: number
  readonly wallTime: Millis
}

export type Core = {
  /**
   * Resolves only after the events of a new command are durable. Rejects with CoreEnded, with CoreBusy when the core's
   * thread does not answer, or with an error of the store that has the first answer of a repeated request.
   */
  submit(call: Submission): Promise<Submitted>
  /**
   * Whether a request with this key was decided; a decision that is being made is waited for. It decides nothing.
   * Rejects as `submit` does.
   */
  standing(request: RequestKey, account: AccountId): Promise<KeyStanding>
  /** Quotes, market status, rollover: no answer, same queue. */
  market(command: Command): void
  /**
   * Asks the engine now; resolves when everything that the answer rests on is durable. Rejects with CoreBusy when too
   * many wait, or a commit is late.
   */
  query<Kind extends QuestionKind>(question: Question<Kind>): Promise<Answer<Kind>>
  /** After each durable batch, in order. Returns the function that ends it. */
  onPublished(listener: (batch: PublishedBatch) => void): () => void
  /**
   * Resolves when the read tables hold everything that is durable now. Rejects with CoreBusy while the store keeps them
   * from following, and when they are too far behind for a caller to wait.
   */
  projected(): Promise<void>
  /**
   * All that happened to an order until now, with the proof of its place in the journal; `undefined` where there is no
   * such order. Waits until a durable batch carries the roots that it needs. Rejects with CoreBusy.
   */
  receipt(order: OrderId): Promise<Receipt | undefined>
  /** The newest that a durable batch carries. */
  treeHead(): TreeHead
  /** RFC 9162 consistency proof, hex, from the head of an earlier size to the newest that is carried. */
  consistency(first: number): Promise<readonly string[]>
  /** The newest market time that was seen before the last stop or since; `undefined` in a new world. */
  marketTime(): Millis | undefined
  stats(): CoreStats
  /** Asks, where no commit does, whether the store answers; `stats` then says so. Never rejects. */
  probeStore(): Promise<void>
  /** How far the check of the older batches is, and what it found. */
  journalCheck(): JournalCheck
  /** Begins the check of the older batches. Call it once, when the server is open. */
  beginJournalCheck(): void
  /** Refuses new work, makes what was decided durable, brings the read tables up, takes a snapshot. */
  stop(): Promise<void>
}

/** The operator's options for this start. */
export type StartTasks = RecoveryTasks

type CoreOptions = {
  readonly store: Store
  /** New and empty. */
  readonly engine: Engine
  /** Proves who wrote the journal; it lies outside the store. */
  readonly journalKey: JournalKey
  readonly wallClock: () => Millis
  /** Missing: that of the machine. */
  readonly monotonicClock?: () => number
  readonly log: Logger
  /** Called once: the process must end and start again. fatal.ts lists the reasons. */
  readonly onFatal: (error: Error) => void
  /** Calls the listener for an exception that nothing catches, where the core has a thread or process of its own. */
  readonly onUncaught?: (listener: (error: Error) => void) => void
  /** How often a snapshot is taken; tests want it more often. */
  readonly snapshotPace?: SnapshotPace
  /** When a commit, or a look at the store, is late; missing: as in production. */
  readonly commitLateMs?: number | undefined
  readonly checkPace?: CheckPace
  readonly tasks?: StartTasks
  /**
   * The folder in which the newest batch is kept when the write path ends, and the batches that are decided and not
   * stored for long; missing: nowhere.
   */
  readonly keptIn?: string | undefined
  /** The wall time of the start at the latest, where the wall clock is not believed (decision 112). */
  readonly believedTime?: Millis | undefined
}

/**
 * Recovers and proves first: what it gives is where the journal ends. Throws a StateFault when that cannot be trusted.
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { store, engine, wallClock, log, snapshotPace: pace = SNAPSHOT_PACE, tasks = {}, keptIn } = options
  const { journalKey, commitLateMs, monotonicClock = () => performance.now(), believedTime = wallClock() } = options
  const whole = storeOfStart(store)
  const wallTime = Math.min(believedTime, wallClock())
  const recovered = await recover({ ...options, store: whole.store, wallTime, monotonicClock, tasks })
  await checkAfterDamage({ query: whole.store.query, unchecked: recovered.unchecked, log })
  if (tasks.rebuildReadTables === true) await rebuildReadTables(store.background, log)
  let isProven = false
  const publisher = createPublisher(log)
  const queue = new CommandQueue({
    store,
    engine,
    wallClock,
    log,
    ...{ recovered, journalKey, pace, commitLateMs, keptIn },
    publish: publisher.publish,
    onFatal: end,
  })
  const projector = await createProjector({ store, log, wallClock, head: recovered.head, onFailure })
  await proveAccounts({ store: store.background, engine, log, recovered, projector })
  await recovered.requestsLoaded
  whole.end()
  isProven = true
  publisher.listen((batch) => projector.add(batch))
  store.onLost(fatal('fence_lost'))
  options.onUncaught?.(fatal('uncaught'))
  const { query } = store.background
  const unwatch = watchEpoch({ query, epoch: store.epoch, taken: fatal('fence_lost') })
  const checker = createJournalCheck({
    query,
    unchecked: recovered.unchecked,
    log,
    wallClock,
    onDamage: halt,
    pace: options.checkPace,
  })

  /** Before it is proven, the wait for the read tables rejects and the start with it. */
  function onFailure(error: Error): void {
    if (isProven) end(new CoreFatal('projection_broken', error))
  }

  function fatal(reason: FatalReason): (error: Error) => void {
    return (error) => end(new CoreFatal(reason, error))
  }

  function end(error: CoreFatal): void {
    if (!queue.fail(error) && error.reason !== 'uncaught') return
    if (keptIn !== undefined)
      keepKnownBatch(join(keptIn, KNOWN_BATCH_FILE), queue.writer.head, { at: wallClock(), log })
    log.fatal(
      { err: error, reason: error.reason },
      'the write path has ended: nothing that was not durable has been answered',
    )
    options.onFatal(error)
  }

  /** The process goes on, so that the office can read what was found. */
  function halt(fault: StateFault): void {
    queue.fail(fault)
    log.fatal({ err: fault, remedy: fault.remedy }, 'trading has stopped: an older batch of the journal is damaged')
  }

  return coreOf({ store, queue, projector, publisher, checker, unwatch, keeping: beginKeeping(queue, options) })
}

/** Keeps the newest batch while the core runs; without a folder it keeps nothing. */
function beginKeeping(
  queue: CommandQueue,
  { keptIn, wallClock, log }: Pick<CoreOptions, 'keptIn' | 'wallClock' | 'log'>,
): BatchKeeping {
  if (keptIn === undefined) return { keep: () => {}, end: () => {} }
  return keepKnownBatches({ file: join(keptIn, KNOWN_BATCH_FILE), head: () => queue.writer.head, wallClock, log })
}

type CoreParts = {
  readonly store: Store
  readonly queue: CommandQueue
  readonly projector: Projector
  readonly publisher: ReturnType<typeof createPublisher>
  readonly checker: ReturnType<typeof createJournalCheck>
  /** Stops watching the epoch. */
  readonly unwatch: () => void
  /** Keeps the newest batch for the next start. */
  readonly keeping: BatchKeeping
}

/** The calls of an open core. */
function coreOf({ store, queue, projector, publisher, checker, unwatch, keeping }: CoreParts): Core {
  const trees = keepEventTrees()
  let ended: Promise<void> | undefined
  return {
    submit: (call) => queue.submit(call),
    standing: (request, account) => queue.standing(request, account),
    market: (command) => queue.market(command),
    query: (question) => queue.query(question),
    onPublished: (listener) =>
      publisher.listen(({ events, bytes, header }) =>
        listener({ batch: header.batch, events, bytes, firstSequence: header.firstEvent, wallTime: header.wallTime }),
      ),
    projected: () => projector.reached(queue.writer.head.batch),
    receipt: async (order) => {
      await queue.treeWhole()
      const carrier = queue.writer.newest
      if (carrier === undefined) return undefined
      await projector.reached(carrier.header.treeSize)
      return receiptOf({ query: store.query, order, carrier, trees })
    },
    treeHead: () => queue.writer.treeHead,
    consistency: (first) => treeHeadsPath(store.query, { first, size: queue.writer.treeHead.size }),
    marketTime: () => queue.marketTime,
    stats: () => ({
      ...queue.stats(),
      projectionLag: queue.writer.head.nextEvent - 1 - projector.sequence(),
      projectionTrouble: projector.trouble(),
      connections: [],
    }),
    probeStore: () => queue.probe(),
    journalCheck: checker.check,
    beginJournalCheck: checker.begin,
    stop: () => {
      unwatch()
      // Before each wait: the store may not answer, and the process may not wait for the end of this.
      keeping.keep()
      ended ??= Promise.all([queue.stop(keeping.keep).then(() => projector.stop()), checker.stop()]).then(keeping.end)
      return ended
    },
  }
}

/**
 * Waits until the read tables stand where the engine stands, then compares. Tables that this start emptied for a new
 * fold are not waited for.
 */
async function proveAccounts(parts: {
  readonly store: Lane
  readonly engine: Engine
  readonly log: Logger
  readonly recovered: Recovered
  readonly projector: Projector
}): Promise<void> {
  const { store, engine, log, recovered, projector } = parts
  if (projector.isNewFold()) {
    log.info('the read tables are folded anew by another version: the next start compares them')
    return
  }
  const started = performance.now()
  await caughtUp(projector, recovered.head.batch)
  const caughtUpAt = performance.now()
  await compareAccounts(store.query, engine)
  const [catchUpMs, compareMs] = [caughtUpAt - started, performance.now() - caughtUpAt].map(Math.round)
  log.info({ catchUpMs, compareMs }, 'the accounts agree with books, ledger and totals')
}

/** A start waits as long as the read tables need, where a customer would be refused. */
async function caughtUp(projector: Projector, batch: number): Promise<void> {
  for (;;) {
    try {
      return await projector.reached(batch)
    } catch (error) {
      if (!(error instanceof CoreBusy)) throw error
      if (projector.trouble()?.reason !== 'projection_late') continue
      await new Promise((resolve) => setTimeout(resolve, PROJECTION_RETRY_MS))
    }
  }
}

/**
 * The store as a start sees it: statements over the whole journal, so with the deadlines of background work. From `end`
 * on the answered requests are read for customers, with the deadlines of reads.
 */
function storeOfStart(store: Store): { readonly store: Store; end(): void } {
  let lane: Lane = store.background
  return {
    store: { ...store, ...store.background, query: (sql, params) => lane.query(sql, params) },
    end: () => {
      lane = store
    },
  }
}
