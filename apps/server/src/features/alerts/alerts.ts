/**
 * Alerts to staff by mail. The server sends a mail when the state differs from the last mail, and at most one mail per
 * quiet interval of the settings. A state that changes back within the interval sends no mail.
 *
 * The process remembers the state of each kind, what was told, and the events that no mail has told. The store has them
 * for the next start, which does not believe that staff were told: a row that an attacker wrote into the store would
 * silence an alert. So a fault that stands is told again after a restart, in its interval.
 */
import { ALERT_KINDS, type AlertKind, type Role } from '@veritick/contract/office'
import { type Micros, millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { MINUTE_MS, type Runtime } from '../../services/clock/index.ts'
import type { Job, Jobs } from '../../services/jobs/index.ts'
import { type Messages, momentText } from '../../services/messages/index.ts'
import type { KnownStaff } from '../../services/seals/index.ts'
import type { Store, Transaction } from '../../store/index.ts'
import { usdText } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { type AlertFacts, type AlertNews, alertMail } from './alert-emails.ts'

/** Checks for a fault; `undefined`: none. */
export type AlertLook = () => Promise<AlertFacts | undefined>

export type AlertsOptions = {
  readonly store: Store
  readonly knownStaff: KnownStaff
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

/** `told`: the state of the last mail; `in doubt`: the store says that a fault was told. */
type Standing = {
  readonly raised: boolean
  readonly since: number
  readonly facts: AlertFacts
  readonly told: boolean | 'in doubt'
  readonly mailedAt: number | undefined
}
type Row = { raised: boolean; since: number; told_raised: boolean; mailed_at: number | null }
type Events = { readonly since: number; readonly events: number; readonly amount: number }

export const openAlerts = (options: AlertsOptions): Alerts => new Alerts(options)

export class Alerts {
  readonly #options: AlertsOptions
  readonly #checks: { readonly kind: AlertKind; readonly look: AlertLook }[] = []
  readonly #standings = new Map<AlertKind, Standing>()
  /** Events that no mail has told. */
  readonly #untold = new Map<AlertKind, Events>()
  /** Whether `#untold` has the events that an earlier process left. */
  #isLoaded = false
  readonly #job: Job<void>

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#job = options.jobs.add({ name: 'alerts', everyMs: CHECK_EVERY_MS, run: () => this.#run() })
  }

  /** Reports a fault, with the facts for the mail, or with `undefined` that the fault is over. */
  async alertStaff(kind: AlertKind, facts: AlertFacts | undefined): Promise<void> {
    const { store, runtime, log } = this.#options
    const raised = facts !== undefined
    const before = await this.#standing(kind)
    if (before.raised === raised) {
      // Found by an earlier process, whose facts are not believed.
      if (facts !== undefined && Object.keys(before.facts).length === 0) this.#change(kind, { facts })
      return
    }
    const since = runtime.now()
    await store.query(
      `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
       values ($1, $2, $3, $4, false, 0, 0, null)
       on conflict (kind) do update set raised = $2, since = $3,
       facts = case when $2 then $4 else staff_alerts.facts end`,
      [kind, raised, since, JSON.stringify(facts ?? {})],
    )
    this.#change(kind, { raised, since, facts: facts ?? before.facts })
    if (raised) log.warn({ alert: kind, facts }, 'staff are alerted')
    else log.info({ alert: kind }, 'what staff were alerted to is over')
  }

  /**
   * Reports a single event. It is sent if and only if the transaction commits, or where its end is unknown. Amounts add
   * up until the mail.
   */
  async happened(tx: Pick<Transaction, 'query' | 'onEnd'>, kind: AlertKind, amount: Micros): Promise<void> {
    const now = this.#options.runtime.now()
    await tx.query(
      `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
       values ($1, false, $2, '{}', false, 1, $3, null)
       on conflict (kind) do update set since = case when staff_alerts.events = 0 then $2 else staff_alerts.since end,
         events = staff_alerts.events + 1, amount = staff_alerts.amount + $3`,
      [kind, now, amount],
    )
    tx.onEnd(() => this.#add(kind, { since: now, events: 1, amount }))
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
    for (const [kind, { raised, told }] of this.#standings)
      if (raised ? told !== true : told !== false) await this.#tellState(kind)
    await this.#loadEvents()
    for (const [kind, events] of this.#untold) await this.#tellEvents(kind, events)
  }

  /** Once: the events of an earlier process. The rows have the events of this one too, unless they were changed. */
  async #loadEvents(): Promise<void> {
    if (this.#isLoaded) return
    const rows = await this.#options.store.query<Events & { readonly kind: string }>(
      'select kind, since, events, amount from staff_alerts where events > 0',
    )
    for (const { kind: stored, since, events, amount } of rows) {
      const kind = ALERT_KINDS.find((each) => each === stored)
      if (kind === undefined) continue
      const own = this.#untold.get(kind) ?? { since, events: 0, amount: 0 }
      this.#untold.set(kind, {
        since: Math.min(since, own.since),
        events: Math.max(events, own.events),
        amount: Math.max(amount, own.amount),
      })
    }
    this.#isLoaded = true
  }

  #add(kind: AlertKind, { since, events, amount }: Events): void {
    const before = this.#untold.get(kind) ?? { since, events: 0, amount: 0 }
    const after = { since: before.since, events: before.events + events, amount: before.amount + amount }
    if (after.events === 0) this.#untold.delete(kind)
    else this.#untold.set(kind, after)
  }

  /** As this process knows it; at its first look as the store says. A kind without a row was never raised. */
  async #standing(kind: AlertKind): Promise<Standing> {
    const known = this.#standings.get(kind)
    if (known !== undefined) return known
    const { store, runtime } = this.#options
    const [row] = await store.query<Row>(
      'select raised, since, told_raised, mailed_at from staff_alerts where kind = $1',
      [kind],
    )
    const now = runtime.now()
    const past = (at: number) => Math.max(0, Math.min(at, now))
    const standing = {
      raised: row?.raised ?? false,
      since: past(row?.since ?? now),
      facts: {},
      told: row?.told_raised === true && ('in doubt' as const),
      mailedAt: row?.mailed_at == null ? undefined : past(row.mailed_at),
    }
    this.#standings.set(kind, standing)
    return standing
  }

  /** False within the quiet interval after the last mail. A last mail that lies ahead was told by another clock. */
  #isDue({ mailedAt }: Standing, now: number): boolean {
    const quiet = this.#options.settings.get('alert_quiet_minutes') * MINUTE_MS
    return mailedAt === undefined || mailedAt <= now - quiet || mailedAt > now
  }

  async #tellState(kind: AlertKind): Promise<void> {
    const now = this.#options.runtime.now()
    const standing = await this.#standing(kind)
    if (!this.#isDue(standing, now)) return
    const { raised, since, facts } = standing
    await this.#options.store.transaction(async (tx) => {
      await tx.query('update staff_alerts set told_raised = $2, mailed_at = $3 where kind = $1', [kind, raised, now])
      await this.#mail(tx, { kind, state: raised ? 'raised' : 'over', since, facts })
    })
    this.#change(kind, { told: raised, mailedAt: now })
  }

  async #tellEvents(kind: AlertKind, { since, events, amount }: Events): Promise<void> {
    const now = this.#options.runtime.now()
    if (!this.#isDue(await this.#standing(kind), now)) return
    await this.#options.store.transaction(async (tx) => {
      await tx.query(
        `update staff_alerts set events = greatest(0, events - $2), amount = greatest(0, amount - $3), mailed_at = $4
         where kind = $1`,
        [kind, events, amount, now],
      )
      await this.#mail(tx, { kind, state: 'happened', since, facts: eventFacts({ events, amount }) })
    })
    // The next mail tells of the events that came meanwhile.
    this.#add(kind, { since, events: -events, amount: -amount })
    this.#change(kind, { mailedAt: now })
  }

  /** Keeps a report that came while a mail was stored. */
  #change(kind: AlertKind, changes: Partial<Standing>): void {
    const standing = this.#standings.get(kind)
    if (standing !== undefined) this.#standings.set(kind, { ...standing, ...changes })
  }

  async #mail(tx: Transaction, news: Pick<AlertNews, 'kind' | 'state' | 'facts'> & { since: number }): Promise<void> {
    const { settings, messages, knownStaff, office, log } = this.#options
    const quietMinutes = settings.get('alert_quiet_minutes')
    const mail = alertMail({ ...news, since: momentText(millis(news.since)), office, quietMinutes })
    const receivers = await knownStaff.mailboxes(tx.query, rolesFor(settings, news.kind))
    if (receivers.length === 0)
      log.warn({ alert: news.kind }, 'an alert has no receiver: no staff member has a role that gets it')
    for (const to of receivers) await messages.mail(tx.query, { to, ...mail })
  }
}

/** Events without an amount have no sum. */
const eventFacts = ({ events, amount }: Pick<Events, 'events' | 'amount'>): AlertFacts =>
  amount === 0 ? { Times: String(events) } : { Times: String(events), Sum: usdText(amount) }

const rolesFor = (settings: Settings, kind: AlertKind): readonly Role[] =>
  settings
    .get('alert_recipients')
    .filter((each) => each.kind === kind)
    .map((each) => each.role)
