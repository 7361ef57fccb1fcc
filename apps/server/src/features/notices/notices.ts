/**
 * Turns durable events into notices. Each notice is stored once, with its mail and a checkpoint in one transaction,
 * then given to the listeners (the socket). Batches come from memory where they follow the checkpoint, otherwise from
 * the journal, so a crash between the commit and the notice loses none.
 */
import { micros, type UserId } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import { eventsOf, journalAfter } from '../../journal/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Store, Transaction } from '../../store/index.ts'
import { accountRow, type OwnedAccount } from '../accounts/index.ts'
import type { Alerts } from '../alerts/index.ts'
import { type AccountNotice, type InstrumentNames, isNoticed, noticesOf } from './facts.ts'
import { type Fees, feeNotices, feesAfter, feesFrom, feesText, isFeeEvent, NO_FEES } from './fees.ts'
import { mailNotices, type ToldNotices } from './mails.ts'
import { keepNotices, takeUntold, unreadCount } from './stored-notices.ts'
import type { KeptNotice } from './wire.ts'

/** Of one account, after they were stored, for its owner. */
export type StoredNotices = { readonly user: UserId; readonly notices: readonly KeptNotice[]; readonly unread: number }
type StoredListener = (stored: StoredNotices) => void

export type Notices = {
  /** After each commit, in order. Gives the function that ends it. */
  onStored(listener: StoredListener): () => void
  /**
   * Stores notices that no event of the engine makes; `tx` commits them. Call `told` with the answer after the commit.
   */
  add(tx: Transaction, owned: OwnedAccount, notices: readonly AccountNotice[]): Promise<StoredNotices>
  told(stored: StoredNotices): void
  /** Resolves when the notices of every batch published until now are stored, and the sockets were told of all. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export type NoticesOptions = {
  readonly store: Store
  readonly core: Core
  readonly messages: Messages
  readonly runtime: Runtime
  readonly ids: Ids
  readonly names: InstrumentNames
  readonly jobs: Jobs
  readonly alerts: Pick<Alerts, 'happened'>
  readonly log: Logger
}

/** What of a batch can become a notice. */
const matters = (event: Event): boolean => isNoticed(event) || isFeeEvent(event)

type Batch = { readonly batch: number; readonly wallTime: number; readonly events: readonly Event[] }

/** Batches that wait in memory; beyond it they are read from the journal. */
const WAITING_MAX = 10_000
/** Batches without a notice after which the checkpoint is written all the same: a start reads at most so many again. */
const CHECKPOINT_EVERY = 1_000
/** How soon a customer is told of what other features store. */
const TELL_EVERY_MS = 1_000
/** After a failure of the store. */
const RETRY_MS = 1_000

export async function openNotices(options: NoticesOptions): Promise<Notices> {
  const progress = await loadProgress(options.store)
  const follower = new Follower(options, progress)
  const unlisten = options.core.onPublished((batch) => follower.take(batch))
  follower.wake()
  const tellJob = options.jobs.add({
    name: 'notices',
    everyMs: TELL_EVERY_MS,
    run: () => tellUntold(options, follower),
  })
  return {
    onStored: (listener) => follower.listen(listener),
    add: (tx, owned, notices) => storeNotices(options, tx, { owned, notices, happened: options.runtime.now() }),
    told: (stored) => follower.tell(stored),
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
 * answers of support.
 */
async function tellUntold({ store }: NoticesOptions, follower: Follower): Promise<void> {
  const untold = await takeUntold(store.query)
  for (const user of new Set(untold.map((each) => each.user))) {
    const notices = untold.filter((each) => each.user === user)
    follower.tell({ user, notices, unread: await unreadCount(store.query, user) })
  }
}

class Follower {
  readonly #options: NoticesOptions
  readonly #listeners = new Set<StoredListener>()
  /** The last batch that is done with, and the last one that the store knows to be. */
  #done: number
  #written: number
  #newest: number
  #fees: Fees
  #waiting: Batch[] = []
  #running: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: NoticesOptions, progress: Progress) {
    this.#options = options
    this.#done = progress.batch
    this.#written = progress.batch
    this.#newest = progress.newest
    this.#fees = progress.fees
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
    if (this.#running !== undefined || this.#stopped || this.#done >= this.#newest) return
    this.#running = this.#run().then(
      () => {
        this.#running = undefined
        // A batch may have come between the last look and here.
        this.wake()
      },
      (error: unknown) => {
        this.#running = undefined
        this.#options.log.error({ err: error }, 'notices could not be stored; the server tries again in a second')
        this.#retry = setTimeout(() => this.wake(), RETRY_MS)
        this.#retry.unref()
      },
    )
  }

  async settled(): Promise<void> {
    while (this.#done < this.#newest) {
      this.wake()
      await this.#running
    }
  }

  async stop(): Promise<void> {
    while (this.#running !== undefined) await this.#running
    this.#stopped = true
    clearTimeout(this.#retry)
    if (this.#done > this.#written)
      await this.#options.store.transaction((tx) => writeProgress(tx, { batch: this.#done, fees: this.#fees }))
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
    while (this.#done < this.#newest) {
      this.#waiting = this.#waiting.filter((each) => each.batch > this.#done)
      const [next] = this.#waiting
      if (next?.batch === this.#done + 1) await this.#store(next)
      else await this.#readJournal(next?.batch ?? this.#newest + 1)
    }
  }

  /** Batches before `until`. */
  async #readJournal(until: number): Promise<void> {
    for await (const row of journalAfter(this.#options.store.query, this.#done)) {
      const { batch, wallTime } = row.header
      if (batch >= until) return
      await this.#store({ batch, wallTime, events: eventsOf(row).events.filter(matters) })
    }
  }

  /** Only where fees changed. At the first start of a store there is nothing that they changed from. */
  async #feeNotices(after: Fees, events: readonly Event[]): Promise<AccountNotice[]> {
    const [change] = events.filter(isFeeEvent).slice(-1)
    const before = this.#fees
    if (change === undefined || feesText(before) === feesText(after)) return []
    const { core, ids, names } = this.#options
    return feeNotices(core, { before, after, at: change.at, ids, names })
  }

  async #store({ batch, wallTime, events }: Batch): Promise<void> {
    const fees = feesAfter(this.#fees, events)
    const notices = [...noticesOf(events, this.#options.names), ...(await this.#feeNotices(fees, events))]
    const accounts = [...new Set(notices.map((each) => each.account))]
    const stored: StoredNotices[] = []
    if (accounts.length > 0 || events.some(isFeeEvent) || batch - this.#written >= CHECKPOINT_EVERY) {
      await this.#options.store.transaction(async (tx) => {
        for (const account of accounts) {
          const owned = await accountRow(tx.db, account)
          // An account is written with its owner before the engine opens it, so only tests have one without.
          if (owned === undefined) continue
          const own = notices.filter((each) => each.account === account)
          stored.push(await storeNotices(this.#options, tx, { owned, notices: own, happened: wallTime }))
        }
        await writeProgress(tx, { batch, fees })
      })
      this.#written = batch
    }
    this.#done = batch
    this.#fees = fees
    for (const each of stored) this.tell(each)
  }
}

type Progress = { readonly batch: number; readonly newest: number; readonly fees: Fees }

async function storeNotices(
  { messages, runtime, ids, alerts }: NoticesOptions,
  tx: Transaction,
  told: ToldNotices,
): Promise<StoredNotices> {
  const { user } = told.owned
  const notices = await keepNotices(tx.query, told.owned, told.notices, told.happened)
  await mailNotices({ tx, messages, ids, now: runtime.now() }, told)
  await alertProtection(tx, alerts, told)
  return { user, notices, unread: await unreadCount(tx.query, user) }
}

/** What the operator paid for a real account; demo money costs nothing. */
async function alertProtection(
  tx: Transaction,
  alerts: NoticesOptions['alerts'],
  told: Pick<ToldNotices, 'owned' | 'notices'>,
): Promise<void> {
  const paid = told.notices.filter(({ facts }) => facts.kind === 'balance_protected')
  if (told.owned.kind !== 'real') return
  for (const { facts } of paid) await alerts.happened(tx.query, 'protection_paid', micros(facts.amount ?? 0))
}

async function loadProgress({ query }: Store): Promise<Progress> {
  const [progress] = await query<{ batch: number; fees: string }>(
    'select batch, fees from notice_progress where id = 1',
  )
  const [journal] = await query<{ newest: number | null }>('select max(batch) as newest from journal')
  return {
    batch: progress?.batch ?? 0,
    newest: journal?.newest ?? 0,
    fees: progress === undefined ? NO_FEES : feesFrom(progress.fees),
  }
}

async function writeProgress({ query }: Transaction, done: Omit<Progress, 'newest'>): Promise<void> {
  await query(
    `insert into notice_progress (id, batch, fees) values (1, $1, $2)
     on conflict (id) do update set batch = excluded.batch, fees = excluded.fees`,
    [done.batch, feesText(done.fees)],
  )
}
