/**
 * The effect of each event on the state. No rule lives here and nothing is computed that the event does not carry,
 * apart from adding its amounts up; a journal of any age therefore gives the same state.
 */

import type { LotUnits, Micros } from '@veritick/domain'
import { assert, must, unreachable } from '@veritick/domain'
import type { AccountId, OrderId } from '../commands.ts'
import type { ConversionEvidence, Event, EventOf, QuoteEvidence, Sequence } from '../events.ts'
import { clientSideOf, entryOf, posted } from '../ledger.ts'
import type { Account, Order, State } from './state.ts'

/** Applies one event. Throws where it cannot follow from the state. */
export function evolve(state: State, event: Event): void {
  state.sequence += 1
  apply(state, event)
  post(state, event)
}

/** Everything but the money, which the ledger moves. */
function apply(state: State, event: Event): void {
  switch (event.kind) {
    case 'instrument_set': {
      const known = state.instruments.get(event.terms.id)
      const fresh = { status: 'closed', liveQuote: undefined, quote: undefined, conversion: undefined } as const
      state.instruments.set(event.terms.id, { ...(known ?? fresh), terms: event.terms })
      return
    }
    case 'fee_type_set':
      state.feeType = event.feeType
      return
    case 'account_opened':
      assert(!state.accounts.has(event.account), 'an account opens once')
      state.accounts.set(event.account, newAccount(event))
      return
    case 'account_frozen':
      changeAccount(state, event.account, { frozen: event.frozen })
      return
    case 'credited':
      state.transfers.set(event.reference, transferOf(event, 'credited'))
      return
    case 'withdrawal_locked':
      state.transfers.set(event.reference, transferOf(event, 'locked'))
      return
    case 'withdrawal_settled':
      state.transfers.set(event.reference, transferOf(event, 'settled'))
      return
    case 'order_placed':
    case 'order_opened':
    case 'stops_set':
    case 'order_amended':
    case 'order_cancelled':
    case 'order_closed':
    case 'order_financed':
    case 'order_split':
      applyToOrder(state, event)
      return
    case 'rollover_done':
      state.lastRollover = event.at
      return
    case 'margin_notice':
      changeAccount(
        state,
        event.account,
        event.level === 100 ? { armedCall: event.armed } : { armedWarning: event.armed },
      )
      return
    case 'stopped_out':
    case 'balance_protected':
    case 'demo_reset':
      return
    default:
      unreachable(event)
  }
}

type OrderEvent = EventOf<
  | 'order_placed'
  | 'order_opened'
  | 'stops_set'
  | 'order_amended'
  | 'order_cancelled'
  | 'order_closed'
  | 'order_financed'
  | 'order_split'
>

function applyToOrder(state: State, event: OrderEvent): void {
  switch (event.kind) {
    case 'order_placed':
      placeOrder(state, event)
      rememberQuote(state, event)
      return
    case 'order_opened':
      if (event.pending) follow(state, event)
      openOrder(state, event)
      rememberQuote(state, event)
      return
    case 'stops_set':
      follow(state, event)
      changeOrder(state, event.order, { stopLoss: event.stopLoss, takeProfit: event.takeProfit })
      return
    case 'order_amended':
      follow(state, event)
      amendOrder(state, event)
      rememberQuote(state, event)
      return
    case 'order_cancelled':
      follow(state, event)
      endOrder(state, event.order)
      return
    case 'order_closed':
      follow(state, event)
      endOrder(state, event.order)
      rememberQuote(state, event)
      return
    case 'order_financed': {
      follow(state, event)
      const opening = must(
        must(state.orders.get(event.order), 'a financed order is live').opening,
        'a financed order is a holding',
      )
      changeOrder(state, event.order, { opening: { ...opening, swap: (opening.swap + event.amount) as Micros } })
      rememberQuote(state, event)
      return
    }
    case 'order_split':
      follow(state, event)
      splitHolding(state, event)
      return
    default:
      unreachable(event)
  }
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

/** The grant is posted by the ledger. */
function newAccount({ account, accountKind }: EventOf<'account_opened'>): Account {
  return {
    account,
    accountKind,
    frozen: false,
    armedCall: true,
    armedWarning: true,
    balance: 0 as Micros,
    locked: 0 as Micros,
  }
}

function transferOf(
  event: EventOf<'credited' | 'withdrawal_locked' | 'withdrawal_settled'>,
  state: 'credited' | 'locked' | 'settled',
) {
  return { reference: event.reference, account: event.account, state, amount: event.amount }
}

/** The event names the one that its order had last, and is the last one from now on. */
function follow(state: State, { order, previous }: { order: OrderId; previous: Sequence | undefined }): void {
  const known = must(state.orders.get(order), 'an event is of a live order')
  assert(known.lastEvent === previous, "an event names the order's event before it")
  changeOrder(state, order, { lastEvent: state.sequence })
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
}

/** Another target puts the order behind those that had theirs before; the same target leaves it where it is. */
function amendOrder(state: State, { order, target, stopLoss, takeProfit }: EventOf<'order_amended'>): void {
  const { price, targetSet } = must(state.orders.get(order), 'an event is of a live order')
  changeOrder(state, order, {
    price: target,
    stopLoss,
    takeProfit,
    targetSet: target === price ? targetSet : state.sequence,
  })
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
  const waiting = state.orders.get(order)
  assert((waiting !== undefined) === event.pending, 'what was pending was live until now')
  assert((event.previous !== undefined) === event.pending, 'the first event of an order names none before it')
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
}

/** This event is the newest of both orders. The position keeps all that the part does not take. */
function splitHolding(state: State, { order, part, lots, margin, fee, swap }: EventOf<'order_split'>): void {
  const whole = must(state.orders.get(order), 'an event is of a live order')
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

function changeOrder(state: State, id: OrderId, change: Partial<Order>): void {
  const order = must(state.orders.get(id), 'an event is of a live order')
  state.orders.set(id, { ...order, ...change })
}
