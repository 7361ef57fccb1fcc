/** The views of the fast engine: plain objects made on demand, for screens, answers and tests. */
import { assert, type Micros, type PendingKind } from '@veritick/domain'
import type { AccountKind } from '../commands.ts'
import type { AccountView, ExposureView, LiveOrder, MarketView, OrdersPage, OrderView } from '../engine.ts'
import { DEMO, REAL } from './accounts.ts'
import { type AccountSlot, NONE, type OrderSlot } from './columns.ts'
import type { Market } from './market.ts'
import { BUY, FREE, LIMIT, PENDING } from './orders.ts'
import type { State } from './state.ts'
import { equityOf, exposureProfit, marginUsedOf, orderProfit } from './valuation.ts'

/** Where an account stands at the current quotes, in micro-dollars. */
export function accountView(state: State, slot: AccountSlot): AccountView {
  const { accounts } = state
  const balance = accounts.balance.get(slot)
  const equity = equityOf(state, slot)
  const marginUsed = marginUsedOf(state, slot)
  return {
    account: accounts.id.get(slot),
    accountKind: accounts.kind.get(slot) === DEMO ? 'demo' : 'real',
    frozen: accounts.frozen.get(slot) === 1,
    balance,
    locked: accounts.locked.get(slot),
    profit: (equity - balance) as Micros,
    equity,
    marginUsed,
    marginFree: (equity - marginUsed) as Micros,
    holdings: accounts.holdings.get(slot),
    pendings: accounts.pendings.get(slot),
    traded: accounts.traded.get(slot),
    transfers: accounts.transfers.get(slot),
  }
}

/** A live order; what only a holding has is `undefined` while it is pending. */
export function orderView(state: State, slot: OrderSlot): OrderView {
  const { orders } = state
  const pending = orders.status.get(slot) === PENDING
  return {
    order: orders.id.get(slot),
    account: state.accountIdOf(slot),
    instrument: state.marketOf(slot).terms.id,
    status: pending ? 'pending' : 'holding',
    side: orders.sideOf(slot),
    pending: pendingKindOf(state, slot),
    lots: orders.lots.get(slot),
    leverage: orders.leverage.get(slot),
    price: orders.price.get(slot),
    stopLoss: orders.stopLoss.get(slot),
    takeProfit: orders.takeProfit.get(slot),
    placedAt: orders.placedAt.get(slot),
    ...(pending ? NOT_OPENED : openedView(state, slot)),
  }
}

type OpenedView = Pick<
  OrderView,
  | 'margin'
  | 'fee'
  | 'swap'
  | 'openedAt'
  | 'openQuote'
  | 'openConversion'
  | 'wasPending'
  | 'openReference'
  | 'closePrice'
  | 'profit'
  | 'conversion'
>

const NOT_OPENED: OpenedView = {
  margin: 0 as Micros,
  fee: 0 as Micros,
  swap: 0 as Micros,
  openedAt: undefined,
  openQuote: undefined,
  openConversion: undefined,
  wasPending: false,
  openReference: undefined,
  closePrice: undefined,
  profit: undefined,
  conversion: undefined,
}

function openedView(state: State, slot: OrderSlot): OpenedView {
  const { orders } = state
  const market = state.marketOf(slot)
  const { quote, conversion, pending, reference } = orders.evidenceOf(slot)
  return {
    margin: orders.margin.get(slot),
    fee: orders.fee.get(slot),
    swap: orders.swap.get(slot),
    openedAt: orders.openedAt.get(slot),
    openQuote: quote,
    openConversion: conversion,
    wasPending: pending,
    openReference: reference,
    closePrice: market.closePrice(orders.side.get(slot) === BUY),
    profit: orderProfit(state, slot, market),
    conversion: market.conversion(),
  }
}

/** Limit or stop, also once it has filled; `undefined` for a market order. */
export function pendingKindOf({ orders }: State, slot: OrderSlot): PendingKind | undefined {
  assert(orders.status.get(slot) !== FREE, 'only a live order is shown')
  if (orders.status.get(slot) !== PENDING && !orders.evidenceOf(slot).pending) return undefined
  return orders.pendingKind.get(slot) === LIMIT ? 'limit' : 'stop'
}

/** Every pending order and holding, in the order of their rows. */
export function* liveOrders(state: State): Generator<LiveOrder> {
  const { orders } = state
  for (const slot of orders.live()) yield { order: orders.id.get(slot), instrument: state.marketOf(slot).terms.id }
}

/** Newest first. */
export function orderViews(
  state: State,
  account: AccountSlot,
  {
    status,
    page = { offset: 0, limit: Number.POSITIVE_INFINITY },
  }: { readonly status: 'pending' | 'holding'; readonly page: OrdersPage | undefined },
): OrderView[] {
  const { orders, accounts } = state
  const views: OrderView[] = []
  let count = 0
  for (let slot = accounts.lastOrder.get(account); slot !== NONE; slot = orders.previousOfAccount.get(slot)) {
    assert(orders.account.get(slot) === account, 'the list of an account holds its own orders')
    if ((orders.status.get(slot) === PENDING) !== (status === 'pending')) continue
    // A view of an order costs far more than a step of the walk.
    if (count >= page.offset && views.length < page.limit) views.push(orderView(state, slot))
    count += 1
  }
  assert(
    count === accounts[status === 'pending' ? 'pendings' : 'holdings'].get(account),
    'an account counts its orders',
  )
  return views
}

/** Terms, status, and the quote and rate that count now, where there are any. */
export function marketView(market: Market): MarketView {
  return {
    terms: market.terms,
    status: market.status,
    quote: market.hasQuote() ? market.quote() : undefined,
    conversion: market.hasRate() ? market.conversion() : undefined,
  }
}

/**
 * Instruments of which something is held, by number. Visits exposures, not positions, wherever their sums are exact.
 */
export function exposureViews(state: State, kind: AccountKind): ExposureView[] {
  return state.markets
    .map((market) => exposureView(state, market, kind === 'demo' ? DEMO : REAL))
    .filter((view) => view.positions > 0)
    .sort((a, b) => a.instrument - b.instrument)
}

function exposureView(state: State, market: Market, kind: number): ExposureView {
  const { accounts, exposures } = state
  const [longLots, shortLots, profit] = [new Sum(), new Sum(), new Sum()]
  let positions = 0
  let holders = 0
  for (let slot = market.firstExposure; slot !== NONE; slot = exposures.nextOfInstrument.get(slot)) {
    assert(exposures.instrument.get(slot) === market.slot, 'the list of a market holds its own exposures')
    if (accounts.kind.get(exposures.account.get(slot)) !== kind) continue
    positions += exposures.holdings.get(slot)
    holders += 1
    longLots.add(exposures.longLots.get(slot))
    shortLots.add(exposures.shortLots.get(slot))
    profit.add(exposureProfit(state, slot))
  }
  return {
    instrument: market.terms.id,
    positions,
    accounts: holders,
    longLots: longLots.total(),
    shortLots: shortLots.total(),
    profit: profit.total(),
  }
}

/** A sum of safe integers that stays exact beyond them, without a BigInt for each. */
class Sum {
  private low = 0
  private high = 0n

  add(amount: number): void {
    assert(Number.isSafeInteger(amount), 'a summand is a whole number')
    const sum = this.low + amount
    if (Number.isSafeInteger(sum)) {
      this.low = sum
      return
    }
    this.high += BigInt(this.low)
    this.low = amount
  }

  total(): bigint {
    return this.high + BigInt(this.low)
  }
}
