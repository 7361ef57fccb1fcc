/**
 * Folds durable events into the read tables, behind the write path and never in its way. A checkpoint moves in the same
 * transaction as the rows, so the tables are always exactly those of some batch; they can be dropped at any time and
 * come back from the journal. A trouble of the store (a locked table, a full disk, a broken connection) is waited out:
 * orders go on and the read tables follow later.
 */
import { assert, type Millis, must } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import {
  accountLog,
  accountTotals,
  adviceFor,
  instrumentTerms,
  type Lane,
  ledgerEntries,
  orderEvents,
  orders,
  type Query,
  type Transaction,
  troubleOf,
} from '../store/index.ts'
import type { ChainHead } from './batch.ts'
import { eventsOf } from './batch.ts'
import { CoreBusy } from './errors.ts'
import { FOLD_VERSION, fold, type Tables, touchedBy } from './fold.ts'
import type { DurableBatch } from './publish.ts'
import { journalAfter, writeRows } from './rows.ts'

/** Events folded in one transaction, give or take one batch: on the embedded store a commit waits that long at most. */
const STEP_EVENTS = 500
/** Events kept in memory for a projector that is behind; beyond it they are read from the journal. */
const BUFFER_EVENTS_MAX = 100_000

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
type Place = { readonly batch: number; readonly sequence: number }

export async function createProjector(options: {
  readonly store: Lane
  readonly log: Logger
  readonly wallClock: () => Millis
  /** Where the durable journal ends now. */
  readonly head: ChainHead
  readonly onFailure: (error: Error) => void
}): Promise<Projector> {
  const { store, log, wallClock, onFailure } = options
  const opened = await openReadTables(store, log)
  let place: Place = opened
  let newest = options.head.batch
  let buffer: DurableBatch[] = []
  let buffered = 0
  let waiters: Waiter[] = []
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let failed: Error | undefined
  let trouble: ProjectionTrouble | undefined
  let isStopping = false

  function wake(): void {
    if (isRunning || failed !== undefined || place.batch >= newest) return
    isRunning = true
    running = run()
  }

  async function run(): Promise<void> {
    try {
      while (place.batch < newest && (await advance())) tell()
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
          if (place.batch < newest) place = await foldStep(store, place, await nextStep())
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
    const known = buffer.findIndex((batch) => batch.header.batch === place.batch + 1)
    if (known < 0) return readStep(store.query, place.batch)
    let events = 0
    const end = buffer.findIndex((batch, at) => {
      if (at < known) return false
      const full = events >= STEP_EVENTS
      events += batch.events.length
      return full
    })
    const step = buffer.slice(known, end < 0 ? undefined : end)
    buffer = end < 0 ? [] : buffer.slice(end)
    buffered = buffer.reduce((sum, batch) => sum + batch.events.length, 0)
    return step
  }

  function tell(): void {
    for (const waiter of waiters) if (waiter.batch <= place.batch) waiter.resolve()
    waiters = waiters.filter((waiter) => waiter.batch > place.batch)
  }

  wake()
  return {
    add(batch) {
      newest = batch.header.batch
      if (buffered > BUFFER_EVENTS_MAX) {
        buffer = []
        buffered = 0
      } else {
        buffer.push(batch)
        buffered += batch.events.length
      }
      wake()
    },
    reached: (batch) => {
      if (failed !== undefined) return Promise.reject(failed)
      if (place.batch >= batch) return Promise.resolve()
      if (trouble !== undefined) return Promise.reject(new CoreBusy('the read tables do not follow'))
      return new Promise((resolve, reject) => waiters.push({ batch, resolve, reject }))
    },
    sequence: () => place.sequence,
    isNewFold: () => opened.isNewFold,
    trouble: () => trouble,
    stop: () => {
      isStopping = true
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

async function readStep(query: Query, after: number): Promise<readonly DurableBatch[]> {
  const step: DurableBatch[] = []
  let events = 0
  for await (const row of journalAfter(query, after)) {
    step.push({ header: row.header, events: eventsOf(row).events, bytes: row.events })
    events += row.header.eventCount
    if (events >= STEP_EVENTS) break
  }
  return step
}

async function foldStep(store: Lane, from: Place, step: readonly DurableBatch[]): Promise<Place> {
  const last = step[step.length - 1]
  assert(last !== undefined && step[0]?.header.batch === from.batch + 1, 'a step follows on the checkpoint')
  const place = { batch: last.header.batch, sequence: last.header.firstEvent + last.header.eventCount - 1 }
  await store.transaction(async (tx) => {
    const moved = await tx.query(
      'update projection set batch = $1, sequence = $2 where id = 1 and batch = $3 returning batch',
      [place.batch, place.sequence, from.batch],
    )
    assert(moved.length === 1, `the read tables stand at batch ${from.batch}`)
    const tables = await loadTables(
      tx,
      step.flatMap((batch) => batch.events),
    )
    for (const { header, events } of step) {
      events.forEach((event, at) => {
        fold(tables, { event, sequence: header.firstEvent + at, wallTime: header.wallTime })
      })
    }
    await writeRows(tx.query, orders, [...tables.orders.values()])
    await writeRows(tx.query, accountTotals, [...tables.totals.values()])
    await writeRows(tx.query, orderEvents, tables.orderEvents)
    await writeRows(tx.query, instrumentTerms, tables.terms)
    await writeRows(tx.query, ledgerEntries, tables.ledger)
    await writeRows(tx.query, accountLog, tables.log)
  })
  return place
}

async function loadTables(tx: Transaction, events: readonly Event[]): Promise<Tables> {
  const touched = events.map(touchedBy)
  const orderIds = [...new Set(touched.flatMap(({ order }) => order ?? []))]
  const accountIds = [...new Set(touched.flatMap(({ account }) => account ?? []))]
  const orderRows =
    orderIds.length === 0 ? [] : await tx.db.select().from(orders).where(inArray(orders.order, orderIds))
  const totalRows =
    accountIds.length === 0
      ? []
      : await tx.db.select().from(accountTotals).where(inArray(accountTotals.account, accountIds))
  return {
    orders: new Map(orderRows.map((row) => [row.order, row])),
    totals: new Map(totalRows.map((row) => [row.account, row])),
    orderEvents: [],
    terms: [],
    ledger: [],
    log: [],
  }
}
