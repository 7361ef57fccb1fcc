/**
 * Folds durable events into the read tables, behind the write path and never in its way. A checkpoint moves in the same
 * transaction as the rows, so the tables are always exactly those of some batch; they can be dropped at any time and
 * come back from the journal. A trouble of the store (a locked table, a full disk, a broken connection) is waited out:
 * orders go on and the read tables follow later.
 */
import { type Millis, must } from '@veritick/domain'
import type { Logger } from 'pino'
import type { ChainHead, DurableBatch } from '../journal/index.ts'
import { CoreBusy, eventsOf, journalAfter } from '../journal/index.ts'
import { adviceFor, type Lane, type Query, type Store, troubleOf } from '../store/index.ts'
import { BatchBuffer } from './batch-buffer.ts'
import { FOLD_VERSION } from './fold.ts'
import { type Place, StepWriter } from './fold-step.ts'
import { Rest } from './rest.ts'

/**
 * Events folded in one transaction, give or take one batch. On the embedded store a commit waits for a transaction that
 * runs. A server has connections of its own for commits; there the bound is what the core's thread does at a time.
 */
const STEP_EVENTS = { embedded: 500, server: 2_000 } as const
/**
 * After a step the next one waits so long, until as many events have gathered as a step takes, or until a reader waits
 * for the read tables.
 */
const REST_MS = 100

/**
 * A step that takes longer is late: who waits for the read tables, and who comes to wait, is refused as busy until it
 * is done.
 */
export const PROJECTION_LATE_MS = 5_000
/** Between two tries of a step that the store refused. */
export const PROJECTION_RETRY_MS = 1_000

const READ_TABLES = 'orders, order_events, instrument_terms, ledger_entries, account_log, account_totals'

export type Projector = {
  add(batch: DurableBatch): void
  /** Resolves when the read tables hold this batch. */
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

/** The read tables stand still since then, by the wall clock. */
export type ProjectionTrouble = { readonly reason: 'projection_late'; readonly since: Millis }

type Waiter = { readonly batch: number; readonly resolve: () => void; readonly reject: (error: Error) => void }

export async function createProjector(options: {
  readonly store: Pick<Store, 'kind' | 'background'>
  readonly log: Logger
  readonly wallClock: () => Millis
  /** Where the durable journal ends now. */
  readonly head: ChainHead
  readonly onFailure: (error: Error) => void
}): Promise<Projector> {
  const { log, wallClock, onFailure } = options
  const store = options.store.background
  const stepEvents = STEP_EVENTS[options.store.kind]
  const opened = await openReadTables(store, log)
  let place: Place = opened
  let newest = options.head.batch
  const buffer = new BatchBuffer()
  const writer = new StepWriter(store)
  const rest = new Rest()
  let waiters: Waiter[] = []
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let failed: Error | undefined
  let trouble: ProjectionTrouble | undefined
  let isStopping = false

  const canRest = () => waiters.length === 0 && buffer.events < stepEvents && !isStopping

  function wake(): void {
    if (isRunning || failed !== undefined || place.batch >= newest) return
    isRunning = true
    running = run()
  }

  async function run(): Promise<void> {
    try {
      while (place.batch < newest && (await advance())) {
        tell()
        if (canRest()) await rest.take(REST_MS)
      }
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error))
      rejectWaiters(failed)
      onFailure(failed)
    }
    isRunning = false
  }

  /** One step, tried again until the store takes it. False: the store refused it and nothing more is to be tried. */
  async function advance(): Promise<boolean> {
    const timer = setTimeout(beLate, PROJECTION_LATE_MS)
    let isUnsure = false
    try {
      for (;;) {
        try {
          // A step without an answer may have been done: the checkpoint knows.
          if (isUnsure) place = await placeOf(store.query)
          isUnsure = false
          if (place.batch < newest) place = await writer.write(place, await nextStep())
          if (trouble !== undefined) log.warn('the read tables follow again')
          trouble = undefined
          return true
        } catch (error) {
          if (troubleOf(error) === undefined) throw error
          isUnsure = true
          log.warn(
            { err: error },
            adviceFor(error) ?? 'the read tables cannot follow now: tried again every second, orders go on',
          )
          if (isStopping) return false
        }
        await new Promise((resolve) => setTimeout(resolve, PROJECTION_RETRY_MS))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  function beLate(): void {
    trouble = { reason: 'projection_late', since: wallClock() }
    rejectWaiters(new CoreBusy('the read tables do not follow'))
  }

  function rejectWaiters(error: Error): void {
    for (const waiter of waiters) waiter.reject(error)
    waiters = []
  }

  /** The next batches in order, from memory where they follow on, otherwise from the journal. */
  async function nextStep(): Promise<readonly DurableBatch[]> {
    return buffer.takeAfter(place.batch, stepEvents) ?? readStep(store.query, { after: place.batch, stepEvents })
  }

  function tell(): void {
    for (const waiter of waiters) if (waiter.batch <= place.batch) waiter.resolve()
    waiters = waiters.filter((waiter) => waiter.batch > place.batch)
  }

  wake()
  return {
    add(batch) {
      newest = batch.header.batch
      buffer.add(batch)
      if (!canRest()) rest.wake()
      wake()
    },
    reached: (batch) => {
      if (failed !== undefined) return Promise.reject(failed)
      if (place.batch >= batch) return Promise.resolve()
      if (trouble !== undefined) return Promise.reject(new CoreBusy('the read tables do not follow'))
      rest.wake()
      return new Promise((resolve, reject) => waiters.push({ batch, resolve, reject }))
    },
    sequence: () => place.sequence,
    isNewFold: () => opened.isNewFold,
    trouble: () => trouble,
    stop: () => {
      isStopping = true
      rest.wake()
      return running
    },
  }
}

async function dropReadTables(query: Query): Promise<void> {
  await query(`truncate ${READ_TABLES}, projection`)
}

/**
 * As the operator asked: the projector that is opened next folds everything, and the start waits for it and compares.
 */
export async function rebuildReadTables(store: Lane, log: Logger): Promise<void> {
  log.warn('the read tables are rebuilt from the journal, as --rebuild-read-tables asked')
  await emptyReadTables(store)
}

async function openReadTables(store: Lane, log: Logger): Promise<Place & { readonly isNewFold: boolean }> {
  const rows = await store.query<{ version: number; batch: number; sequence: number }>(
    'select version, batch, sequence from projection',
  )
  const found = rows[0]
  if (found !== undefined && found.version === FOLD_VERSION) return { ...found, isNewFold: false }
  if (found !== undefined) log.info('the read tables are of another version: they are rebuilt from the journal')
  await emptyReadTables(store)
  return { batch: 0, sequence: 0, isNewFold: found !== undefined }
}

async function emptyReadTables(store: Lane): Promise<void> {
  await store.transaction(async (tx) => {
    await dropReadTables(tx.query)
    await tx.query('insert into projection (id, version, batch, sequence) values (1, $1, 0, 0)', [FOLD_VERSION])
  })
}

async function placeOf(query: Query): Promise<Place> {
  const rows = await query<Place>('select batch, sequence from projection')
  return must(rows[0], 'an open projection has its checkpoint')
}

async function readStep(
  query: Query,
  from: { readonly after: number; readonly stepEvents: number },
): Promise<readonly DurableBatch[]> {
  const step: DurableBatch[] = []
  let events = 0
  for await (const row of journalAfter(query, from.after)) {
    step.push({ header: row.header, events: eventsOf(row).events, bytes: row.events })
    events += row.header.eventCount
    if (events >= from.stepEvents) break
  }
  return step
}
