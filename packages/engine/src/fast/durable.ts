/** The tables as the durable state that both engines describe themselves with, and back: what a snapshot holds. */
import { assert, must } from '@veritick/domain'
import type {
  DurableAccount,
  DurableInstrument,
  DurableOpening,
  DurableOrder,
  DurableState,
  DurableTransfer,
  StateHead,
} from '../state-bytes.ts'
import { ARMED_CALL, ARMED_WARNING, DEMO, REAL } from './accounts.ts'
import type { AccountSlot, OrderSlot } from './columns.ts'
import { hold } from './holdings.ts'
import { setTriggers } from './order-triggers.ts'
import { BUY, HOLDING, LIMIT, PENDING, SELL, STOP } from './orders.ts'
import { priceMoved } from './prices.ts'
import { State } from './state.ts'
import { setTerms } from './terms.ts'
import { pendingKindOf } from './views.ts'

/** Everything that must survive a restart. Quotes of the feed and market status are not part of it. */
export function durableOf(state: State): DurableState {
  return {
    ...headOf(state),
    accounts: Array.from(state.accounts.live(), (slot) => accountOf(state, slot)),
    orders: Array.from(state.orders.live(), (slot) => orderOf(state, slot)),
    transfers: [...state.transfers.values()],
  }
}

/** The part of the durable state before its accounts, orders and transfers. */
export function headOf(state: State): StateHead {
  const { sequence, orderNext, feeType, lastRollover, demo, real } = state
  return {
    sequence,
    orderNext,
    feeType,
    lastRollover,
    demo: demo.book(),
    real: real.book(),
    instruments: state.markets.map(({ terms, namedQuote, namedConversion }) => ({
      terms,
      quote: namedQuote,
      conversion: namedConversion,
    })),
  }
}

/** One account as the durable state describes it. */
export function accountOf({ accounts }: State, slot: AccountSlot): DurableAccount {
  const armed = accounts.armed.get(slot)
  return {
    account: accounts.id.get(slot),
    accountKind: accounts.kind.get(slot) === DEMO ? 'demo' : 'real',
    frozen: accounts.frozen.get(slot) === 1,
    armedCall: (armed & ARMED_CALL) !== 0,
    armedWarning: (armed & ARMED_WARNING) !== 0,
    balance: accounts.balance.get(slot),
    locked: accounts.locked.get(slot),
    traded: accounts.traded.get(slot),
  }
}

function orderOf(state: State, slot: OrderSlot): DurableOrder {
  const { orders } = state
  const pending = orders.status.get(slot) === PENDING ? pendingKindOf(state, slot) : undefined
  return {
    order: orders.id.get(slot),
    account: state.accountIdOf(slot),
    instrument: state.marketOf(slot).terms.id,
    lastEvent: orders.lastEvent.get(slot),
    side: orders.sideOf(slot),
    pending,
    lots: orders.lots.get(slot),
    leverage: orders.leverage.get(slot),
    price: orders.price.get(slot),
    stopLoss: orders.stopLoss.get(slot),
    takeProfit: orders.takeProfit.get(slot),
    placedAt: orders.placedAt.get(slot),
    request: pending === undefined ? undefined : orders.requestOf(slot),
    targetSet: pending === undefined ? undefined : orders.targetSet.get(slot),
    opening: pending === undefined ? openingOf(state, slot) : undefined,
  }
}

function openingOf(state: State, slot: OrderSlot): DurableOpening {
  const { orders } = state
  return {
    at: orders.openedAt.get(slot),
    margin: orders.margin.get(slot),
    fee: orders.fee.get(slot),
    swap: orders.swap.get(slot),
    ...orders.evidenceOf(slot),
    pending: pendingKindOf(state, slot),
  }
}

/**
 * Fresh tables. Throws on a state that contradicts itself: an order of an unknown account or instrument, a pending
 * order without its request.
 */
export function stateFrom(durable: DurableState): State {
  const state = stateFromHead(durable)
  for (const account of durable.accounts) loadAccount(state, account)
  const byNumber = [...durable.orders].sort((a, b) => a.order - b.order)
  for (const order of byNumber) loadOrder(state, order)
  assert(state.orders.count() === durable.orders.length, 'every order was loaded')
  loadTransfers(state, durable.transfers)
  return state
}

/**
 * Fresh tables without accounts. Every instrument is closed and has no live quote; every account is checked once the
 * feed has quoted its prices.
 */
export function stateFromHead(durable: StateHead): State {
  const state = new State()
  state.sequence = durable.sequence
  state.orderNext = durable.orderNext
  state.feeType = durable.feeType
  state.lastRollover = durable.lastRollover
  state.demo.load(durable.demo)
  state.real.load(durable.real)
  for (const { terms } of durable.instruments) setTerms(state, terms)
  for (const instrument of durable.instruments) loadPrice(state, instrument)
  return state
}

/** Puts the transfers of a snapshot into a state that has none. */
export function loadTransfers(state: State, transfers: readonly DurableTransfer[]): void {
  for (const transfer of transfers) {
    state.transfers.set(transfer.reference, transfer)
    state.accounts.transfers.add(state.accountSlot(transfer.account), 1)
  }
  assert(state.transfers.size === transfers.length, 'every transfer has a reference of its own')
}

function loadPrice(state: State, { terms, quote, conversion }: DurableInstrument): void {
  const market = must(state.market(terms.id), 'the terms were set before')
  market.namedConversion = conversion
  market.namedQuote = quote
  market.refreshRate()
  if (quote === undefined) return
  market.take(quote)
  priceMoved(state, market)
}

/** Adds an account of a snapshot without its orders. The next quote checks it. */
export function loadAccount(state: State, durable: DurableAccount): void {
  const { accounts } = state
  const slot = accounts.add(durable.account, durable.accountKind === 'demo' ? DEMO : REAL)
  accounts.frozen.set(slot, durable.frozen ? 1 : 0)
  accounts.armed.set(slot, (durable.armedCall ? ARMED_CALL : 0) | (durable.armedWarning ? ARMED_WARNING : 0))
  accounts.balance.set(slot, durable.balance)
  accounts.locked.set(slot, durable.locked)
  assert(durable.traded >= 0, 'what was traded is not negative')
  accounts.traded.set(slot, durable.traded)
  state.markDirty(slot)
}

/** Orders come by number, because the list of an account is ascending. */
export function loadOrder(state: State, durable: DurableOrder): void {
  const { orders } = state
  assert(durable.order < state.orderNext, 'a loaded order was numbered before')
  assert(durable.lastEvent > 0 && durable.lastEvent <= state.sequence, 'a loaded order had events')
  assert((durable.opening === undefined) === (durable.pending !== undefined), 'an order is pending or was opened')
  const slot = orders.add(durable.order)
  orders.instrument.set(slot, must(state.market(durable.instrument), 'an order is of a known instrument').slot)
  orders.lastEvent.set(slot, durable.lastEvent)
  orders.side.set(slot, durable.side === 'buy' ? BUY : SELL)
  orders.lots.set(slot, durable.lots)
  orders.leverage.set(slot, durable.leverage)
  orders.price.set(slot, durable.price)
  orders.stopLoss.set(slot, durable.stopLoss)
  orders.takeProfit.set(slot, durable.takeProfit)
  orders.placedAt.set(slot, durable.placedAt)
  state.linkOrder(slot, state.accountSlot(durable.account))
  if (durable.opening === undefined) loadPending(state, slot, durable)
  else loadOpening(state, slot, durable.opening)
  setTriggers(state, slot, state.marketOf(slot))
}

function loadPending(state: State, slot: OrderSlot, { pending, request, targetSet }: DurableOrder): void {
  const { orders, accounts } = state
  orders.status.set(slot, PENDING)
  orders.pendingKind.set(slot, pending === 'limit' ? LIMIT : STOP)
  orders.setRequest(slot, must(request, 'a pending order keeps its request'))
  orders.targetSet.set(slot, must(targetSet, 'a pending order has a target'))
  accounts.pendings.add(orders.account.get(slot), 1)
}

function loadOpening(state: State, slot: OrderSlot, opening: DurableOpening): void {
  const { orders } = state
  orders.status.set(slot, HOLDING)
  orders.openedAt.set(slot, opening.at)
  orders.margin.set(slot, opening.margin)
  orders.fee.set(slot, opening.fee)
  orders.swap.set(slot, opening.swap)
  const { quote, conversion, pending, reference } = opening
  orders.setEvidence(slot, { quote, conversion, pending: pending !== undefined, reference })
  if (pending !== undefined) orders.pendingKind.set(slot, pending === 'limit' ? LIMIT : STOP)
  hold(state, slot, state.marketOf(slot), conversion)
}
