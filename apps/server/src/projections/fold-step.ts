/**
 * One step of the projector: some durable events become rows, in one transaction with the checkpoint. A step may begin
 * and end inside a batch: one quote can end the orders of thousands of accounts, and other work of the store waits for
 * a transaction. A new order is not looked for in the store: an order with a higher number than every stored one is
 * new. The totals of accounts are remembered from the step before.
 */
import { type AccountId, assert, must } from '@veritick/domain'
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { DurableBatch } from '../journal/index.ts'
import {
  accountLog,
  accountTotals,
  instrumentTerms,
  type Lane,
  ledgerEntries,
  orderEvents,
  orders,
  type Store,
  type Transaction,
} from '../store/index.ts'
import { fold, type Happened, type Tables, type TotalsRow, touchedBy } from './fold.ts'
import { appendRows, replaceRows } from './table-rows.ts'

/** Where the read tables stand: they hold all of this batch, and all events up to this one. */
export type Checkpoint = { readonly batch: number; readonly sequence: number }

/**
 * The store does not stand where the step begins: a step whose answer was lost, or the last one of a process that was
 * killed, came to its end since the checkpoint was read. Nothing was written.
 */
export class CheckpointMoved extends Error {
  constructor(from: Checkpoint) {
    super(`the read tables do not stand at batch ${from.batch}, event ${from.sequence}`)
  }
}

/** Accounts whose totals are remembered, about 200 bytes each; the next step after more of them forgets all. */
const TOTALS_REMEMBERED_MAX = 100_000

export class StepWriter {
  readonly #store: Lane
  /** A transaction has the embedded store's only connection: its statements do not wait for each other's answers. */
  readonly #isSentAtOnce: boolean
  readonly #totals = new Map<AccountId, TotalsRow>()
  /** The highest number of an order in the store; `undefined`: it is not known. */
  #newestOrder: number | undefined

  constructor(store: Lane, kind: Store['kind']) {
    this.#store = store
    this.#isSentAtOnce = kind === 'embedded'
  }

  /**
   * Folds at most `eventsMax` events that follow on `from`. `batches` follow on its batch, the first may be folded in
   * part. When it throws, the store holds the step whole or not at all; after `CheckpointMoved` not at all.
   */
  async write(from: Checkpoint, batches: readonly DurableBatch[], eventsMax: number): Promise<Checkpoint> {
    assert(batches[0]?.header.batch === from.batch + 1, 'a step follows on the checkpoint')
    const step = stepOf(from, batches, eventsMax)
    try {
      const { tables, newestBefore } = await this.#store.transaction((tx) => this.#writeIn(tx, from, step))
      this.#remember(tables, newestBefore)
    } catch (error) {
      this.#forget()
      throw error
    }
    return step.reached
  }

  async #writeIn(
    tx: Transaction,
    from: Checkpoint,
    { happened, reached }: Step,
  ): Promise<{ readonly tables: Tables; readonly newestBefore: number }> {
    const newestBefore = this.#newestOrder ?? (await newestOrderIn(tx))
    const tables = await this.#load(tx, happened, newestBefore)
    for (const each of happened) fold(tables, each)
    const move = async () => {
      const moved = await tx.query(
        `update projection set batch = $1, sequence = $2 where id = 1 and batch = $3 and sequence = $4
         returning batch`,
        [reached.batch, reached.sequence, from.batch, from.sequence],
      )
      if (moved.length !== 1) throw new CheckpointMoved(from)
    }
    const writes = [move, ...writesOf(tx, tables, newestBefore)]
    if (this.#isSentAtOnce) await Promise.all(writes.map((write) => write()))
    else for (const write of writes) await write()
    return { tables, newestBefore }
  }

  /** Rows of stored orders, and of accounts, that the events touch. */
  async #load(tx: Transaction, happened: readonly Happened[], newestBefore: number): Promise<Tables> {
    const touched = happened.map(({ event }) => touchedBy(event))
    const orderIds = [...new Set(touched.flatMap(({ order }) => order ?? []))].filter((order) => order <= newestBefore)
    const orderRows =
      orderIds.length === 0 ? [] : await tx.db.select().from(orders).where(isAnyOf(orders.order, orderIds))
    const totals = new Map<AccountId, TotalsRow>()
    const unknown: AccountId[] = []
    for (const account of new Set(touched.flatMap(({ account }) => account ?? []))) {
      const known = this.#totals.get(account)
      if (known === undefined) unknown.push(account)
      else totals.set(account, { ...known })
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

type Step = { readonly happened: readonly Happened[]; readonly reached: Checkpoint }

function stepOf(from: Checkpoint, batches: readonly DurableBatch[], eventsMax: number): Step {
  const happened: Happened[] = []
  let { batch, sequence } = from
  for (const { header, events } of batches) {
    const folded = sequence + 1 - header.firstEvent
    const own = events.slice(folded, folded + eventsMax - happened.length)
    for (const event of own) happened.push({ event, sequence: ++sequence, wallTime: header.wallTime })
    if (folded + own.length < events.length) break
    batch = header.batch
  }
  return { happened, reached: { batch, sequence } }
}

function writesOf(tx: Transaction, tables: Tables, newestBefore: number): readonly (() => Promise<void>)[] {
  const rows = [...tables.orders.values()]
  const isNew = (row: (typeof rows)[number]) => row.order > newestBefore
  const stored = rows.filter((row) => !isNew(row))
  return [
    () => appendRows(tx, orders, stored.length === 0 ? rows : rows.filter(isNew)),
    () => replaceRows(tx, orders, stored),
    () => replaceRows(tx, accountTotals, [...tables.totals.values()]),
    () => appendRows(tx, orderEvents, tables.orderEvents),
    () => appendRows(tx, instrumentTerms, tables.terms),
    () => appendRows(tx, ledgerEntries, tables.ledger),
    () => appendRows(tx, accountLog, tables.log),
  ]
}

/** One parameter for all numbers, so that the server reads one short statement. */
const isAnyOf = (column: Column, numbers: readonly number[]): SQL =>
  sql`${column} = any(${sql.param(numbers)}::bigint[])`

async function newestOrderIn(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ newest: number }>('select coalesce(max(order_id), 0) as newest from orders')
  return must(row, 'an aggregate gives a row').newest
}
