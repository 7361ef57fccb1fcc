/**
 * Turns durable events into notices. Each notice is stored once, with its mail and a checkpoint in one transaction,
 * then given to the listeners (the socket). Batches come from memory where they follow the checkpoint, otherwise from
 * the journal, so a crash between the commit and the notice loses none.
 */
import { micros, must, type UserId } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import { eventsOf, journalAfter } from '../../journal/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import { ShownRows } from '../../services/seals/index.ts'
import { type Store, type Transaction, troubleOf } from '../../store/index.ts'
import { accountToShow, type OwnedAccount } from '../accounts/index.ts'
import type { Alerts } from '../alerts/index.ts'
import { type AccountNotice, type InstrumentNames, isNoticed, noticesOf } from './facts.ts'
import { type Fees, feeNotices, feesAfter, feesText, isFeeEvent } from './fees.ts'
import { mailNotices, type ToldNotices } from './mails.ts'
import { type LeftOut, leavingOut, workOf } from './one-failed.ts'
import {
  type AccountNotices,
  type Done,
  isSame,
  NO_ACCOUNT,
  storedProgress,
  turnsOf,
  writeProgress,
} from './progress.ts'
import {
  keepNotices,
  noticeNumbered,
  takeUntold,
  UNTOLD_MAX,
  type Unread,
  unreadOf,
  untoldUsers,
} from './stored-notices.ts'
import type { KeptNotice } from './wire.ts'

/** The notices of one account, after they were stored, for its owner. */
export type StoredNotices = { readonly user: UserId; readonly notices: readonly KeptNotice[]; readonly unread: Unread }
type StoredListener = (stored: StoredNotices) => void

export type Notices = {
  /** After each commit, in order. Returns the function that ends it. */
  onStored(listener: StoredListener): () => void
  /**
   * Stores notices that no event of the engine makes; `tx` commits them. Call `told` with the answer after the commit.
   */
  add(tx: Transaction, owned: OwnedAccount, notices: readonly AccountNotice[]): Promise<StoredNotices>
  told(stored: StoredNotices): void
  /** The notice of a kept number; `undefined`: it was deleted, or this server did not write it. */
  numbered(notice: number): Promise<KeptNotice | undefined>
  /** Proves what was read from the store. */
  readonly shown: ShownRows
  /**
   * Resolves when the notices of every batch published until now are stored, and the sockets were told of all. Rejects
   * when `stop` comes first.
   */
  settled(): Promise<void>
  stop(): Promise<void>
}

export type NoticesOptions = {
  readonly store: Store
  readonly core: Core
  readonly messages: Messages
  readonly runtime: Runtime
  readonly encryption: Encryption
  readonly ids: Ids
  readonly names: InstrumentNames
  readonly jobs: Jobs
  readonly alerts: Pick<Alerts, 'happened'>
  readonly log: Logger
}

/** True if a notice can follow from the event. */
const matters = (event: Event): boolean => isNoticed(event) || isFeeEvent(event)

type Batch = { readonly batch: number; readonly wallTime: number; readonly events: readonly Event[] }

/** Batches that wait in memory; beyond it they are read from the journal. */
const WAITING_MAX = 10_000
/**
 * Batches without a notice after which the checkpoint is written all the same: a start reads at most this many again.
 */
const CHECKPOINT_EVERY = 1_000
/** Below every notice. */
const NO_NOTICE = 0
/** How soon a customer is told of what other features store. */
const TELL_EVERY_MS = 1_000
/** After a failure of the store. */
const RETRY_MS = 1_000

type Opened = NoticesOptions & { readonly shown: ShownRows }

export async function openNotices(given: NoticesOptions): Promise<Notices> {
  const shown = new ShownRows(given)
  const options = { ...given, shown }
  const progress = await loadProgress(options.store)
  const follower = new Follower(options, progress)
  const unlisten = options.core.onPublished((batch) => follower.take(batch))
  follower.wake()
  let after = NO_NOTICE
  const tellJob = options.jobs.add({
    name: 'notices',
    everyMs: TELL_EVERY_MS,
    run: async () => {
      after = await tellUntold(options, follower, after)
    },
  })
  return {
    onStored: (listener) => follower.listen(listener),
    add: (tx, owned, notices) => storeNotices(options, tx, { owned, notices, happened: options.runtime.now() }),
    told: (stored) => follower.tell(stored),
    numbered: (notice) => noticeNumbered({ query: given.store.query, shown }, notice),
    shown,
    settled: async () => {
      await follower.settled()
      await tellJob.run()
    },
    stop: async () => {
      unlisten()
      await tellJob.stop()
      await follower.stop()
    },
  }
}

/**
 * Notices that other features stored in transactions of their own: decisions about money and identity, sign-ins,
 * answers of support. A customer whose notices cannot be read delays no other customer, and is told later. Returns the
 * notice behind which the next run begins: after a full run it goes on, because those that failed are still the oldest.
 */
async function tellUntold({ store, log, shown }: Opened, follower: Follower, after: number): Promise<number> {
  const untold = await untoldUsers(store.query, after)
  for (const { user } of untold) {
    try {
      await store.transaction(async (tx) => {
        const reading = { query: tx.query, shown }
        const notices = await takeUntold(reading, user)
        const unread = await unreadOf(reading, user)
        // Also after a COMMIT without an answer: at worst the next run tells them once more.
        tx.onEnd(() => follower.tell({ user, notices, unread }))
      })
    } catch (error) {
      if (troubleOf(error) !== undefined) throw error
      log.error({ err: error, user }, 'a customer could not be told of notices; the server tries again')
    }
  }
  return untold.length < UNTOLD_MAX ? NO_NOTICE : (untold.at(-1)?.oldest ?? NO_NOTICE)
}

class Follower {
  readonly #options: Opened
  readonly #listeners = new Set<StoredListener>()
  /** How far notices are done, and how far the store knows them to be. */
  #done: Done
  #written: Done
  #newest: number
  #waiting: Batch[] = []
  /** A transaction whose end is unknown. Listeners get its notices when a retry finds it stored. */
  #inDoubt: { readonly done: Done; readonly notices: readonly StoredNotices[] } | undefined
  #running: Promise<void> | undefined
  /** After a failure; nothing is tried before its end. */
  #pause: Pause | undefined
  #stopped = false

  constructor(options: Opened, progress: Progress) {
    this.#options = options
    const { done, newest } = progress
    // A row that was changed in the store may be ahead of the journal.
    this.#done = done.batch <= newest ? done : { ...done, batch: newest, account: NO_ACCOUNT }
    this.#written = done
    this.#newest = newest
  }

  listen(listener: StoredListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  take({ batch, wallTime, events }: Batch): void {
    this.#newest = batch
    if (this.#waiting.length >= WAITING_MAX) this.#waiting = []
    this.#waiting.push({ batch, wallTime, events: events.filter(matters) })
    this.wake()
  }

  wake(): void {
    if (this.#running !== undefined || this.#pause !== undefined || this.#stopped) return
    if (this.#done.batch >= this.#newest) return
    this.#running = this.#run().then(
      () => {
        this.#running = undefined
        // A batch may have come between the last look and here.
        this.wake()
      },
      (error: unknown) => {
        this.#running = undefined
        this.#options.log.error({ err: error }, 'notices could not be stored; the server tries again in a second')
        this.#pause = pauseOf(RETRY_MS, () => {
          this.#pause = undefined
          this.wake()
        })
      },
    )
  }

  async settled(): Promise<void> {
    const until = this.#newest
    while (this.#done.batch < until) {
      if (this.#stopped) throw new Error('notices are stopped: those of the newest batches follow at the next start')
      this.wake()
      await (this.#running ?? this.#pause?.ended)
    }
  }

  /** A write that has failed is not tried again: the next start stores its notices. */
  async stop(): Promise<void> {
    while (this.#running !== undefined) await this.#running
    this.#stopped = true
    this.#pause?.end()
    if (this.#done.batch > this.#written.batch)
      await this.#options.store.transaction((tx) => writeProgress(tx, this.#written, this.#done))
  }

  tell(stored: StoredNotices): void {
    for (const listener of this.#listeners) {
      try {
        listener(stored)
      } catch (error) {
        this.#options.log.error({ err: error }, 'a listener to notices failed')
      }
    }
  }

  async #run(): Promise<void> {
    while (this.#done.batch < this.#newest) {
      this.#waiting = this.#waiting.filter((each) => each.batch > this.#done.batch)
      const [next] = this.#waiting
      if (next?.batch === this.#done.batch + 1) await this.#store(next)
      else await this.#readJournal(next?.batch ?? this.#newest + 1)
    }
  }

  /** Batches before `until`. */
  async #readJournal(until: number): Promise<void> {
    for await (const row of journalAfter(this.#options.store.query, this.#done.batch)) {
      const { batch, wallTime } = row.header
      if (batch >= until) return
      await this.#store({ batch, wallTime, events: eventsOf(row).events.filter(matters) })
    }
  }

  /** Only where fees changed. At the first start of a store there is nothing that they changed from. */
  async #feeNotices(after: Fees, events: readonly Event[]): Promise<AccountNotice[]> {
    const [change] = events.filter(isFeeEvent).slice(-1)
    const before = this.#done.fees
    if (change === undefined || feesText(before) === feesText(after)) return []
    const { core, ids, names } = this.#options
    return feeNotices(core, { before, after, at: change.at, ids, names })
  }

  async #store(batch: Batch): Promise<void> {
    while (this.#done.batch < batch.batch) await this.#storeRest(batch)
  }

  /** Stores the notices of a batch after those that are done; fewer if the store's progress is not the known one. */
  async #storeRest({ batch, wallTime, events }: Batch): Promise<void> {
    const fees = feesAfter(this.#done.fees, events)
    const notices = [...(await noticesOf(events, this.#options.names)), ...(await this.#feeNotices(fees, events))]
    const turns = turnsOf(notices, this.#done.account)
    const last = turns.pop() ?? []
    for (const turn of turns) {
      const { account } = must(turn.at(-1), 'a turn has an account')
      if (!(await this.#storeTurn(turn, { ...this.#done, account }, wallTime))) return
    }
    const done: Done = { batch, account: NO_ACCOUNT, fees }
    if (last.length === 0 && !events.some(isFeeEvent) && batch - this.#written.batch < CHECKPOINT_EVERY)
      this.#done = done
    else await this.#storeTurn(last, done, wallTime)
  }

  /**
   * The notices of some accounts and how far they bring the follower, in one transaction; then the listeners. False:
   * the store stands elsewhere, where a transaction whose answer was lost has brought it.
   */
  async #storeTurn(turn: readonly AccountNotices[], done: Done, wallTime: number): Promise<boolean> {
    const { result: stored, leftOut } = await leavingOut((without) => {
      const left = turn.filter(({ account }) => !without.has(account))
      return this.#storeAll(left, done, wallTime)
    })
    if (stored !== undefined) {
      this.#written = done
      this.#done = done
      await this.#report(leftOut)
    }
    for (const each of stored ?? (await this.#takeProgress())) this.tell(each)
    this.#inDoubt = undefined
    return stored !== undefined
  }

  /** `undefined`: the store stands elsewhere. */
  #storeAll(turn: readonly AccountNotices[], done: Done, wallTime: number): Promise<StoredNotices[] | undefined> {
    const stored: StoredNotices[] = []
    return this.#options.store.transaction(async (tx) => {
      if (!(await writeProgress(tx, this.#written, done))) return undefined
      tx.onEnd((end) => {
        if (end === 'unknown') this.#inDoubt = { done, notices: stored }
      })
      for (const { account, notices } of turn) {
        await workOf(account, async () => {
          const owned = await accountToShow(tx.db, account)
          // An account is written with its owner before the engine opens it, so only tests have one without.
          if (owned === undefined) return
          stored.push(await storeNotices(this.#options, tx, { owned, notices, happened: wallTime }))
        })
      }
      return stored
    })
  }

  /** Tells staff of accounts that were left out: their owners do not have these notices. */
  async #report(leftOut: LeftOut): Promise<void> {
    const { alerts, store, log } = this.#options
    for (const [account, error] of leftOut) {
      log.error({ err: error, account }, 'notices of an account could not be stored and are left out')
      await store
        .transaction((tx) => alerts.happened(tx, 'notice_lost', micros(0)))
        .catch((trouble: unknown) => log.error({ err: trouble }, 'staff could not be alerted to a lost notice'))
    }
  }

  /**
   * The store does not stand where this process knows it. Either the transaction in doubt is stored, whose notices are
   * returned, or the row was changed: then no notice is left out for it.
   */
  async #takeProgress(): Promise<readonly StoredNotices[]> {
    this.#written = await storedProgress(this.#options.store)
    const inDoubt = this.#inDoubt
    if (inDoubt !== undefined && isSame(this.#written, inDoubt.done)) {
      this.#done = inDoubt.done
      return inDoubt.notices
    }
    this.#options.log.error('the progress of notices was changed in the store; the server writes its own again')
    return []
  }
}

type Pause = { readonly ended: Promise<void>; end(): void }

/** Calls `ended` once: after the time, or when `end` is called. */
function pauseOf(duration: number, ended: () => void): Pause {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const timer = setTimeout(() => end(), duration)
  timer.unref()
  const done = () => {
    clearTimeout(timer)
    ended()
  }
  return { ended: over.then(done), end }
}

type Progress = { readonly done: Done; readonly newest: number }

async function storeNotices(options: Opened, tx: Transaction, told: ToldNotices): Promise<StoredNotices> {
  const { runtime, alerts } = options
  const { user } = told.owned
  const reading = { ...options, query: tx.query }
  const notices = await keepNotices(reading, told.owned, told.notices, told.happened)
  await mailNotices({ ...options, tx, now: runtime.now() }, told)
  await alertProtection(tx, alerts, told)
  return { user, notices, unread: await unreadOf(reading, user) }
}

/** Raises the staff alert about the amount that the operator paid for a real account; demo money costs nothing. */
async function alertProtection(
  tx: Transaction,
  alerts: NoticesOptions['alerts'],
  told: Pick<ToldNotices, 'owned' | 'notices'>,
): Promise<void> {
  const paid = told.notices.filter(({ facts }) => facts.kind === 'balance_protected')
  if (told.owned.kind !== 'real') return
  for (const { facts } of paid) {
    const amount = micros(must(facts.amount, 'what the operator paid for a protected account'))
    await alerts.happened(tx, 'protection_paid', amount)
  }
}

async function loadProgress(store: Store): Promise<Progress> {
  const [journal] = await store.query<{ newest: number | null }>('select max(batch) as newest from journal')
  return { done: await storedProgress(store), newest: journal?.newest ?? 0 }
}
