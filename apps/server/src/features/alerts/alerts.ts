/**
 * Alerts to staff by mail. The store holds the state of each kind: a restart neither repeats a mail nor loses one. The
 * server sends a mail when the state differs from the last mail, and at most one mail per quiet interval of the
 * settings. A state that changes back within the interval sends no mail.
 */
import { ALERT_KINDS, type AlertKind, type Role } from '@veritick/contract/office'
import { type Micros, millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { z } from 'zod'
import { MINUTE_MS, type Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Job, Jobs } from '../../services/jobs/index.ts'
import { type Messages, momentText } from '../../services/messages/index.ts'
import { type KnownVersions, staffAddresses } from '../../services/seals/index.ts'
import type { Query, Store } from '../../store/index.ts'
import { usdText } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { type AlertFacts, alertMail } from './alert-emails.ts'

/** Checks for a fault; `undefined`: none. */
export type AlertLook = () => Promise<AlertFacts | undefined>

export type AlertsOptions = {
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly settings: Settings
  readonly messages: Messages
  readonly runtime: Runtime
  /** The address of the office, for the mails. */
  readonly office: string | undefined
  readonly log: Logger
  readonly jobs: Jobs
}

/** How often every fault is checked for. */
const CHECK_EVERY_MS = 10_000

type Row = {
  kind: string
  raised: boolean
  since: number
  facts: string
  told_raised: boolean
  events: number
  amount: number
  mailed_at: number | null
}

const FACTS = z.record(z.string(), z.string())

export const openAlerts = (options: AlertsOptions): Alerts => new Alerts(options)

export class Alerts {
  readonly #options: AlertsOptions
  readonly #checks: { readonly kind: AlertKind; readonly look: AlertLook }[] = []
  /** The state in the store: an unchanged state is not written again. */
  readonly #stored = new Map<AlertKind, boolean>()
  readonly #job: Job<void>

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#job = options.jobs.add({ name: 'alerts', everyMs: CHECK_EVERY_MS, run: () => this.#run() })
  }

  /** Reports a fault, with the facts for the mail, or with `undefined` that the fault is over. */
  async alertStaff(kind: AlertKind, facts: AlertFacts | undefined): Promise<void> {
    const { store, runtime, log } = this.#options
    const raised = facts !== undefined
    if ((this.#stored.get(kind) ?? (await storedState(store.query, kind))) === raised) {
      this.#stored.set(kind, raised)
      return
    }
    await store.query(
      `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
       values ($1, $2, $3, $4, false, 0, 0, null)
       on conflict (kind) do update set raised = $2, since = $3,
       facts = case when $2 then $4 else staff_alerts.facts end
       where staff_alerts.raised <> $2`,
      [kind, raised, runtime.now(), JSON.stringify(facts ?? {})],
    )
    this.#stored.set(kind, raised)
    if (raised) log.warn({ alert: kind, facts }, 'staff are alerted')
    else log.info({ alert: kind }, 'what staff were alerted to is over')
  }

  /**
   * Reports a single event. It is sent if and only if the query's transaction commits. Amounts add up until the mail.
   */
  async happened(query: Query, kind: AlertKind, amount: Micros): Promise<void> {
    await query(
      `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
       values ($1, false, $2, '{}', false, 1, $3, null)
       on conflict (kind) do update set since = case when staff_alerts.events = 0 then $2 else staff_alerts.since end,
         events = staff_alerts.events + 1, amount = staff_alerts.amount + $3`,
      [kind, this.#options.runtime.now(), amount],
    )
  }

  /** Checks for this fault regularly from now on. */
  watch(kind: AlertKind, look: AlertLook): void {
    this.#checks.push({ kind, look })
  }

  /**
   * Checks for every fault and sends the due mails. Runs do not overlap; calls during a run share the next run. The
   * scheduler logs a failure, and the next check sends what is left.
   */
  check(): Promise<void> {
    return this.#job.run().catch(() => {})
  }

  stop(): Promise<void> {
    return this.#job.stop()
  }

  async #run(): Promise<void> {
    for (const { kind, look } of this.#checks) {
      try {
        await this.alertStaff(kind, await look())
      } catch (error) {
        this.#options.log.error({ err: error, alert: kind }, 'an alert could not be looked at')
      }
    }
    await sendDue(this.#options)
  }
}

/** The stored state, for the first check after a start. A kind without a row was never raised. */
async function storedState(query: Query, kind: AlertKind): Promise<boolean> {
  const [row] = await query<{ raised: boolean }>('select raised from staff_alerts where kind = $1', [kind])
  return row?.raised ?? false
}

async function sendDue(options: AlertsOptions): Promise<void> {
  const { store, settings, runtime } = options
  const now = runtime.now()
  const quiet = settings.get('alert_quiet_minutes') * MINUTE_MS
  const rows = await store.query<Row>(
    `select kind, raised, since, facts, told_raised, events, amount, mailed_at from staff_alerts
     where (raised <> told_raised or events > 0) and (mailed_at is null or mailed_at <= $1 or mailed_at > $2)`,
    [now - quiet, now],
  )
  for (const row of rows) await send(options, row, now)
}

async function send(options: AlertsOptions, row: Row, now: number): Promise<void> {
  const kind = ALERT_KINDS.find((each) => each === row.kind)
  if (kind === undefined) return
  const { store, settings, messages, office, log } = options
  const happened = row.events > 0
  const facts = happened ? eventFacts(row) : FACTS.parse(JSON.parse(row.facts))
  const state = happened ? 'happened' : row.raised ? 'raised' : 'over'
  const quietMinutes = settings.get('alert_quiet_minutes')
  const mail = alertMail({ kind, state, since: momentText(millis(row.since)), facts, office, quietMinutes })
  await store.transaction(async (tx) => {
    const mailed = await tx.query(
      `update staff_alerts set told_raised = raised, events = 0, amount = 0, mailed_at = $2
       where kind = $1 and raised = $3 and events = $4 returning kind`,
      [kind, now, row.raised, row.events],
    )
    // The row changed since it was read: the next check sends the newer state.
    if (mailed.length === 0) return
    const receivers = await staffAddresses({ ...options, query: tx.query }, rolesFor(settings, kind))
    if (receivers.length === 0)
      log.warn({ alert: kind }, 'an alert has no receiver: no staff member has a role that gets it')
    for (const to of receivers) await messages.mail(tx.query, { to, ...mail })
  })
}

/** Events without an amount have no sum. */
const eventFacts = ({ events, amount }: Pick<Row, 'events' | 'amount'>): AlertFacts =>
  amount === 0 ? { Times: String(events) } : { Times: String(events), Sum: usdText(amount) }

const rolesFor = (settings: Settings, kind: AlertKind): readonly Role[] =>
  settings
    .get('alert_recipients')
    .filter((each) => each.kind === kind)
    .map((each) => each.role)
