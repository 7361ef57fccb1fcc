/**
 * The effect of each event on the state. No rule lives here and nothing is computed that the event does not carry,
 * apart from adding its amounts up and from the value of a closed position, which follows from its opening event and
 * from terms that never change; a journal of any age therefore gives the same state.
 */

import type { LotUnits, Micros } from '@veritick/domain'
import { assert, MONEY_MAX, must, notionalOf, unreachable } from '@veritick/domain'
import type { AccountId, OrderId } from '../commands.ts'
import type { ConversionEvidence, Event, EventOf, QuoteEvidence, Sequence } from '../events.ts'
import { clientSideOf, entryOf, posted } from '../ledger.ts'
import { type Account, type Order, type State, UNKNOWN } from './state.ts'

/**
 * Applies one event. Throws where it cannot follow from the state. Only the event's entry in the ledger moves money.
 */
export function evolve(state: State, event: Event): void {
  state.sequence += 1
  switch (event.kind) {
    case 'instrument_set':
      setTerms(state, event)
      break
    case 'fee_type_set':
      state.feeType = event.feeType
      break
    case 'account_opened':
      addAccount(state, event)
      break
    case 'account_frozen':
      changeAccount(state, event.account, { frozen: event.frozen })
      break
    case 'credited':
    case 'withdrawal_locked':
    case 'withdrawal_settled':
      recordTransfer(state, event)
      break
    case 'order_placed':
      placeOrder(state, event)
      break
    case 'order_opened':
      openOrder(state, event)
      break
    case 'stops_set':
      changeStops(state, event)
      break
    case 'order_amended':
      amendOrder(state, event)
      break
    case 'order_cancelled':
      endPending(state, event)
      break
    case 'order_closed':
      endHolding(state, event)
      break
    case 'order_financed':
      financeHolding(state, event)
      break
    case 'order_split':
      splitHolding(state, event)
      break
    case 'rollover_done':
      state.lastRollover = event.at
      break
    case 'margin_notice':
      setArmed(state, event)
      break
    case 'stopped_out':
    case 'balance_protected':
    case 'demo_reset':
      break
    default:
      unreachable(event)
  }
  post(state, event)
}

function post(state: State, event: Event): void {
  const entry = entryOf(event)
  if (entry === undefined) return
  const account = must(state.accounts.get(entry.account), 'money moves on an open account')
  const client = clientSideOf(entry)
  changeAccount(state, entry.account, {
    balance: (account.balance + client.balance) as Micros,
    locked: (account.locked + client.locked) as Micros,
  })
  state.books[account.accountKind] = posted(state.books[account.accountKind], entry)
}

function setTerms(state: State, { terms }: EventOf<'instrument_set'>): void {
  const fresh = { ...UNKNOWN, quote: undefined, conversion: undefined }
  state.instruments.set(terms.id, { ...(state.instruments.get(terms.id) ?? fresh), terms })
}

/** The ledger's entry of the event adds the grant. */
function addAccount(state: State, { account, accountKind }: EventOf<'account_opened'>): void {
  assert(!state.accounts.has(account), 'an account opens once')
  state.accounts.set(account, {
    account,
    accountKind,
    frozen: false,
    armedCall: true,
    armedWarning: true,
    balance: 0 as Micros,
    locked: 0 as Micros,
    traded: 0 as Micros,
  })
}

const TRANSFER_STATES = { credited: 'credited', withdrawal_locked: 'locked', withdrawal_settled: 'settled' } as const

function recordTransfer(state: State, event: EventOf<'credited' | 'withdrawal_locked' | 'withdrawal_settled'>): void {
  const { kind, reference, account, amount } = event
  state.transfers.set(reference, { reference, account, state: TRANSFER_STATES[kind], amount })
}

function setArmed(state: State, { account, level, armed }: EventOf<'margin_notice'>): void {
  changeAccount(state, account, level === 100 ? { armedCall: armed } : { armedWarning: armed })
}

type ChainedEvent = {
  readonly order: OrderId
  readonly account: AccountId
  readonly previous: Sequence | undefined
}

/** The order that the event is of. The event must name the one that the order had last, and is the last from now on. */
function chainEvent(state: State, event: ChainedEvent): Order {
  const order = must(state.orders.get(event.order), 'an event is of a live order')
  assert(order.account === event.account, 'an event names the account of its order')
  assert(order.lastEvent === event.previous, "an event names the order's event before it")
  return changeOrder(state, event.order, { lastEvent: state.sequence })
}

function placeOrder(state: State, event: EventOf<'order_placed'>): void {
  const { order, account, instrument, side, pending, lots, leverage, target, stopLoss, takeProfit, request } = event
  addOrder(state, {
    order,
    account,
    instrument,
    lastEvent: state.sequence,
    side,
    pending,
    lots,
    leverage,
    price: target,
    stopLoss,
    takeProfit,
    placedAt: event.at,
    request,
    targetSet: state.sequence,
    opening: undefined,
  })
  rememberQuote(state, event)
}

function changeStops(state: State, event: EventOf<'stops_set'>): void {
  chainEvent(state, event)
  changeOrder(state, event.order, { stopLoss: event.stopLoss, takeProfit: event.takeProfit })
}

/** Another target puts the order behind those that had theirs before; the same target leaves it where it is. */
function amendOrder(state: State, event: EventOf<'order_amended'>): void {
  const { order, target, stopLoss, takeProfit } = event
  const { price, targetSet } = chainEvent(state, event)
  const isSame = target === price
  changeOrder(state, order, { price: target, stopLoss, takeProfit, targetSet: isSame ? targetSet : state.sequence })
  rememberQuote(state, event)
}

function openOrder(state: State, event: EventOf<'order_opened'>): void {
  const {
    order,
    account,
    instrument,
    side,
    lots,
    leverage,
    price,
    stopLoss,
    takeProfit,
    margin,
    fee,
    quote,
    conversion,
  } = event
  assert((event.previous !== undefined) === event.pending, 'the first event of an order names none before it')
  const waiting = event.pending ? endWaiting(state, event) : undefined
  const placedAt = waiting?.placedAt ?? event.at
  const { reference } = event
  const pending = waiting?.pending
  const opening = { at: event.at, margin, fee, swap: 0 as Micros, quote, conversion, pending, reference }
  const holding: Order = {
    order,
    account,
    instrument,
    lastEvent: state.sequence,
    side,
    pending: undefined,
    lots,
    leverage,
    price,
    stopLoss,
    takeProfit,
    placedAt,
    request: undefined,
    targetSet: undefined,
    opening,
  }
  if (waiting === undefined) addOrder(state, holding)
  else state.orders.set(order, holding)
  rememberQuote(state, event)
}

/** A pending order becomes a position: it waits no longer. */
function endWaiting(state: State, event: EventOf<'order_opened'>): Order {
  const waiting = chainEvent(state, event)
  assert(waiting.pending !== undefined, 'an order that waited opens once')
  return waiting
}

function endPending(state: State, event: EventOf<'order_cancelled'>): void {
  const { pending } = chainEvent(state, event)
  assert(pending !== undefined, 'only a pending order is cancelled')
  endOrder(state, event.order)
}

function endHolding(state: State, event: EventOf<'order_closed'>): void {
  const { opening, account, instrument, lots, price } = chainEvent(state, event)
  assert(opening !== undefined, 'only a holding closes')
  const { terms } = must(state.instruments.get(instrument), 'a holding is of a known instrument')
  const { traded } = must(state.accounts.get(account), 'a holding is of an open account')
  const worth = notionalOf({ terms, lots, price, conversion: opening.conversion }) ?? MONEY_MAX
  changeAccount(state, account, { traded: Math.min(MONEY_MAX, traded + worth) as Micros })
  endOrder(state, event.order)
  rememberQuote(state, event)
}

function financeHolding(state: State, event: EventOf<'order_financed'>): void {
  const opening = must(chainEvent(state, event).opening, 'only a holding is financed')
  changeOrder(state, event.order, { opening: { ...opening, swap: (opening.swap + event.amount) as Micros } })
  rememberQuote(state, event)
}

/** This event is the newest of both orders. The position keeps all that the part does not take. */
function splitHolding(state: State, event: EventOf<'order_split'>): void {
  const { order, part, lots, margin, fee, swap } = event
  const whole = chainEvent(state, event)
  const opening = must(whole.opening, 'only a holding is split')
  assert(lots > 0 && lots < whole.lots, 'a part is smaller than its position')
  addOrder(state, { ...whole, order: part, lots, opening: { ...opening, margin, fee, swap } })
  changeOrder(state, order, {
    lots: (whole.lots - lots) as LotUnits,
    opening: {
      ...opening,
      margin: (opening.margin - margin) as Micros,
      fee: (opening.fee - fee) as Micros,
      swap: (opening.swap - swap) as Micros,
    },
  })
}

function addOrder(state: State, order: Order): void {
  assert(order.order === state.orderNext, 'orders are numbered without gaps')
  state.orderNext += 1
  state.orders.set(order.order, order)
}

function endOrder(state: State, order: OrderId): void {
  assert(state.orders.delete(order), 'only a live order ends')
}

/** Keeps the newest quote and rate that an event of the instrument named. */
function rememberQuote(
  state: State,
  event: { instrument: number; quote: QuoteEvidence; conversion?: ConversionEvidence },
): void {
  const known = must(state.instruments.get(event.instrument), 'an order is of a known instrument')
  state.instruments.set(event.instrument, {
    ...known,
    quote: event.quote,
    conversion: event.conversion ?? known.conversion,
  })
}

function changeAccount(state: State, id: AccountId, change: Partial<Account>): void {
  const account = must(state.accounts.get(id), 'an event is of an open account')
  state.accounts.set(id, { ...account, ...change })
}

function changeOrder(state: State, id: OrderId, change: Partial<Order>): Order {
  const order = { ...must(state.orders.get(id), 'an event is of a live order'), ...change }
  state.orders.set(id, order)
  return order
}
