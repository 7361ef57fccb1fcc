/** Warnings for the operator from the health figures, the most severe first. */
import type { HealthTrouble, OfficeData } from '@veritick/contract/office'
import { amountText, countedText, countText, directionOf } from '../../format/money.ts'
import type { Named } from '../../format/names.ts'
import { ageText, timeText } from '../../format/time.ts'

type Health = OfficeData<'health'>
export type Trouble = { readonly text: string; readonly grave: boolean }

/** The same as in the alert VeritickBackupOld (deploy/alerts.yml): a day between two backups, and four hours. */
const BACKUP_OLD_MS = 28 * 3_600_000
const LAG_EVENTS = 1_000
const COMMIT_MS = 1_000
const PERCENT = 100

export function troublesOf(health: Health): readonly Trouble[] {
  const { at, backup, books, engine, feed, journal, store, messages, pictures, records, troubles } = health
  const grave = (when: boolean, text: string): readonly Trouble[] => (when ? [{ text, grave: true }] : [])
  const mild = (when: boolean, text: string): readonly Trouble[] => (when ? [{ text, grave: false }] : [])
  return [
    ...grave(
      journal.check.damage !== null,
      `Trading has stopped, the journal is damaged: ${journal.check.damage}. Keep a copy of the store and ` +
        `restore it from a backup.`,
    ),
    ...grave(
      journal.check.state === 'unread',
      'The older batches of the journal could not be read several times. Find out what cancels the reads of the store.',
    ),
    ...books.flatMap(({ book, sum, uneven }) =>
      grave(
        directionOf(sum) !== 'none' || uneven > 0,
        `The books of ${book} accounts do not balance: ${amountText(sum)} USD, ${uneven} uneven entries. Stop ` +
          `payouts and find the cause.`,
      ),
    ),
    ...records.map((record) => ({ text: recordText(record), grave: true })),
    ...troubles.map(({ reason }) => ({ text: sentenceOf(reason, health), grave: !MILD.has(reason) })),
    ...grave(engine.state !== 'running', `The engine is ${engine.state}: no orders are taken.`),
    ...clockTroubles(feed),
    ...grave(feed.silent && feed.clock_fault === null, 'No prices arrive: orders are refused.'),
    ...grave(
      pictures.lost > 0,
      `${countedText(pictures.lost, 'uploaded picture')} missing on the disk. Copy the folder files/ of the newest ` +
        `backup into DATA_DIR.`,
    ),
    ...mild(feed.held > 0, `${countedText(feed.held, 'instrument')} with an unconfirmed price: orders refused.`),
    ...mild(
      !feed.silent && feed.stale > 0,
      `${countedText(feed.stale, 'instrument')} without a current price: orders refused.`,
    ),
    ...mild(
      engine.projection_lag > LAG_EVENTS && troubles.every(({ reason }) => reason !== 'projection_behind'),
      'The read tables lag behind the engine.',
    ),
    ...mild(Number(engine.commit_ms) > COMMIT_MS, `The store is slow: the last commit took ${engine.commit_ms} ms.`),
    ...mild(
      store.trial_only,
      'This store is for trials: it survives a crash of the process, not a power cut. For real money set ' +
        'DATABASE_URL.',
    ),
    ...mild(backup === null, 'No complete backup was made yet. Make one: npm run backup.'),
    ...mild(
      backup !== null && at - backup.at > BACKUP_OLD_MS,
      `The newest complete backup is ${ageText(at - (backup?.at ?? at))} old. Read the log of the nightly backup.`,
    ),
    ...mild(messages.given_up > 0, `${countedText(messages.given_up, 'message')} not delivered in the last 30 days.`),
  ]
}

const recordText = ({ kind, id, fault }: Health['records'][number]): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id} does not prove itself: ${fault}. The server moves no money ` +
  'for it; send nothing for it either. Copy the store, find out who can write to it, compare the record with the ' +
  'audit log and with the bank or the chain, and do what docs/operating.md says under “When the stored state is in ' +
  'doubt”.'

/** A closed market sends no prices, which is neither a fault nor a live market. */
export function pricesState({ silent, open }: Pick<Health['feed'], 'silent' | 'open'>): Named {
  if (open === 0) return { name: 'market closed', tone: 'plain' }
  return silent ? { name: 'none arrive', tone: 'bad' } : { name: 'arriving', tone: 'good' }
}

function clockTroubles({ clock_fault: fault }: Health['feed']): readonly Trouble[] {
  if (fault === null) return []
  const off = `${ageText(Math.abs(fault.off_ms))} ${fault.off_ms > 0 ? 'ahead' : 'behind'}`
  const text =
    fault.kind === 'jumped'
      ? `The server's clock is ${off}: trading is paused. Correct the clock; trading then resumes by itself. ` +
        'After a halt over 17:00 New York, check the clock and start the server once with --trust-clock.'
      : `The server's clock is ${off} of the market time in the journal: trading is paused until the clock has ` +
        'reached it. Check the clock.'
  return [{ text, grave: true }]
}

function sentenceOf(reason: HealthTrouble, health: Health): string {
  if (reason === 'projection_behind') return `${SENTENCES.projection_behind} ${filledText(health)}`
  if (reason !== 'figures_old') return SENTENCES[reason]
  const { figures_at: read } = health
  const age = read === null ? 'were not read since the start' : `were read at ${timeText(read, 'seconds')} UTC`
  return `${SENTENCES.figures_old} ${age}.`
}

function filledText({ engine, journal }: Health): string {
  const filled = Math.max(0, journal.sequence - engine.projection_lag)
  const percent = Math.floor((filled / Math.max(1, journal.sequence)) * PERCENT)
  return `They hold ${countText(filled)} of ${countText(journal.sequence)} events (${percent}%).`
}

/** Each says what the operator should do. */
const SENTENCES: Readonly<Record<HealthTrouble, string>> = {
  commit_late:
    'The store does not confirm writes: new orders are refused as busy until it does. Check the ' +
    'PostgreSQL server.',
  store_disk_full:
    'The disk of the store is full: nothing can be written and new orders are refused. Free space on the disk ' +
    'that holds the database; trading then resumes by itself.',
  store_lost:
    'The connection to PostgreSQL is broken: new orders are refused until the server is back; trading then ' +
    'resumes by itself. Check the PostgreSQL server and the network to it.',
  store_read_only:
    'The store takes no writes, because it is a standby or set to read-only: new orders are refused. Make the ' +
    'database writable; trading then resumes by itself.',
  projection_late:
    'The read tables are not updated, because the store refuses the writes. Trading continues. Look ' +
    'for a locked table in the database.',
  projection_behind:
    'The read tables are being filled from the journal: lists of ended orders and transactions are refused as busy ' +
    'until they are complete. Trading continues, and nothing has to be done.',
  data_disk_full: 'The disk of DATA_DIR is full: pictures and mails cannot be written. Free space on it.',
  data_disk_low: 'The disk of DATA_DIR is nearly full. Free space on it soon.',
  figures_old: 'The store does not answer in time: the figures of books, queues and sessions below',
}
const MILD: ReadonlySet<HealthTrouble> = new Set([
  'projection_late',
  'projection_behind',
  'data_disk_low',
  'figures_old',
])

/** The open instruments with the oldest accepted quote. */
export function oldestQuotes(
  instruments: Health['feed']['instruments'],
  most: number,
): readonly { readonly code: string; readonly age: number }[] {
  return instruments
    .filter((each) => each.status === 'open')
    .flatMap(({ code, quote_age }) => (quote_age === null ? [] : [{ code, age: quote_age }]))
    .sort((one, two) => two.age - one.age)
    .slice(0, most)
}
