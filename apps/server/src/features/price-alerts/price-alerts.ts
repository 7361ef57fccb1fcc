/**
 * Price alerts of customers. The bid of each published quote is compared with the alerts of its instrument; a suspect
 * quote is not published and fires none. An alert stands in the store before it is watched, and every start watches
 * what the store holds.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PRICE_ALERTS } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { refuse } from '../../calls/index.ts'
import type { MarketItem } from '../../market/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { ShownRows } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { LOCK_NAMED, rereadAfterDoubt, type Transaction } from '../../store/index.ts'
import type { Opened, PriceAlertParts } from './context.ts'
import type { Added, Named, PriceAlerts, ReadTerms } from './interface.ts'
import { QuoteTurns } from './quote-turns.ts'
import {
  type AlertRow,
  type AlertTerms,
  alertsOf,
  changeAlert,
  countOf,
  deleteAlert,
  insertAlert,
  isProven,
  lockAlert,
  removeOldestDone,
  waitingAlerts,
  watchedOf,
} from './rows.ts'
import { StepWriter } from './step-writer.ts'

export async function openPriceAlerts(parts: PriceAlertParts): Promise<PriceAlerts> {
  const alerts = new Alerts({ ...parts, shown: new ShownRows(parts) })
  await alerts.load()
  return alerts
}

class Alerts implements PriceAlerts {
  readonly #parts: Opened
  readonly #writer: StepWriter
  readonly #quotes: QuoteTurns
  readonly #unlisten: () => void

  constructor(parts: Opened) {
    this.#parts = parts
    this.#writer = new StepWriter(parts, () => this.#quotes.goOn())
    this.#quotes = new QuoteTurns(this.#writer)
    this.#unlisten = parts.market.onQuote(({ item }) => this.#compare(item))
  }

  async load(): Promise<void> {
    const { store, market, shown } = this.#parts
    for (const row of await waitingAlerts(store.db)) if (isProven(shown, row)) this.#quotes.put(watchedOf(row))
    // An open market was quoted since the start: what it passed while the rows were read fires now.
    for (const item of market.items()) if (item.status === 'open') this.#compare(item)
  }

  async add({ user, account, instrument, once }: Added, readTerms: ReadTerms) {
    const { store, runtime, market, encryption, shown } = this.#parts
    const done = await inTransaction(store, async (tx) => {
      await lockAlertsOf(tx, user)
      this.#rereadAfterDoubt(tx, user)
      const made = await recordOnce(tx, { once, kind: 'price_alert', runtime }, async () => {
        const item = market.item(instrument) ?? rollbackWith('instrument_unknown', 'forex_id')
        const terms = readTerms(item)
        if (!terms.ok) return rollbackWith(terms.reason, terms.field)
        refuseReached(item, terms.value)
        const isFull = (await countOf(tx, user)) >= PRICE_ALERTS.max
        if (isFull && !(await removeOldestDone(tx, user))) rollbackWith('price_alert_limit_reached')
        const createdAt = runtime.now()
        return (await insertAlert(tx, encryption, { ...terms.value, user, account, instrument, createdAt })).alert
      })
      const row = await lockAlert(tx, { user, alert: made.record })
      if (row === undefined || !isProven(shown, row)) return rollbackWith('price_alert_unknown')
      return { row, repeated: made.repeated }
    })
    // Of a repeated request too: memory may have missed the first one.
    if (done.ok && done.value.row.state !== 'done') this.#watched(done.value.row)
    return done
  }

  async change(named: Named, readTerms: ReadTerms) {
    const { store, market, encryption, shown } = this.#parts
    const done = await inTransaction(store, async (tx) => {
      await lockAlertsOf(tx, named.user)
      this.#rereadAfterDoubt(tx, named.user)
      const row = await lockAlert(tx, named)
      if (row === undefined || !isProven(shown, row)) return rollbackWith('price_alert_unknown', 'id')
      const item = market.item(row.instrument) ?? rollbackWith('instrument_unknown')
      const terms = readTerms(item)
      if (!terms.ok) return rollbackWith(terms.reason, terms.field)
      refuseReached(item, terms.value)
      return changeAlert(tx, encryption, row, terms.value)
    })
    if (done.ok) this.#watched(done.value)
    return done
  }

  async list(user: UserId) {
    const { store, shown } = this.#parts
    return (await alertsOf(store.db, user)).filter((row) => isProven(shown, row))
  }

  async remove(named: Named) {
    const deleted = await deleteAlert(this.#parts.store.db, named)
    if (deleted === undefined) return refuse('price_alert_unknown', 'id')
    this.#quotes.remove(deleted)
    return { ok: true } as const
  }

  async settled(): Promise<void> {
    await this.#writer.settled()
    while (this.#quotes.isBehind) {
      await nextTurn()
      await this.#writer.settled()
    }
  }

  async stop(): Promise<void> {
    this.#unlisten()
    await this.#quotes.stop()
    await this.#writer.stop()
  }

  /** Behind the lock, the rows are what the transaction in doubt has left. */
  #rereadAfterDoubt(tx: Transaction, user: UserId): void {
    const { store, log, shown } = this.#parts
    const reread = async () => {
      const rows = await store.transaction(async (later) => {
        await lockAlertsOf(later, user)
        return waitingAlerts(later.db, user)
      })
      for (const row of rows) if (isProven(shown, row)) this.#watched(row)
    }
    const failed = (error: unknown) => log.error({ err: error, user }, 'price alerts could not be read again')
    rereadAfterDoubt(tx, { reread, failed })
  }

  /** The bid may have reached the price since it was checked. */
  #watched(row: AlertRow): void {
    this.#quotes.put(watchedOf(row))
    const item = this.#parts.market.item(row.instrument)
    if (item !== undefined) this.#compare(item)
  }

  #compare({ entry, quote }: MarketItem): void {
    if (quote === undefined) return
    this.#quotes.quote({ instrument: entry.terms.id, bid: quote.bid, time: quote.time })
  }
}

function refuseReached({ quote }: MarketItem, { side, price }: AlertTerms): void {
  const { bid } = quote ?? rollbackWith('price_stale', 'forex_id')
  if (side === 'above' ? bid >= price : bid <= price) rollbackWith('price_alert_reached', 'price')
}

/** Two requests of one customer wait for each other: neither the limit nor a key is passed twice. */
async function lockAlertsOf({ query }: Transaction, user: UserId): Promise<void> {
  await query(LOCK_NAMED, [`price alerts of ${user}`])
}
