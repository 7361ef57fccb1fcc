/**
 * One step of the projector: some durable batches become rows, in one transaction with the checkpoint. What the engine
 * has just made is not looked for in the store: an order with a higher number than every stored one is new, and the
 * totals of accounts are remembered from the step before.
 */
import { type AccountId, assert, must } from '@veritick/domain'
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { DurableBatch } from '../journal/index.ts'
import { appendRows, replaceRows } from '../journal/index.ts'
import {
  accountLog,
  accountTotals,
  instrumentTerms,
  type Lane,
  ledgerEntries,
  orderEvents,
  orders,
  type Transaction,
} from '../store/index.ts'
import { fold, type Tables, type TotalsRow, touchedBy } from './fold.ts'

/** Where the read tables stand: after this batch and this event. */
export type Place = { readonly batch: number; readonly sequence: number }

/** Accounts whose totals are remembered, about 200 bytes each; the next step after more of them forgets all. */
const TOTALS_REMEMBERED_MAX = 100_000

export class StepWriter {
  readonly #store: Lane
  readonly #totals = new Map<AccountId, TotalsRow>()
  /** The highest number of an order in the store; `undefined`: it is not known. */
  #newestOrder: number | undefined

  constructor(store: Lane) {
    this.#store = store
  }

  /** Folds batches that follow on `from`. When it throws, the store holds the step whole or not at all. */
  async write(from: Place, step: readonly DurableBatch[]): Promise<Place> {
    const last = step[step.length - 1]
    assert(last !== undefined && step[0]?.header.batch === from.batch + 1, 'a step follows on the checkpoint')
    const place = { batch: last.header.batch, sequence: last.header.firstEvent + last.header.eventCount - 1 }
    try {
      const { tables, newestBefore } = await this.#store.transaction((tx) => this.#writeIn(tx, { from, place, step }))
      this.#remember(tables, newestBefore)
    } catch (error) {
      this.#forget()
      throw error
    }
    return place
  }

  async #writeIn(
    tx: Transaction,
    { from, place, step }: { readonly from: Place; readonly place: Place; readonly step: readonly DurableBatch[] },
  ): Promise<{ readonly tables: Tables; readonly newestBefore: number }> {
    const moved = await tx.query(
      'update projection set batch = $1, sequence = $2 where id = 1 and batch = $3 returning batch',
      [place.batch, place.sequence, from.batch],
    )
    assert(moved.length === 1, `the read tables stand at batch ${from.batch}`)
    const newestBefore = this.#newestOrder ?? (await newestOrderIn(tx))
    const tables = await this.#load(tx, { step, newestBefore })
    for (const { header, events } of step) {
      events.forEach((event, at) => {
        fold(tables, { event, sequence: header.firstEvent + at, wallTime: header.wallTime })
      })
    }
    const rows = [...tables.orders.values()]
    const isNew = (row: (typeof rows)[number]) => row.order > newestBefore
    await appendRows(tx.query, orders, rows.filter(isNew))
    await replaceRows(
      tx.query,
      orders,
      rows.filter((row) => !isNew(row)),
    )
    await replaceRows(tx.query, accountTotals, [...tables.totals.values()])
    await appendRows(tx.query, orderEvents, tables.orderEvents)
    await appendRows(tx.query, instrumentTerms, tables.terms)
    await appendRows(tx.query, ledgerEntries, tables.ledger)
    await appendRows(tx.query, accountLog, tables.log)
    return { tables, newestBefore }
  }

  /** Rows of stored orders, and of accounts, that the events touch. */
  async #load(
    tx: Transaction,
    { step, newestBefore }: { readonly step: readonly DurableBatch[]; readonly newestBefore: number },
  ): Promise<Tables> {
    const touched = step.flatMap(({ events }) => events.map(touchedBy))
    const orderIds = [...new Set(touched.flatMap(({ order }) => order ?? []))].filter((order) => order <= newestBefore)
    const orderRows =
      orderIds.length === 0 ? [] : await tx.db.select().from(orders).where(isAnyOf(orders.order, orderIds))
    const totals = new Map<AccountId, TotalsRow>()
    const unknown: AccountId[] = []
    for (const account of new Set(touched.flatMap(({ account }) => account ?? []))) {
      const known = this.#totals.get(account)
      if (known === undefined) unknown.push(account)
      else totals.set(account, known)
    }
    const totalRows =
      unknown.length === 0
        ? []
        : await tx.db.select().from(accountTotals).where(isAnyOf(accountTotals.account, unknown))
    for (const row of totalRows) totals.set(row.account, row)
    return {
      orders: new Map(orderRows.map((row) => [row.order, row])),
      totals,
      orderEvents: [],
      terms: [],
      ledger: [],
      log: [],
    }
  }

  #remember(tables: Tables, newestBefore: number): void {
    let newest = newestBefore
    for (const order of tables.orders.keys()) newest = Math.max(newest, order)
    this.#newestOrder = newest
    if (this.#totals.size > TOTALS_REMEMBERED_MAX) this.#totals.clear()
    for (const row of tables.totals.values()) this.#totals.set(row.account, row)
  }

  #forget(): void {
    this.#totals.clear()
    this.#newestOrder = undefined
  }
}

/** One parameter for all numbers, so that the server reads one short statement. */
const isAnyOf = (column: Column, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::bigint[])`

async function newestOrderIn(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ newest: number }>('select coalesce(max(order_id), 0) as newest from orders')
  return must(row, 'an aggregate gives a row').newest
}
