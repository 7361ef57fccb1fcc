/**
 * The effect of each event on the tables. Live decisions and recovery from the journal come through here alike, so both
 * end in the same state; nothing is decided and no event is refused.
 */
import { assert, type InstrumentId, type Micros, MONEY_MAX, must, unreachable } from '@veritick/domain'
import type { OrderId } from '../commands.ts'
import { REQUEST_IN_FRAME } from '../event-buffer.ts'
import type { Event, EventOf, QuoteEvidence } from '../events.ts'
import { ARMED_CALL, ARMED_WARNING, DEMO, REAL } from './accounts.ts'
import type { AccountSlot, OrderSlot } from './columns.ts'
import { hold, removeHolding } from './holdings.ts'
import type { Market } from './market.ts'
import { clearTriggers, setTriggers } from './order-triggers.ts'
import { BUY, HOLDING, LIMIT, PENDING, SELL, STOP } from './orders.ts'
import { priceMoved } from './prices.ts'
import { splitHolding } from './split.ts'
import type { State } from './state.ts'
import { setTerms } from './terms.ts'

/**
 * Applies one event. Throws where it cannot follow from the state: an event of an unknown account, a closed order that
 * is not held.
 */
export function evolve(state: State, event: Event): void {
  state.sequence++
  switch (event.kind) {
    case 'instrument_set':
      setTerms(state, event.terms)
      return
    case 'fee_type_set':
      state.feeType = event.feeType
      return
    case 'account_opened':
      addAccount(state, event)
      return
    case 'account_frozen':
      state.accounts.frozen.set(state.accountSlot(event.account), event.frozen ? 1 : 0)
      return
    case 'credited':
    case 'withdrawal_locked':
    case 'withdrawal_settled':
      recordTransfer(state, event)
      return
    case 'order_placed':
      placeOrder(state, event, state.accountSlot(event.account), marketNamed(state, event))
      return
    case 'order_opened':
      openOrder(state, event, state.accountSlot(event.account), marketNamed(state, event))
      return
    case 'stops_set':
      changeStops(state, event)
      return
    case 'order_amended':
      amendOrder(state, event)
      return
    case 'order_cancelled':
      endPending(state, event, slotOf(state, event))
      return
    case 'order_closed': {
      const slot = slotOf(state, event)
      endHolding(state, event, slot, state.marketOf(slot))
      return
    }
    case 'order_financed':
      financeHolding(state, event)
      return
    case 'order_split':
      splitHolding(state, event, chainEvent(state, event))
      return
    case 'rollover_done':
      state.lastRollover = event.at
      return
    case 'margin_notice':
      setArmed(state, event)
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

/** As `evolve`. A caller that has just decided the event knows the slots that it leads to. */
export function evolveOpened(
  state: State,
  event: EventOf<'order_opened'>,
  account = state.accountSlot(event.account),
  market = marketNamed(state, event),
): void {
  state.sequence++
  openOrder(state, event, account, market)
}

/** As `evolveOpened`. If the request came as bytes, the caller stores it. Returns the new row. */
export function evolvePlaced(
  state: State,
  event: EventOf<'order_placed'>,
  account: AccountSlot,
  market: Market,
): OrderSlot {
  state.sequence++
  return placeOrder(state, event, account, market)
}

/** As `evolveOpened`. */
export function evolveCancelled(state: State, event: EventOf<'order_cancelled'>, slot: OrderSlot): void {
  state.sequence++
  endPending(state, event, slot)
}

/** As `evolveOpened`. */
export function evolveClosed(
  state: State,
  event: EventOf<'order_closed'>,
  slot = slotOf(state, event),
  market = state.marketOf(slot),
): void {
  state.sequence++
  endHolding(state, event, slot, market)
}

function marketNamed(state: State, { instrument }: { readonly instrument: InstrumentId }): Market {
  return must(state.market(instrument), 'an order is of a known instrument')
}

/** Money from a side of the operator to the balance of an account; a negative amount goes the other way. */
function pay(
  state: State,
  payment: {
    account: AccountSlot
    from: 'financing' | 'cashIn' | 'rewards' | 'adjustments' | 'protection' | 'demoMint'
    amount: Micros
  },
): void {
  const { account, from, amount } = payment
  assert(Number.isSafeInteger(amount), 'an amount is a whole number of micro-dollars')
  state.accounts.balance.add(account, amount)
  state.bookOf(account).move(from, 'clientBalance', amount)
  state.markDirty(account)
}

function addAccount(state: State, event: EventOf<'account_opened'>): void {
  assert(event.granted >= 0, 'a new account owes nothing')
  const account = state.accounts.add(event.account, event.accountKind === 'demo' ? DEMO : REAL)
  pay(state, { account, from: 'demoMint', amount: event.granted })
}

const CREDITED_FROM = { deposit: 'cashIn', reward: 'rewards', adjustment: 'adjustments' } as const

function recordTransfer(state: State, event: EventOf<'credited' | 'withdrawal_locked' | 'withdrawal_settled'>): void {
  const account = state.accountSlot(event.account)
  const { reference, amount } = event
  const known = state.transfers.get(reference)
  switch (event.kind) {
    case 'credited':
      assert(known === undefined, 'a reference is used once')
      state.transfers.set(reference, { reference, account: event.account, state: 'credited', amount })
      state.accounts.transfers.add(account, 1)
      pay(state, { account, from: CREDITED_FROM[event.category], amount })
      return
    case 'withdrawal_locked':
      assert(known === undefined, 'a reference is used once')
      state.transfers.set(reference, { reference, account: event.account, state: 'locked', amount })
      state.accounts.transfers.add(account, 1)
      lock(state, account, amount)
      return
    case 'withdrawal_settled':
      assert(known?.state === 'locked' && known.amount === amount, 'what is settled was locked')
      state.transfers.set(reference, { reference, account: event.account, state: 'settled', amount })
      unlock(state, account, event)
      return
    default:
      unreachable(event)
  }
}

function lock(state: State, account: AccountSlot, amount: Micros): void {
  const { balance, locked } = state.accounts
  assert(amount > 0, 'a positive amount is locked')
  balance.add(account, -amount)
  locked.add(account, amount)
  state.bookOf(account).move('clientBalance', 'clientLocked', amount)
  state.markDirty(account)
}

function unlock(state: State, account: AccountSlot, { amount, paid }: EventOf<'withdrawal_settled'>): void {
  const { balance, locked } = state.accounts
  locked.add(account, -amount)
  if (!paid) balance.add(account, amount)
  assert(locked.get(account) >= 0, 'what is locked is not negative')
  state.bookOf(account).move('clientLocked', paid ? 'cashOut' : 'clientBalance', amount)
  state.markDirty(account)
}

function placeOrder(state: State, event: EventOf<'order_placed'>, account: AccountSlot, market: Market): OrderSlot {
  const { orders, accounts } = state
  const slot = addOrder(state, event, account, market)
  orders.status.set(slot, PENDING)
  orders.pendingKind.set(slot, event.pending === 'limit' ? LIMIT : STOP)
  orders.price.set(slot, event.target)
  orders.placedAt.set(slot, event.at)
  if (event.request !== REQUEST_IN_FRAME) orders.setRequest(slot, event.request)
  orders.targetSet.set(slot, state.sequence)
  accounts.pendings.add(account, 1)
  setTriggers(state, slot, market)
  rememberQuote(state, market, event.quote)
  return slot
}

function openOrder(state: State, event: EventOf<'order_opened'>, account: AccountSlot, market: Market): void {
  const { orders, accounts } = state
  const slot = event.pending ? endWaiting(state, event, market) : addOrder(state, event, account, market)
  orders.status.set(slot, HOLDING)
  orders.price.set(slot, event.price)
  orders.openedAt.set(slot, event.at)
  orders.margin.set(slot, event.margin)
  orders.fee.set(slot, event.fee)
  orders.swap.set(slot, 0 as Micros)
  orders.setEvidence(slot, event)
  if (!event.pending) orders.placedAt.set(slot, event.at)
  assert(orders.instrument.get(slot) === market.slot, 'an opening is of the instrument of its order')
  hold(state, slot, market, event.conversion)
  setTriggers(state, slot, market)
  accounts.balance.add(account, -event.fee)
  state.bookOf(account).fee(event.fee)
  state.markDirty(account)
  if (market.namedConversion !== event.conversion) market.namedConversion = event.conversion
  rememberQuote(state, market, event.quote)
}

/** A pending order becomes a position: it waits no longer. */
function endWaiting(state: State, event: EventOf<'order_opened'>, market: Market): OrderSlot {
  const { orders, accounts } = state
  const slot = chainEvent(state, event)
  assert(orders.status.get(slot) === PENDING, 'an order that waited opens once')
  assert(orders.lots.get(slot) === event.lots, 'a pending order opens as it was placed')
  clearTriggers(state, slot, market)
  orders.setRequest(slot, undefined)
  accounts.pendings.add(orders.account.get(slot), -1)
  return slot
}

function addOrder(
  state: State,
  event: EventOf<'order_placed' | 'order_opened'>,
  account: AccountSlot,
  market: Market,
): OrderSlot {
  const { orders } = state
  assert(event.order === state.orderNext, 'orders are numbered without gaps')
  assert(event.lots > 0, 'an order has a size')
  assert(
    event.kind === 'order_placed' || event.previous === undefined,
    'the first event of an order names none before it',
  )
  state.orderNext++
  const slot = orders.add(event.order)
  orders.instrument.set(slot, market.slot)
  orders.lastEvent.set(slot, state.sequence)
  orders.side.set(slot, event.side === 'buy' ? BUY : SELL)
  orders.lots.set(slot, event.lots)
  orders.leverage.set(slot, event.leverage)
  orders.stopLoss.set(slot, event.stopLoss)
  orders.takeProfit.set(slot, event.takeProfit)
  state.linkOrder(slot, account)
  return slot
}

type ChainedEvent = EventOf<
  'order_opened' | 'stops_set' | 'order_amended' | 'order_cancelled' | 'order_closed' | 'order_financed' | 'order_split'
>

/** Checks that the event names the order's previous event, makes it the newest, and returns the slot. */
function chainEvent(state: State, event: ChainedEvent, slot = slotOf(state, event)): OrderSlot {
  const { account, previous } = event
  const { lastEvent } = state.orders
  assert(state.accountIdOf(slot) === account, 'an event names the account of its order')
  assert(lastEvent.get(slot) === previous, "an event names the order's event before it")
  lastEvent.set(slot, state.sequence)
  return slot
}

function slotOf(state: State, { order }: { readonly order: OrderId }): OrderSlot {
  return must(state.orders.find(order), 'an event is of a live order')
}

function changeStops(state: State, event: EventOf<'stops_set'>): void {
  const { orders } = state
  const slot = chainEvent(state, event)
  const market = state.marketOf(slot)
  const waits = orders.status.get(slot) === PENDING
  if (!waits) clearTriggers(state, slot, market)
  orders.stopLoss.set(slot, event.stopLoss)
  orders.takeProfit.set(slot, event.takeProfit)
  if (!waits) setTriggers(state, slot, market)
}

/** Another target puts the order behind those that had theirs before; the same target leaves it where it is. */
function amendOrder(state: State, event: EventOf<'order_amended'>): void {
  const { orders } = state
  const slot = chainEvent(state, event)
  const market = state.marketOf(slot)
  assert(orders.status.get(slot) === PENDING, 'only a pending order has a target')
  clearTriggers(state, slot, market)
  if (orders.price.get(slot) !== event.target) orders.targetSet.set(slot, state.sequence)
  orders.price.set(slot, event.target)
  orders.stopLoss.set(slot, event.stopLoss)
  orders.takeProfit.set(slot, event.takeProfit)
  setTriggers(state, slot, market)
  rememberQuote(state, market, event.quote)
}

function endPending(state: State, event: EventOf<'order_cancelled'>, slot: OrderSlot): void {
  chainEvent(state, event, slot)
  assert(state.orders.status.get(slot) === PENDING, 'only a pending order is cancelled')
  state.accounts.pendings.add(state.orders.account.get(slot), -1)
  endOrder(state, slot, state.marketOf(slot))
}

function endHolding(state: State, event: EventOf<'order_closed'>, slot: OrderSlot, market: Market): void {
  chainEvent(state, event, slot)
  assert(state.orders.status.get(slot) === HOLDING, 'only a holding closes')
  assert(market.terms.id === event.instrument, 'a close is of the instrument of its order')
  const account = state.orders.account.get(slot)
  const worth = state.orders.notional.get(slot) ?? MONEY_MAX
  const { traded } = state.accounts
  traded.set(account, Math.min(MONEY_MAX, traded.get(account) + worth) as Micros)
  removeHolding(state, slot, market)
  endOrder(state, slot, market)
  state.accounts.balance.add(account, event.profit)
  state.bookOf(account).profit(event.profit)
  state.markDirty(account)
  if (market.namedConversion !== event.conversion) market.namedConversion = event.conversion
  rememberQuote(state, market, event.quote)
}

/** Out of its account's list, its queue entries invalid, its row free. */
function endOrder(state: State, slot: OrderSlot, market: Market): void {
  state.unlinkOrder(slot)
  clearTriggers(state, slot, market)
  state.orders.remove(slot)
}

function financeHolding(state: State, event: EventOf<'order_financed'>): void {
  const { orders } = state
  const slot = chainEvent(state, event)
  assert(orders.status.get(slot) === HOLDING, 'only a holding is financed')
  const market = state.marketOf(slot)
  orders.swap.add(slot, event.amount)
  pay(state, { account: orders.account.get(slot), from: 'financing', amount: event.amount })
  if (market.namedConversion !== event.conversion) market.namedConversion = event.conversion
  rememberQuote(state, market, event.quote)
}

function setArmed(state: State, event: EventOf<'margin_notice'>): void {
  const { accounts } = state
  const account = state.accountSlot(event.account)
  const bit = event.level === 100 ? ARMED_CALL : ARMED_WARNING
  const armed = accounts.armed.get(account)
  assert(((armed & bit) !== 0) === !event.armed, 'a notice is given once, then armed again')
  accounts.armed.set(account, event.armed ? armed | bit : armed & ~bit)
  state.markDirty(account)
}

/**
 * The newest quote that an event of the instrument named. Until the feed has quoted the instrument it is also what
 * holdings are valued at, so it moves prices like a quote of a closed market; afterwards it is only kept for the next
 * restart.
 */
function rememberQuote(state: State, market: Market, quote: QuoteEvidence): void {
  // Nearly always the same object; assigning it again would cost a write barrier of the garbage collector.
  if (market.namedQuote !== quote) market.namedQuote = quote
  if (!market.hasLiveRate() && market.refreshRate()) state.markHoldersDirty(market)
  if (market.hasLiveQuote) return
  market.take(quote)
  priceMoved(state, market)
}
