/** Rows of price alerts, and the alert as the watch and the wire have it. */
import { type PriceAlert, priceText } from '@veritick/contract'
import { must, type UserId } from '@veritick/domain'
import { and, count, desc, eq, ne } from 'drizzle-orm'
import { rowSeal, type Sealing, type ShownRows } from '../../services/seals/index.ts'
import { type Database, nextNumber, priceAlerts, type Transaction } from '../../store/index.ts'
import type { ShownInstrument } from '../orders/index.ts'
import type { Step, WatchedAlert } from './watch.ts'

export type AlertRow = typeof priceAlerts.$inferSelect
export type AlertTerms = Pick<AlertRow, 'side' | 'price' | 'repeats' | 'note'>

/** The columns that its seal covers, beside the state that quotes change. */
type SealedAlert = Omit<AlertRow, 'state' | 'firedAt' | 'firedPrice' | 'createdAt' | 'seal'>

const sealedAlert = ({ alert, user, account, ...row }: SealedAlert) => {
  const { version, instrument, side, price, repeats, note } = row
  const named = { alert_id: alert, user_id: user, account_id: account }
  return { ...named, version, instrument, side, price, repeats, note }
}
const sealOf = (encryption: Sealing, row: SealedAlert): string => rowSeal(encryption, 'price_alerts', sealedAlert(row))

/**
 * Whether this server wrote the row: a note of SQL would stand in the notice of the alert. The log names one of SQL.
 */
export const isProven = (shown: ShownRows, row: SealedAlert & Pick<AlertRow, 'seal'>): boolean =>
  shown.has('price_alerts', { ...sealedAlert(row), seal: row.seal })

/** Every change of the customer arms the alert. */
const ARMED = { state: 'armed', firedAt: null, firedPrice: null } as const

/** The alerts of one customer, newest first. */
export function alertsOf(db: Database, user: UserId): Promise<AlertRow[]> {
  return db.select().from(priceAlerts).where(eq(priceAlerts.user, user)).orderBy(desc(priceAlerts.alert))
}

/** Alerts that can still fire; `user` undefined: of all customers. */
export function waitingAlerts(db: Database, user?: UserId): Promise<AlertRow[]> {
  const isOf = user === undefined ? undefined : eq(priceAlerts.user, user)
  return db
    .select()
    .from(priceAlerts)
    .where(and(ne(priceAlerts.state, 'done'), isOf))
}

type Named = { readonly user: UserId; readonly alert: number }
const isOwn = ({ user, alert }: Named) => and(eq(priceAlerts.alert, alert), eq(priceAlerts.user, user))

/** `undefined`: the customer has no such alert. Locked until the transaction ends. */
export async function lockAlert(tx: Transaction, named: Named): Promise<AlertRow | undefined> {
  const [row] = await tx.db.select().from(priceAlerts).where(isOwn(named)).for('update')
  return row
}

export async function countOf(tx: Transaction, user: UserId): Promise<number> {
  const [row] = await tx.db.select({ alerts: count() }).from(priceAlerts).where(eq(priceAlerts.user, user))
  return row?.alerts ?? 0
}

/** Removes the alert that fired first and will not fire again. False: there is none. */
export async function removeOldestDone(tx: Transaction, user: UserId): Promise<boolean> {
  const rows = await tx.query(
    `delete from price_alerts where alert_id = (
       select alert_id from price_alerts where user_id = $1 and state = 'done' order by fired_at, alert_id limit 1)
     returning alert_id`,
    [user],
  )
  return rows.length > 0
}

export async function insertAlert(
  tx: Transaction,
  encryption: Sealing,
  made: AlertTerms & Pick<AlertRow, 'user' | 'account' | 'instrument' | 'createdAt'>,
): Promise<AlertRow> {
  const alert = await nextNumber(tx.query, { table: 'price_alerts', column: 'alert_id' })
  const set = { ...made, alert, version: 1 }
  const [row] = await tx.db
    .insert(priceAlerts)
    .overridingSystemValue()
    .values({ ...set, ...ARMED, seal: sealOf(encryption, set) })
    .returning()
  return must(row, 'an insert returns its row')
}

/** `before`: the locked row, proven. */
export async function changeAlert(
  tx: Transaction,
  encryption: Sealing,
  before: AlertRow,
  terms: AlertTerms,
): Promise<AlertRow> {
  const { alert } = before
  const version = before.version + 1
  const seal = sealOf(encryption, { ...before, ...terms, version })
  const [row] = await tx.db
    .update(priceAlerts)
    .set({ ...terms, ...ARMED, version, seal })
    .where(eq(priceAlerts.alert, alert))
    .returning()
  return must(row, 'the alert is locked')
}

/** `undefined`: the customer has no such alert. */
export async function deleteAlert(
  db: Database,
  named: Named,
): Promise<Pick<AlertRow, 'alert' | 'instrument'> | undefined> {
  const { alert, instrument } = priceAlerts
  const [deleted] = await db.delete(priceAlerts).where(isOwn(named)).returning({ alert, instrument })
  return deleted
}

/** The facts of a notice about an alert. */
export type SteppedRow = SealedAlert & Pick<AlertRow, 'seal'>

/**
 * The rows that the steps changed, in one statement; an alert has at most one of the steps. A step changes nothing when
 * the customer has changed or deleted the alert, or when it is stored already.
 */
export function storeSteps(tx: Transaction, steps: readonly Step[]): Promise<SteppedRow[]> {
  return tx.query<SteppedRow>(
    `update price_alerts a set
       state = case when not s.fires then 'armed' when a.repeats then 'cooling' else 'done' end,
       fired_at = case when s.fires then s.at else a.fired_at end,
       fired_price = case when s.fires then s.bid else a.fired_price end
     from unnest($1::int[], $2::int[], $3::boolean[], $4::bigint[], $5::bigint[]) as s (alert, version, fires, at, bid)
     where a.alert_id = s.alert and a.version = s.version
       and a.state = case when s.fires then 'armed' else 'cooling' end
     returning a.alert_id as alert, a.user_id as user, a.account_id as account, a.version, a.instrument, a.side,
       a.price, a.repeats, a.note, a.seal`,
    [
      steps.map(({ alert }) => alert.alert),
      steps.map(({ alert }) => alert.version),
      steps.map(({ kind }) => kind === 'fires'),
      steps.map(({ time }) => time),
      steps.map(({ bid }) => bid),
    ],
  )
}

export function watchedOf({ state, firedAt, ...row }: AlertRow): WatchedAlert {
  const { alert, user, version, instrument, side, price, repeats } = row
  return {
    alert,
    user,
    version,
    instrument,
    side,
    price,
    repeats,
    firedAt: state === 'armed' ? undefined : (firedAt ?? undefined),
  }
}

export function wireAlert(row: AlertRow, { terms, showCode }: ShownInstrument): PriceAlert {
  const { code, pricePrecision } = terms
  const { alert: id, instrument, side, repeats, note, state, firedAt, firedPrice } = row
  return {
    id,
    forex_id: instrument,
    code,
    show_code: showCode,
    side,
    price: priceText(row.price, pricePrecision),
    repeat: repeats,
    note,
    state,
    fired_at: firedAt,
    fired_price: firedPrice === null ? null : priceText(firedPrice, pricePrecision),
  }
}
