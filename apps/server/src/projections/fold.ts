/**
 * Folds one event into the read tables. Pure: rows in, rows changed, so that rebuilding gives the same tables as
 * following along. Money comes from the ledger's own postings; this adds it up and never decides it.
 */

import { ORDER_STATUS } from '@veritick/contract'
import { type AccountId, must, unreachable } from '@veritick/domain'
import { clientSideOf, type Event, entryOf } from '@veritick/engine'
import type { accountLog, accountTotals, instrumentTerms, ledgerEntries, orderEvents } from '../store/index.ts'
import { closedOrder, type OrderRow, openedOrder, placedOrder, splitOrders } from './order-row.ts'

/** Rises with every change of what the fold writes: a start with another version rebuilds the read tables. */
export const FOLD_VERSION = 4

export type TotalsRow = typeof accountTotals.$inferSelect
export type AccountLogRow = typeof accountLog.$inferSelect
export type LedgerRow = typeof ledgerEntries.$inferSelect

/**
 * Rows of orders and accounts that the events touch, loaded before and changed where they stand; the other lists only
 * grow.
 */
export type Tables = {
  readonly orders: Map<number, OrderRow>
  readonly totals: Map<number, TotalsRow>
  readonly orderEvents: (typeof orderEvents.$inferSelect)[]
  readonly terms: (typeof instrumentTerms.$inferSelect)[]
  readonly ledger: LedgerRow[]
  readonly log: AccountLogRow[]
}

export type Happened = { readonly event: Event; readonly sequence: number; readonly wallTime: number }

export function fold(tables: Tables, happened: Happened): void {
  const { event, sequence } = happened
  if (event.kind === 'instrument_set') {
    tables.terms.push({ instrument: event.terms.id, version: event.terms.version, sequence })
    return
  }
  if (event.kind === 'account_opened') tables.totals.set(event.account, emptyTotals(event.account, event.accountKind))
  if (event.kind === 'stopped_out') {
    const { equity, marginUsed } = event
    change(tables.totals, event.account, {
      stopOutSequence: sequence,
      stopOutEquity: equity,
      stopOutMarginUsed: marginUsed,
    })
  }
  if ('order' in event) {
    tables.orderEvents.push({ order: event.order, sequence })
    if (event.kind === 'order_split') tables.orderEvents.push({ order: event.part, sequence })
    foldOrder(tables, happened)
  }
  foldMoney(tables, happened)
}

/** Which rows `fold` must find loaded. */
export function touchedBy(event: Event): {
  readonly order: number | undefined
  readonly account: AccountId | undefined
} {
  return { order: 'order' in event ? event.order : undefined, account: 'account' in event ? event.account : undefined }
}

function foldOrder(tables: Tables, { event, sequence }: Happened): void {
  switch (event.kind) {
    case 'order_placed':
      tables.orders.set(event.order, placedOrder(event, sequence))
      return
    case 'order_opened':
      tables.orders.set(event.order, openedOrder(event, sequence, tables.orders.get(event.order)))
      return
    case 'stops_set':
      change(tables.orders, event.order, { stopLoss: event.stopLoss ?? null, takeProfit: event.takeProfit ?? null })
      return
    case 'order_amended':
      change(tables.orders, event.order, {
        target: event.target,
        stopLoss: event.stopLoss ?? null,
        takeProfit: event.takeProfit ?? null,
      })
      return
    case 'order_financed': {
      const row = must(tables.orders.get(event.order), `order ${event.order} is loaded`)
      change(tables.orders, event.order, { swap: row.swap + event.amount })
      addTotals(tables, event.account, { swap: event.amount })
      return
    }
    case 'order_split': {
      const split = splitOrders(event, must(tables.orders.get(event.order), `order ${event.order} is loaded`))
      tables.orders.set(event.order, split.rest)
      tables.orders.set(event.part, split.part)
      return
    }
    case 'order_cancelled':
      change(tables.orders, event.order, { ...ended(event, sequence), ...stopOutOf(tables, event) })
      addTotals(tables, event.account, { ordersEnded: 1 })
      return
    case 'order_closed': {
      const { swap, fee } = must(tables.orders.get(event.order), `order ${event.order} is loaded`)
      change(tables.orders, event.order, {
        ...ended(event, sequence),
        ...closedOrder(event),
        ...stopOutOf(tables, event),
      })
      addTotals(tables, event.account, { ordersEnded: 1, profit: event.profit, costsEnded: swap - fee })
      return
    }
    case 'instrument_set':
    case 'fee_type_set':
    case 'account_opened':
    case 'account_frozen':
    case 'credited':
    case 'withdrawal_locked':
    case 'withdrawal_settled':
    case 'rollover_done':
    case 'margin_notice':
    case 'stopped_out':
    case 'balance_protected':
    case 'demo_reset':
      return
    default:
      unreachable(event)
  }
}

function foldMoney(tables: Tables, { event, sequence, wallTime }: Happened): void {
  const entry = entryOf(event)
  if (entry === undefined) return
  const { balance, locked } = clientSideOf(entry)
  const totals = addTotals(tables, entry.account, {
    balance,
    locked,
    fees: entry.category === 'fee' ? -balance : 0,
    logLines: balance === 0 ? 0 : 1,
  })
  entry.postings.forEach((posting, line) => {
    const isClients = posting.side === 'clientBalance' || posting.side === 'clientLocked'
    const account = isClients ? entry.account : null
    tables.ledger.push({
      sequence,
      line,
      book: totals.book,
      purse: posting.side,
      account,
      amount: posting.amount,
      at: event.at,
    })
  })
  if (balance === 0) return
  tables.log.push({
    account: entry.account,
    sequence,
    kind: entry.category,
    amount: balance,
    balanceAfter: totals.balance,
    order: entry.order ?? null,
    instrument:
      entry.order === undefined ? null : must(tables.orders.get(entry.order), 'the order of an entry').instrument,
    reference:
      event.kind === 'credited' || event.kind === 'withdrawal_locked' || event.kind === 'withdrawal_settled'
        ? event.reference
        : null,
    at: event.at,
    wallTime,
  })
}

function ended(
  event: Extract<Event, { kind: 'order_cancelled' | 'order_closed' }>,
  sequence: number,
): Partial<OrderRow> {
  return { status: ORDER_STATUS.history, endedAt: event.at, endedSequence: sequence, endReason: event.reason }
}

/** A stop-out's numbers stand before the closings they led to. */
function stopOutOf(
  tables: Tables,
  event: Extract<Event, { kind: 'order_cancelled' | 'order_closed' }>,
): Partial<OrderRow> {
  if (event.reason !== 'stop_out') return {}
  const { stopOutSequence, stopOutEquity, stopOutMarginUsed } = must(
    tables.totals.get(event.account),
    `account ${event.account} is loaded`,
  )
  return { stopOutSequence, stopOutEquity, stopOutMarginUsed }
}

type Sums = Readonly<
  Record<'balance' | 'locked' | 'logLines' | 'ordersEnded' | 'profit' | 'costsEnded' | 'fees' | 'swap', number>
>

/** Rows are those of the step, so they are changed where they stand. */
function addTotals(tables: Tables, account: AccountId, amounts: Partial<Sums>): TotalsRow {
  const row = must(tables.totals.get(account), `account ${account} is loaded`)
  row.balance += amounts.balance ?? 0
  row.locked += amounts.locked ?? 0
  row.logLines += amounts.logLines ?? 0
  row.ordersEnded += amounts.ordersEnded ?? 0
  row.profit += BigInt(amounts.profit ?? 0)
  row.costsEnded += BigInt(amounts.costsEnded ?? 0)
  row.fees += BigInt(amounts.fees ?? 0)
  row.swap += BigInt(amounts.swap ?? 0)
  return row
}

function change<Row extends object>(rows: Map<number, Row>, key: number, changes: Partial<Row>): void {
  Object.assign(must(rows.get(key), `row ${key} is loaded`), changes)
}

function emptyTotals(account: AccountId, book: 'demo' | 'real'): TotalsRow {
  return {
    account,
    book,
    balance: 0,
    locked: 0,
    logLines: 0,
    ordersEnded: 0,
    profit: 0n,
    costsEnded: 0n,
    fees: 0n,
    swap: 0n,
    stopOutSequence: null,
    stopOutEquity: null,
    stopOutMarginUsed: null,
  }
}
