/**
 * Questions to the read tables. They are behind the journal by moments: a reader that must see an answer just given
 * waits for `core.projected()` first. Amounts are micro-dollars, prices points, sizes lot units, as in the engine.
 */
import { ORDER_STATUS, type OrderEnd, type OrderSort } from '@veritick/contract'
import { type AccountId, unreachable } from '@veritick/domain'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sum } from 'drizzle-orm'
import { accountLog, accountTotals, type Database, orders } from '../store/index.ts'
import type { AccountLogRow, LedgerRow, TotalsRow } from './fold.ts'
import type { OrderRow } from './order-row.ts'

export type { AccountLogRow, LedgerRow, OrderRow, TotalsRow }

/** `page` counts from 1. */
export type Page = { readonly account: AccountId; readonly page: number; readonly size: number }

/** Which ended orders, and in which order. `cancelled`: those that never became a position. */
export type EndedFilter = {
  readonly instrument?: number | undefined
  readonly side?: 'buy' | 'sell' | undefined
  readonly ended?: OrderEnd | undefined
  readonly sort?: OrderSort | undefined
}

export type EndedOrders = {
  readonly orders: readonly OrderRow[]
  readonly total: number
  readonly profit: bigint
  readonly costs: bigint
  /** Rows that the store looked at. */
  readonly looked: number
}

/**
 * Ended orders (closed positions and cancelled pendings), newest ending first. `total`, `profit` and `costs`, of all
 * that the filter takes: their number, the realised sum, the effect of their fees and financing on the balance.
 */
export async function endedOrders(db: Database, options: Page & EndedFilter): Promise<EndedOrders> {
  const { account, page, size, instrument, side, ended } = options
  const narrowed = instrument !== undefined || side !== undefined || ended !== undefined
  const wanted = and(
    eq(orders.account, account),
    eq(orders.status, ORDER_STATUS.history),
    instrument === undefined ? undefined : eq(orders.instrument, instrument),
    side === undefined ? undefined : eq(orders.side, side),
    ended === undefined ? undefined : endedBy(ended),
  )
  const rows = await db
    .select()
    .from(orders)
    .where(wanted)
    .orderBy(...sortedBy(options.sort ?? 'newest'))
    .limit(size)
    .offset((page - 1) * size)
  const { ordersEnded = 0, profit = 0n, costsEnded: costs = 0n } = (await totalsOf(db, account)) ?? {}
  // The index has them by their end alone.
  const isWhole = narrowed || options.sort === 'profit_high' || options.sort === 'profit_low'
  const looked = isWhole ? ordersEnded : Math.min(ordersEnded, page * size)
  if (narrowed) return { orders: rows, looked, ...(await sumOf(db, wanted)) }
  return { orders: rows, looked, total: ordersEnded, profit, costs }
}

const endedBy = (ended: OrderEnd) =>
  ended === 'cancelled' ? isNull(orders.openedAt) : and(isNotNull(orders.openedAt), eq(orders.endReason, ended))

function sortedBy(sort: OrderSort) {
  switch (sort) {
    case 'newest':
      return [desc(orders.endedSequence)]
    case 'oldest':
      return [asc(orders.endedSequence)]
    case 'profit_high':
      return [desc(orders.profit), desc(orders.endedSequence)]
    case 'profit_low':
      return [asc(orders.profit), desc(orders.endedSequence)]
    default:
      return unreachable(sort)
  }
}

/** Number, realised profit and costs. A sum is text on the way: it may be wider than a column. */
async function sumOf(db: Database, wanted: SQL | undefined): Promise<Omit<EndedOrders, 'orders' | 'looked'>> {
  const [found] = await db
    .select({ total: count(), profit: sum(orders.profit), swap: sum(orders.swap), fee: sum(orders.fee) })
    .from(orders)
    .where(wanted)
  const whole = (text: string | null | undefined) => BigInt(text ?? 0)
  return { total: found?.total ?? 0, profit: whole(found?.profit), costs: whole(found?.swap) - whole(found?.fee) }
}

/**
 * Changes of the balance, newest first, each with the balance after it. `kinds`: of these kinds only. `looked`: rows
 * that the store looked at.
 */
export async function accountLogPage(
  db: Database,
  { account, page, size, kinds }: Page & { readonly kinds?: readonly string[] | undefined },
): Promise<{ readonly lines: readonly AccountLogRow[]; readonly total: number; readonly looked: number }> {
  const wanted = and(eq(accountLog.account, account), kinds && inArray(accountLog.kind, [...kinds]))
  const { logLines = 0 } = (await totalsOf(db, account)) ?? {}
  const total = kinds === undefined ? logLines : await db.$count(accountLog, wanted)
  const looked = kinds === undefined ? Math.min(logLines, page * size) : logLines
  const lines = await db
    .select()
    .from(accountLog)
    .where(wanted)
    .orderBy(desc(accountLog.sequence))
    .limit(size)
    .offset((page - 1) * size)
  return { lines, total, looked }
}

/** Balance, locked amount and sums of an account; `undefined` where the read tables know none. */
export async function totalsOf(db: Database, account: AccountId): Promise<TotalsRow | undefined> {
  const rows = await db.select().from(accountTotals).where(eq(accountTotals.account, account))
  return rows[0]
}

/** Any order, live or ended: whose it is, what became of it. */
export async function orderOf(db: Database, order: number): Promise<OrderRow | undefined> {
  const rows = await db.select().from(orders).where(eq(orders.order, order))
  return rows[0]
}
