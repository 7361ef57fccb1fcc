/**
 * Alerts to staff by mail. The state of each kind stands in the store: a restart neither repeats a mail nor forgets one. A mail goes when
 * what staff last read is no longer so, and never twice within the quiet interval of the settings; what changes back meanwhile sends none.
 */
import { ALERT_KINDS, type AlertKind, type Role } from '@veritick/contract/office'
import { type Micros, millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { z } from 'zod'
import { MINUTE_MS, type Runtime } from '../../services/clock/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import { type Messages, momentText } from '../../services/messages/index.ts'
import type { Query, Store } from '../../store/index.ts'
import { usdText } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import { type AlertFacts, alertLetter } from './alert-emails.ts'

/** Looks whether something is wrong now; `undefined`: it is well. */
export type AlertLook = () => Promise<AlertFacts | undefined>

export type Alerts = {
  /** Says that something is wrong, with what a mail tells of it, or with `undefined` that it is well again. */
  alertStaff(kind: AlertKind, facts: AlertFacts | undefined): Promise<void>
  /** Something that happened and does not end; sent if and only if the query's transaction commits. Amounts add up until the next mail. */
  happened(query: Query, kind: AlertKind, amount: Micros): Promise<void>
  /** Looks again and again from now on. */
  watch(kind: AlertKind, look: AlertLook): void
  /** Looks now and sends what is due. */
  check(): Promise<void>
  stop(): Promise<void>
}

export type AlertsOptions = {
  readonly store: Store
  readonly settings: Settings
  readonly messages: Messages
  readonly runtime: Runtime
  /** Where the office is, for the mails. */
  readonly office: string | undefined
  readonly log: Logger
  readonly jobs: Jobs
}

/** How often everything is looked at. */
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

export function openAlerts(options: AlertsOptions): Alerts {
  const { store, log, runtime } = options
  const looks: { readonly kind: AlertKind; readonly look: AlertLook }[] = []
  /** As the store has it: what has not changed is not written again. */
  const known = new Map<AlertKind, boolean>()

  const alertStaff = async (kind: AlertKind, facts: AlertFacts | undefined): Promise<void> => {
    const raised = facts !== undefined
    if ((known.get(kind) ?? (await storedState(store.query, kind))) === raised) {
      known.set(kind, raised)
      return
    }
    await store.query(
      `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
       values ($1, $2, $3, $4, false, 0, 0, null)
       on conflict (kind) do update set raised = $2, since = $3, facts = case when $2 then $4 else staff_alerts.facts end
       where staff_alerts.raised <> $2`,
      [kind, raised, runtime.now(), JSON.stringify(facts ?? {})],
    )
    known.set(kind, raised)
    if (raised) log.warn({ alert: kind, facts }, 'staff are alerted')
    else log.info({ alert: kind }, 'what staff were alerted to is over')
  }

  const check = async (): Promise<void> => {
    for (const { kind, look } of looks) {
      try {
        await alertStaff(kind, await look())
      } catch (error) {
        log.error({ err: error, alert: kind }, 'an alert could not be looked at')
      }
    }
    await sendDue(options)
  }

  const job = options.jobs.add({ name: 'alerts', everyMs: CHECK_EVERY_MS, run: check })

  return {
    alertStaff,
    happened: async (query, kind, amount) => {
      await query(
        `insert into staff_alerts (kind, raised, since, facts, told_raised, events, amount, mailed_at)
         values ($1, false, $2, '{}', false, 1, $3, null)
         on conflict (kind) do update set since = case when staff_alerts.events = 0 then $2 else staff_alerts.since end,
           events = staff_alerts.events + 1, amount = staff_alerts.amount + $3`,
        [kind, runtime.now(), amount],
      )
    },
    watch: (kind, look) => void looks.push({ kind, look }),
    // A failure is logged by the scheduler, and the next check tells the rest.
    check: () => job.run().catch(() => {}),
    stop: () => job.stop(),
  }
}

/** What the store says, for the first look after a start. A kind without a row was never raised, so nothing is over. */
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
  const facts = happened ? { Times: String(row.events), Sum: usdText(row.amount) } : FACTS.parse(JSON.parse(row.facts))
  const state = happened ? 'happened' : row.raised ? 'raised' : 'over'
  const quietMinutes = settings.get('alert_quiet_minutes')
  const letter = alertLetter({ kind, state, since: momentText(millis(row.since)), facts, office, quietMinutes })
  await store.transaction(async (tx) => {
    const mailed = await tx.query(
      `update staff_alerts set told_raised = raised, events = 0, amount = 0, mailed_at = $2
       where kind = $1 and raised = $3 and events = $4 returning kind`,
      [kind, now, row.raised, row.events],
    )
    // It changed since it was read: the next check tells it as it is then.
    if (mailed.length === 0) return
    const receivers = await addressesOf(tx.query, rolesFor(settings, kind))
    if (receivers.length === 0)
      log.warn({ alert: kind }, 'an alert has no receiver: no staff member has a role that gets it')
    for (const to of receivers) await messages.letter(tx.query, { to, ...letter })
  })
}

const rolesFor = (settings: Settings, kind: AlertKind): readonly Role[] =>
  settings
    .get('alert_recipients')
    .filter((each) => each.kind === kind)
    .map((each) => each.role)

async function addressesOf(query: Query, roles: readonly Role[]): Promise<readonly string[]> {
  const rows = await query<{ email: string }>(
    `select email from staff where role = any($1::text[]) and disabled_at is null and password_hash is not null and email <> ''
     order by staff_id`,
    [roles],
  )
  return rows.map(({ email }) => email)
}
