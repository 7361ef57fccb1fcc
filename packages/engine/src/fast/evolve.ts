/**
 * What each event does to the tables. Live decisions and recovery from the journal come through here alike, so both end in the same
 * state; nothing is decided and no event is refused.
 */
import { assert, type LotUnits, notionalOf, type Points, unreachable } from '@veritick/domain'
import type { Event, QuoteEvidence } from '../events.ts'
import { ARMED_CALL, ARMED_WARNING, DEMO, REAL } from './accounts.ts'
import { addHolding, removeHolding } from './holdings.ts'
import type { Market } from './market.ts'
import { BUY, HOLDING, LIMIT, PENDING, SELL, STOP } from './orders.ts'
import { priceMoved } from './prices.ts'
import type { State } from './state.ts'

type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

export function evolve(state: State, event: Event): void {
  state.sequence++
  switch (event.kind) {
    case 'instrument_set':
      state.setTerms(event.terms)
      return
    case 'fee_type_set':
      state.feeType = event.feeType
      return
    case 'account_opened':
      openAccount(state, event)
      return
    case 'account_frozen':
      state.accounts.frozen[state.accountSlot(event.account)] = event.frozen ? 1 : 0
      return
    case 'credited':
    case 'withdrawal_locked':
    case 'withdrawal_settled':
      transfer(state, event)
      return
    case 'order_placed':
      placed(state, event)
      return
    case 'order_opened':
      opened(state, event)
      return
    case 'stops_set':
      stopsSet(state, event)
      return
    case 'order_cancelled':
      cancelled(state, event)
      return
    case 'order_closed':
      closed(state, event)
      return
    case 'order_financed':
      financed(state, event)
      return
    case 'rollover_done':
      state.lastRollover = event.at
      return
    case 'margin_notice':
      noticed(state, event)
      return
    case 'stopped_out':
      return
    case 'balance_protected':
      pay(state, { account: state.accountSlot(event.account), from: 'protection', amount: event.amount })
      return
    case 'demo_reset':
      pay(state, { account: state.accountSlot(event.account), from: 'demoMint', amount: event.granted })
      return
    default:
      unreachable(event)
  }
}

/** Money from a side of the house to the client's balance; a negative amount goes the other way. */
function pay(
  state: State,
  payment: {
    account: number
    from: 'trading' | 'financing' | 'cashIn' | 'rewards' | 'adjustments' | 'protection' | 'demoMint'
    amount: number
  },
): void {
  const { account, from, amount } = payment
  state.accounts.balance[account] = (state.accounts.balance[account] ?? 0) + amount
  state.bookOf(account).move(from, 'clientBalance', amount)
  state.markDirty(account)
}

function openAccount(state: State, event: EventOf<'account_opened'>): void {
  assert(state.accounts.find(event.account) < 0, 'an account opens once')
  const account = state.accounts.add(event.account, event.accountKind === 'demo' ? DEMO : REAL)
  pay(state, { account, from: 'demoMint', amount: event.granted })
}

const CREDITED_FROM = { deposit: 'cashIn', reward: 'rewards', adjustment: 'adjustments' } as const

function transfer(state: State, event: EventOf<'credited' | 'withdrawal_locked' | 'withdrawal_settled'>): void {
  const { accounts } = state
  const account = state.accountSlot(event.account)
  const { reference, amount } = event
  const settle = (now: 'credited' | 'locked' | 'settled') =>
    state.transfers.set(reference, { reference, account: event.account, state: now, amount })
  switch (event.kind) {
    case 'credited':
      settle('credited')
      pay(state, { account, from: CREDITED_FROM[event.category], amount })
      return
    case 'withdrawal_locked':
      settle('locked')
      accounts.balance[account] = (accounts.balance[account] ?? 0) - amount
      accounts.locked[account] = (accounts.locked[account] ?? 0) + amount
      state.bookOf(account).move('clientBalance', 'clientLocked', amount)
      state.markDirty(account)
      return
    case 'withdrawal_settled':
      settle('settled')
      accounts.locked[account] = (accounts.locked[account] ?? 0) - amount
      if (!event.paid) accounts.balance[account] = (accounts.balance[account] ?? 0) + amount
      state.bookOf(account).move('clientLocked', event.paid ? 'cashOut' : 'clientBalance', amount)
      state.markDirty(account)
      return
    default:
      unreachable(event)
  }
}

function placed(state: State, event: EventOf<'order_placed'>): void {
  const { orders, accounts } = state
  const slot = newOrder(state, event)
  const account = orders.account[slot] ?? 0
  orders.status[slot] = PENDING
  orders.pendingKind[slot] = event.pending === 'limit' ? LIMIT : STOP
  orders.price[slot] = event.target
  orders.placedAt[slot] = event.at
  orders.request[slot] = event.request
  accounts.pendings[account] = (accounts.pendings[account] ?? 0) + 1
  state.setTriggers(slot)
  name(state, state.marketOf(slot), event.quote)
}

function opened(state: State, event: EventOf<'order_opened'>): void {
  const { orders, accounts } = state
  const slot = event.pending ? liveOrder(state, event.order) : newOrder(state, event)
  const account = orders.account[slot] ?? 0
  if (event.pending) {
    state.clearTriggers(slot)
    accounts.pendings[account] = (accounts.pendings[account] ?? 0) - 1
  } else orders.placedAt[slot] = event.at
  orders.request[slot] = ''
  orders.status[slot] = HOLDING
  orders.price[slot] = event.price
  orders.openedAt[slot] = event.at
  orders.margin[slot] = event.margin
  orders.fee[slot] = event.fee
  orders.swap[slot] = 0
  orders.setEvidence(slot, event.quote, event.conversion)
  hold(state, slot)
  state.setTriggers(slot)
  accounts.balance[account] = (accounts.balance[account] ?? 0) - event.fee
  state.bookOf(account).move('clientBalance', 'fees', event.fee)
  state.markDirty(account)
  const market = state.marketOf(slot)
  market.namedConversion = event.conversion
  name(state, market, event.quote)
}

/** The order's columns are complete: it enters the sums. */
export function hold(state: State, slot: number): void {
  const { orders } = state
  const { terms } = state.marketOf(slot)
  const conversion = {
    numerator: orders.conversionNumerator[slot] ?? 0,
    denominator: orders.conversionDenominator[slot] ?? 0,
  }
  const lots = (orders.lots[slot] ?? 0) as LotUnits
  const price = (orders.price[slot] ?? 0) as Points
  orders.notional[slot] = notionalOf({ terms, lots, price, conversion }) ?? Number.NaN
  addHolding(state, slot)
}

function newOrder(state: State, event: EventOf<'order_placed' | 'order_opened'>): number {
  const { orders } = state
  assert(event.order === state.orderNext, 'orders are numbered without gaps')
  state.orderNext++
  const market = state.market(event.instrument)
  assert(market !== undefined, 'an order is of a known instrument')
  const slot = orders.add(event.order)
  orders.instrument[slot] = market.slot
  orders.side[slot] = event.side === 'buy' ? BUY : SELL
  orders.lots[slot] = event.lots
  orders.leverage[slot] = event.leverage
  orders.stopLoss[slot] = event.stopLoss ?? Number.NaN
  orders.takeProfit[slot] = event.takeProfit ?? Number.NaN
  state.linkOrder(slot, state.accountSlot(event.account))
  return slot
}

function liveOrder(state: State, order: number): number {
  const slot = state.orders.find(order)
  assert(slot >= 0, 'an event is of a live order')
  return slot
}

function stopsSet(state: State, event: EventOf<'stops_set'>): void {
  const { orders } = state
  const slot = liveOrder(state, event.order)
  const waits = orders.status[slot] === PENDING
  if (!waits) state.clearTriggers(slot)
  orders.stopLoss[slot] = event.stopLoss ?? Number.NaN
  orders.takeProfit[slot] = event.takeProfit ?? Number.NaN
  if (!waits) state.setTriggers(slot)
}

function cancelled(state: State, event: EventOf<'order_cancelled'>): void {
  const slot = liveOrder(state, event.order)
  const account = state.orders.account[slot] ?? 0
  state.accounts.pendings[account] = (state.accounts.pendings[account] ?? 0) - 1
  state.dropOrder(slot)
}

function closed(state: State, event: EventOf<'order_closed'>): void {
  const slot = liveOrder(state, event.order)
  const market = state.marketOf(slot)
  const account = state.orders.account[slot] ?? 0
  removeHolding(state, slot)
  state.dropOrder(slot)
  pay(state, { account, from: 'trading', amount: event.profit })
  market.namedConversion = event.conversion
  name(state, market, event.quote)
}

function financed(state: State, event: EventOf<'order_financed'>): void {
  const { orders } = state
  const slot = liveOrder(state, event.order)
  const market = state.marketOf(slot)
  orders.swap[slot] = (orders.swap[slot] ?? 0) + event.amount
  pay(state, { account: orders.account[slot] ?? 0, from: 'financing', amount: event.amount })
  market.namedConversion = event.conversion
  name(state, market, event.quote)
}

function noticed(state: State, event: EventOf<'margin_notice'>): void {
  const { accounts } = state
  const account = state.accountSlot(event.account)
  const bit = event.level === 100 ? ARMED_CALL : ARMED_WARNING
  const armed = accounts.armed[account] ?? 0
  accounts.armed[account] = event.armed ? armed | bit : armed & ~bit
  state.markDirty(account)
}

/**
 * The newest quote that an event of the instrument named. While the feed has not spoken it is also what holdings are valued
 * at, so it moves prices like a quote of a closed market; once it has, only the memory changes.
 */
function name(state: State, market: Market, quote: QuoteEvidence): void {
  market.namedQuote = quote
  if (!market.hasLiveRate() && market.refreshRate()) state.markHoldersDirty(market)
  if (market.hasLiveQuote) return
  market.take(quote)
  priceMoved(state, market)
}
