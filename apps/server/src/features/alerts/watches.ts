/**
 * The states that the server watches for alerts: prices, review queues, commits, the market clock, the disk, backups,
 * the journal, records of money. Lengths of time are measured on the monotonic clock, so that a change of the wall
 * clock raises nothing. The age of a backup is measured on the wall clock, because it outlives the process.
 */
import { millis } from '@veritick/domain'
import { lastBackup } from '../../backup/index.ts'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { usualOfDeposit } from '../deposits/index.ts'
import { usualOfIdentity } from '../identity/index.ts'
import { waitingIn } from '../reviews/index.ts'
import type { Settings } from '../settings/index.ts'
import { usualOfWithdrawal } from '../withdrawals/index.ts'
import type { AlertFacts } from './alert-emails.ts'
import type { Alerts } from './alerts.ts'
import type { Context } from './context.ts'

/** Codes that a mail names. */
const CODES_NAMED_MAX = 5
const RECORDS_NAMED_MAX = 5
const MEBIBYTE = 1_048_576
/** Durations of reviews are read for each look. */
const QUEUES_EVERY_MS = MINUTE_MS
/** A market clock of a running feed that stands for this long is stopped. */
export const CLOCK_STOPPED_MS = 30_000
/** A day and some hours for a nightly backup that takes longer; the rule VeritickBackupOld of deploy/alerts.yml too. */
export const BACKUP_OLD_MS = 28 * HOUR_MS

type Steady = { readonly monotonicClock: () => number }

export function watchAll(alerts: Pick<Alerts, 'watch'>, context: Context): void {
  alerts.watch('feed_silent', feedLook(context))
  alerts.watch('queue_old', queueLook(context))
  alerts.watch('commit_late', commitLook(context))
  alerts.watch('clock_stopped', clockLook(context))
  alerts.watch('disk_full', diskLook(context))
  alerts.watch('backup_old', backupLook(context))
  alerts.watch('journal_damaged', journalLook(context))
  alerts.watch('record_changed', recordLook(context))
}

/** An instrument whose market is open, without a price that can be traded on, for longer than the setting. */
export function feedLook(parts: { readonly market: Pick<Market, 'items'>; readonly settings: Settings } & Steady) {
  const since = new Map<string, number>()
  return async (): Promise<AlertFacts | undefined> => {
    const now = parts.monotonicClock()
    const max = parts.settings.get('alert_feed_silent_seconds') * 1000
    for (const { entry, status } of parts.market.items()) {
      const { code } = entry.terms
      if (status === 'open' || status === 'closed') since.delete(code)
      else if (!since.has(code)) since.set(code, now)
    }
    const codes = [...since].filter(([, from]) => now - from >= max).map(([code]) => code)
    if (codes.length === 0) return undefined
    const named = codes.slice(0, CODES_NAMED_MAX).join(', ')
    const more = codes.length - CODES_NAMED_MAX
    return { 'Without a price': String(codes.length), Instruments: more > 0 ? `${named} and ${more} more` : named }
  }
}

/** A queue whose oldest record waits longer than the time that customers are shown. */
export function queueLook(parts: Pick<Context, 'store' | 'settings' | 'runtime'> & Steady) {
  let lookedAt: number | undefined
  let seen: AlertFacts | undefined
  return async (): Promise<AlertFacts | undefined> => {
    const steady = parts.monotonicClock()
    if (lookedAt !== undefined && steady - lookedAt < QUEUES_EVERY_MS) return seen
    lookedAt = steady
    const now = parts.runtime.now()
    const queues = [
      { name: 'Identities', kind: 'identity', usual: usualOfIdentity },
      { name: 'Deposits', kind: 'deposit', usual: usualOfDeposit },
      { name: 'Withdrawals', kind: 'withdrawal', usual: usualOfWithdrawal },
    ] as const
    const facts: Record<string, string> = {}
    for (const { name, kind, usual } of queues) {
      const { count, oldest_at } = await waitingIn(parts, kind)
      if (oldest_at === null) continue
      const minutes = Math.floor((now - oldest_at) / MINUTE_MS)
      const usually = await usual(parts)
      if (minutes > usually) facts[name] = `${count} waiting, the oldest for ${minutes} minutes, usually ${usually}`
    }
    seen = Object.keys(facts).length === 0 ? undefined : facts
    return seen
  }
}

/** The newest commit took too long, or answers wait and none becomes durable. */
export function commitLook(parts: { readonly core: Pick<Core, 'stats'>; readonly settings: Settings } & Steady) {
  let batches = -1
  let movedAt = parts.monotonicClock()
  return async (): Promise<AlertFacts | undefined> => {
    const now = parts.monotonicClock()
    const stats = parts.core.stats()
    const max = parts.settings.get('alert_commit_late_ms')
    if (stats.batches !== batches || stats.waiting === 0) movedAt = now
    const stuck = now - movedAt
    const slow = stats.batches !== batches && stats.commitMs >= max
    batches = stats.batches
    if (!slow && stuck < max) return undefined
    const waiting = { 'Answers that wait': String(stats.waiting) }
    // The commit that hangs is not the newest: that one is finished.
    if (stuck >= max) return { 'No commit for': `${Math.round(stuck)} ms`, ...waiting }
    return { 'Newest commit': `${stats.commitMs} ms`, ...waiting }
  }
}

/** DATA_DIR is full or nearly full, or the store has no room. */
export function diskLook(parts: {
  readonly core: Pick<Core, 'stats'>
  readonly disk: Pick<Context['disk'], 'free' | 'trouble'>
}) {
  return async (): Promise<AlertFacts | undefined> => {
    const isStoreFull = parts.core.stats().commitTrouble?.reason === 'store_disk_full'
    if (!isStoreFull && parts.disk.trouble() === undefined) return undefined
    const free = parts.disk.free()
    return {
      Store: isStoreFull ? 'full: new orders are refused' : 'has room',
      'Free in DATA_DIR': free === undefined ? 'not known' : `${Math.floor(free / MEBIBYTE)} MiB`,
    }
  }
}

/** The newest complete backup is too old; or none was made, and the platform is older than that. */
export function backupLook(parts: Pick<Context, 'store' | 'config' | 'runtime'>) {
  return async (): Promise<AlertFacts | undefined> => {
    const made = await lastBackup(parts.config)
    const since = made?.at ?? (await platformMadeAt(parts))
    if (parts.runtime.now() - since <= BACKUP_OLD_MS) return undefined
    return { 'Newest complete backup': made === undefined ? 'none' : momentText(millis(made.at)) }
  }
}

/** The first start notes its encryption key, before it encrypts anything. */
async function platformMadeAt({ store, runtime }: Pick<Context, 'store' | 'runtime'>): Promise<number> {
  const [row] = await store.query<{ at: number | null }>('select min(first_used_at) as at from vault_keys')
  return row?.at ?? runtime.now()
}

/** Damage of an older batch, which the check beside trading found. */
export function journalLook({ core }: { readonly core: Pick<Core, 'journalCheck'> }) {
  return async (): Promise<AlertFacts | undefined> => {
    const { state, checked, total } = core.journalCheck()
    return state === 'damaged' ? { 'Batches that are right': `${checked} of ${total} checked` } : undefined
  }
}

/**
 * Records of money that were changed in the store, or are in progress without their decision. The mail names no
 * customer.
 */
export function recordLook({ recordFaults }: Pick<Context, 'recordFaults'>) {
  return async (): Promise<AlertFacts | undefined> => {
    const faults = recordFaults.all()
    if (faults.length === 0) return undefined
    const named = faults.slice(0, RECORDS_NAMED_MAX).map(({ record, id }) => `${record} ${id}`)
    const more = faults.length - named.length
    return { Records: more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ') }
  }
}

/** The clock of a feed that runs by itself stands. A feed whose clock moves only with its prices is watched by them. */
export function clockLook(parts: { readonly market: Pick<Market, 'clock' | 'speed'> } & Steady) {
  let seen: number | undefined
  let movedAt = parts.monotonicClock()
  return async (): Promise<AlertFacts | undefined> => {
    const now = parts.monotonicClock()
    const clock = parts.market.clock()
    if (clock !== seen || parts.market.speed === 0) movedAt = now
    seen = clock
    return now - movedAt < CLOCK_STOPPED_MS ? undefined : { 'Market time': new Date(clock).toISOString() }
  }
}
