/** The figures of the office's health page. Sums are computed from the ledger's own lines, not from a stored total. */
import type { OfficeData } from '@veritick/contract/office'
import { formatDecimal, type Millis, millis } from '@veritick/domain'
import { lastBackup } from '../../backup/index.ts'
import type { OfficeHandlers } from '../../calls/index.ts'
import { DAY_MS, SECOND_MS } from '../../services/clock/index.ts'
import { lostIn } from '../../services/uploads/index.ts'
import { sumUsage, troubleOf } from '../../store/index.ts'
import { usualOfDeposit } from '../deposits/index.ts'
import { usualOfIdentity } from '../identity/index.ts'
import { waitingIn } from '../reviews/index.ts'
import { STAFF_IDLE_MILLIS } from '../staff/index.ts'
import { usualOfWithdrawal } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

type Health = OfficeData<'health'>

/** The books are added up at most this often: it reads the whole ledger. */
export const BOOKS_KEPT_MS = 10_000
const MESSAGES_LOOKED_BACK_MS = 30 * DAY_MS
const USD_DECIMALS = 6

export function healthHandlers(context: Context): OfficeHandlers<'health'> {
  let kept: { readonly at: number; readonly books: Promise<Health['books']> } | undefined
  const readBooks = (now: number) => {
    if (kept === undefined || now - kept.at >= BOOKS_KEPT_MS || now < kept.at) {
      kept = { at: now, books: booksOf(context) }
      kept.books.catch(() => {
        kept = undefined
      })
    }
    return kept.books
  }
  const lost = lostIn(context)
  const books = remembered<Health['books']>([], readBooks)
  const queues = remembered<Health['queues']>(NO_QUEUES, () => queuesOf(context))
  const messages = remembered<Health['messages']>({ ...NONE_WAITS, given_up: 0 }, (now) => messagesOf(context, now))
  const sessions = remembered<Health['sessions']>({ customers: 0, staff: 0 }, (now) => sessionsOf(context, now))
  const pictures = remembered<Health['pictures']>({ lost: 0 }, async (now) => ({ lost: await lost(now) }))
  return {
    health: async () => {
      const at = context.runtime.now()
      const stored = await Promise.all([books(at), queues(at), messages(at), sessions(at), pictures(at)])
      const old = stored.flatMap(({ oldSince }) => oldSince ?? [])
      const data = {
        at,
        feed: feedOf(context),
        ...engineOf(context),
        troubles: [
          ...troublesOf(context),
          ...(old.length === 0 ? [] : [{ reason: 'figures_old' as const, since: millis(Math.min(...old)) }]),
        ],
        store: storeOf(context),
        books: stored[0].value,
        queues: stored[1].value,
        messages: stored[2].value,
        sessions: stored[3].value,
        pictures: stored[4].value,
        records: context.recordFaults.all().map(({ record, id, text }) => ({ kind: record, id, fault: text })),
        figures_at: oldest(stored.map(({ readAt }) => readAt)),
        backup: await backupOf(context),
      }
      return { ok: true, data }
    },
  }
}

const NONE_WAITS = { count: 0, oldest_at: null }
const NO_QUEUE = { ...NONE_WAITS, usual_minutes: null }
const NO_QUEUES = { identity: NO_QUEUE, deposits: NO_QUEUE, withdrawals: NO_QUEUE, corrections: NO_QUEUE }

/** `null`: some figure was never read. */
function oldest(moments: readonly (number | undefined)[]): Millis | null {
  const read = moments.flatMap((each) => each ?? [])
  return read.length < moments.length ? null : millis(Math.min(...read))
}

/** The last backup, read from a file of DATA_DIR: the file can be read while the store does not answer. */
async function backupOf({ config }: Context): Promise<Health['backup']> {
  const made = await lastBackup(config)
  return made === undefined ? null : { at: millis(made.at), bytes: made.bytes ?? null }
}

/** How long the page waits for figures before it shows the last known ones. */
const FIGURES_WAIT_MS = 3 * SECOND_MS

/**
 * Figures out of the store, or the last that it gave while it is in trouble or silent: this page is read most when it
 * is.
 */
function remembered<T>(
  first: T,
  read: (now: number) => Promise<T>,
): (now: number) => Promise<{ value: T; readAt: number | undefined; oldSince: number | undefined }> {
  let last = first
  let readAt: number | undefined
  let oldSince: number | undefined
  let reading: Promise<void> | undefined
  const readNow = async (now: number) => {
    try {
      last = await read(now)
      readAt = now
      oldSince = undefined
    } catch (error) {
      if (troubleOf(error) === undefined) throw error
      oldSince ??= now
    } finally {
      reading = undefined
    }
  }
  return async (now) => {
    // A reading without an answer holds a connection: the next page waits for the same one.
    if (reading === undefined) {
      reading = readNow(now)
      // A page that has stopped waiting gets no result.
      reading.catch(() => {})
    }
    if ((await Promise.race([reading, silence()])) === 'silent') oldSince ??= now
    return { value: last, readAt, oldSince }
  }
}

const silence = () => new Promise<'silent'>((resolve) => setTimeout(() => resolve('silent'), FIGURES_WAIT_MS).unref())

function feedOf({ market }: Context): Health['feed'] {
  const items = market.items()
  const clock = market.clock()
  const { silent, quality, clockFault } = market.stats()
  const { suspect, refuted, crossed, notPositive, tooHigh, tooLow, ahead, late } = quality
  return {
    source: market.source,
    simulated: market.simulated,
    clock,
    silent,
    clock_fault: clockFault === undefined ? null : { kind: clockFault.kind, off_ms: Math.round(clockFault.difference) },
    open: items.filter((item) => item.status === 'open').length,
    held: items.filter((item) => item.status === 'held').length,
    stale: items.filter((item) => item.stale).length,
    closed: items.filter((item) => item.status === 'closed').length,
    instruments: items.map((item) => ({
      id: item.entry.terms.id,
      code: item.entry.terms.code,
      status: item.status,
      stale: item.stale,
      quote_age: item.quote === undefined ? null : Math.max(0, clock - item.quote.time),
    })),
    refused: {
      ...{ suspect, refuted, crossed, ahead, late },
      ...{ not_positive: notPositive, too_high: tooHigh, too_low: tooLow },
    },
  }
}

function engineOf({ core }: Context): Pick<Health, 'engine' | 'journal'> {
  const { state, waiting, commitMs, projectionLag, sequence, batches, snapshotBatch } = core.stats()
  const { size, root } = core.treeHead()
  const check = core.journalCheck()
  const tenths = Math.round(commitMs * 10)
  return {
    engine: { state, waiting, commit_ms: formatDecimal(tenths, 1), projection_lag: projectionLag },
    journal: {
      sequence,
      batches,
      snapshot_batch: snapshotBatch,
      tree_size: size,
      root,
      check: { ...check, damage: check.damage ?? null },
    },
  }
}

/** The gravest first: those that stop orders, then what stands still, then what is about to be full. */
function troublesOf({ core, disk }: Context): Health['troubles'] {
  const { commitTrouble, projectionTrouble } = core.stats()
  return [commitTrouble, disk.trouble(), projectionTrouble].flatMap((each) => (each === undefined ? [] : [{ ...each }]))
}

function storeOf({ store, disk, core }: Context): Health['store'] {
  const connections = sumUsage([...store.usage(), ...core.stats().connections]).map(({ lane, used, max, waiting }) => ({
    lane,
    used,
    max,
    waiting,
  }))
  const { kind, epoch } = store
  return { kind, epoch, trial_only: kind === 'embedded', connections, data_free_bytes: disk.free() ?? null }
}

async function booksOf({ store }: Context): Promise<Health['books']> {
  const rows = await store.query<{ book: 'demo' | 'real'; sum: string; clients: string; uneven: number }>(
    `select book, sum(entry)::text as sum, sum(clients)::text as clients, count(*) filter (where entry <> 0) as uneven
     from (
       select book, sequence, sum(amount) as entry,
         coalesce(sum(amount) filter (where account is not null), 0) as clients
       from ledger_entries group by book, sequence) entries group by book order by book`,
  )
  return rows.map(({ book, sum, clients, uneven }) => ({ book, sum: usdText(sum), uneven, clients: usdText(clients) }))
}

/** Sums over all accounts may be larger than any one amount. */
function usdText(micros: string): string {
  const sign = micros.startsWith('-') ? '-' : ''
  const digits = micros.replace('-', '').padStart(USD_DECIMALS + 1, '0')
  return `${sign}${digits.slice(0, -USD_DECIMALS)}.${digits.slice(-USD_DECIMALS)}`
}

async function queuesOf(context: Context): Promise<Health['queues']> {
  return {
    identity: { ...(await waitingIn(context, 'identity')), usual_minutes: await usualOfIdentity(context) },
    deposits: { ...(await waitingIn(context, 'deposit')), usual_minutes: await usualOfDeposit(context) },
    withdrawals: { ...(await waitingIn(context, 'withdrawal')), usual_minutes: await usualOfWithdrawal(context) },
    corrections: { ...(await waitingIn(context, 'correction')), usual_minutes: null },
  }
}

async function messagesOf({ store }: Context, now: number): Promise<Health['messages']> {
  const [row] = await store.query<{ count: number; oldest: number | null; given_up: number }>(
    `select count(*) filter (where due_at is not null) as count,
       min(created_at) filter (where due_at is not null) as oldest,
       count(*) filter (where due_at is null and sent_at is null) as given_up
     from messages where created_at > $1 or due_at is not null`,
    [now - MESSAGES_LOOKED_BACK_MS],
  )
  return { count: row?.count ?? 0, oldest_at: row?.oldest ?? null, given_up: row?.given_up ?? 0 }
}

async function sessionsOf({ store }: Context, now: number): Promise<Health['sessions']> {
  const [customers] = await store.query<{ count: number }>(
    'select count(*) as count from sessions where ended_at is null and expires_at > $1',
    [now],
  )
  const [staff] = await store.query<{ count: number }>(
    'select count(*) as count from staff_sessions where ended_at is null and expires_at > $1 and last_used_at > $2',
    [now, now - STAFF_IDLE_MILLIS],
  )
  return { customers: customers?.count ?? 0, staff: staff?.count ?? 0 }
}
