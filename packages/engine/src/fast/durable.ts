/** The tables as the durable state that both engines describe themselves with, and back: what a snapshot holds. */
import type { LotUnits, Micros, Millis, Points } from '@veritick/domain'
import type { DurableAccount, DurableInstrument, DurableOrder, DurableState } from '../state-bytes.ts'
import { ARMED_CALL, ARMED_WARNING, DEMO, REAL } from './accounts.ts'
import { hold } from './evolve.ts'
import { BUY, FREE, HOLDING, LIMIT, PENDING, SELL, STOP } from './orders.ts'
import { priceMoved } from './prices.ts'
import { levelOf, sideOf } from './quote.ts'
import { State } from './state.ts'
import { openConversionOf, openQuoteOf, pendingKindOfRow } from './views.ts'

export function durableOf(state: State): DurableState {
  const { sequence, orderNext, feeType, lastRollover, demo, real, orders } = state
  const slots = Array.from({ length: orders.slots.end() }, (_, slot) => slot).filter(
    (slot) => orders.status[slot] !== FREE,
  )
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
    accounts: Array.from({ length: state.accounts.slots.end() }, (_, slot) => accountOf(state, slot)),
    orders: slots.map((slot) => orderOf(state, slot)),
    transfers: [...state.transfers.values()],
  }
}

function accountOf({ accounts }: State, slot: number): DurableAccount {
  const armed = accounts.armed[slot] ?? 0
  return {
    account: accounts.id[slot] ?? 0,
    accountKind: accounts.kind[slot] === DEMO ? 'demo' : 'real',
    frozen: accounts.frozen[slot] === 1,
    armedCall: (armed & ARMED_CALL) !== 0,
    armedWarning: (armed & ARMED_WARNING) !== 0,
    balance: (accounts.balance[slot] ?? 0) as Micros,
    locked: (accounts.locked[slot] ?? 0) as Micros,
  }
}

function orderOf(state: State, slot: number): DurableOrder {
  const { orders, accounts } = state
  const pending = pendingKindOfRow(state, slot)
  const opening = {
    at: (orders.openedAt[slot] ?? 0) as Millis,
    margin: (orders.margin[slot] ?? 0) as Micros,
    fee: (orders.fee[slot] ?? 0) as Micros,
    swap: (orders.swap[slot] ?? 0) as Micros,
    quote: openQuoteOf(state, slot),
    conversion: openConversionOf(state, slot),
  }
  return {
    order: orders.id[slot] ?? 0,
    account: accounts.id[orders.account[slot] ?? 0] ?? 0,
    instrument: state.marketOf(slot).terms.id,
    side: sideOf(state, slot),
    pending,
    lots: (orders.lots[slot] ?? 0) as LotUnits,
    leverage: orders.leverage[slot] ?? 0,
    price: (orders.price[slot] ?? 0) as Points,
    stopLoss: levelOf(orders.stopLoss[slot]),
    takeProfit: levelOf(orders.takeProfit[slot]),
    placedAt: (orders.placedAt[slot] ?? 0) as Millis,
    request: pending === undefined ? undefined : orders.request[slot],
    opening: pending === undefined ? opening : undefined,
  }
}

/** Fresh tables. Every instrument is closed and unheard; every account is checked once its prices were heard. */
export function stateFrom(durable: DurableState): State {
  const state = new State()
  state.sequence = durable.sequence
  state.orderNext = durable.orderNext
  state.feeType = durable.feeType
  state.lastRollover = durable.lastRollover
  state.demo.load(durable.demo)
  state.real.load(durable.real)
  for (const { terms } of durable.instruments) state.setTerms(terms)
  for (const instrument of durable.instruments) loadPrice(state, instrument)
  for (const account of durable.accounts) loadAccount(state, account)
  const byNumber = [...durable.orders].sort((a, b) => a.order - b.order)
  for (const order of byNumber) loadOrder(state, order)
  for (const transfer of durable.transfers) state.transfers.set(transfer.reference, transfer)
  return state
}

function loadPrice(state: State, { terms, quote, conversion }: DurableInstrument): void {
  const market = state.market(terms.id)
  if (market === undefined) return
  market.namedConversion = conversion
  market.namedQuote = quote
  market.refreshRate()
  if (quote === undefined) return
  market.take(quote)
  priceMoved(state, market)
}

function loadAccount(state: State, durable: DurableAccount): void {
  const { accounts } = state
  const slot = accounts.add(durable.account, durable.accountKind === 'demo' ? DEMO : REAL)
  accounts.frozen[slot] = durable.frozen ? 1 : 0
  accounts.armed[slot] = (durable.armedCall ? ARMED_CALL : 0) | (durable.armedWarning ? ARMED_WARNING : 0)
  accounts.balance[slot] = durable.balance
  accounts.locked[slot] = durable.locked
  state.markDirty(slot)
}

function loadOrder(state: State, durable: DurableOrder): void {
  const { orders, accounts } = state
  const { opening, pending } = durable
  const slot = orders.add(durable.order)
  orders.instrument[slot] = state.market(durable.instrument)?.slot ?? -1
  orders.side[slot] = durable.side === 'buy' ? BUY : SELL
  orders.lots[slot] = durable.lots
  orders.leverage[slot] = durable.leverage
  orders.price[slot] = durable.price
  orders.stopLoss[slot] = durable.stopLoss ?? Number.NaN
  orders.takeProfit[slot] = durable.takeProfit ?? Number.NaN
  orders.placedAt[slot] = durable.placedAt
  const account = state.accountSlot(durable.account)
  state.linkOrder(slot, account)
  if (opening === undefined) {
    orders.status[slot] = PENDING
    orders.pendingKind[slot] = pending === 'limit' ? LIMIT : STOP
    orders.request[slot] = durable.request ?? ''
    accounts.pendings[account] = (accounts.pendings[account] ?? 0) + 1
  } else {
    orders.status[slot] = HOLDING
    orders.request[slot] = ''
    orders.openedAt[slot] = opening.at
    orders.margin[slot] = opening.margin
    orders.fee[slot] = opening.fee
    orders.swap[slot] = opening.swap
    orders.setEvidence(slot, opening.quote, opening.conversion)
    hold(state, slot)
  }
  state.setTriggers(slot)
}
