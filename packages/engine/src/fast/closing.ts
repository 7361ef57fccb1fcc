/** The ends of orders: a holding closes at the quote of its market that counts now, a pending order is cancelled. */
import { assert, type CancelReason, type CloseReason, type Micros, type Millis, type Points } from '@veritick/domain'
import type { RequestId } from '../commands.ts'
import type { EventOf } from '../events.ts'
import type { OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import { BUY, HOLDING, PENDING } from './orders.ts'
import type { State } from './state.ts'
import { orderProfit } from './valuation.ts'

export type Closing = {
  readonly slot: OrderSlot
  readonly at: Millis
  readonly reason: CloseReason
  /** The level that was reached, or the price that the customer saw. */
  readonly reference: Points | undefined
  /** `undefined` where no customer asked. */
  readonly request: RequestId | undefined
}

/** The close alone. */
export function closeHolding(state: State, sink: EventSink, closing: Closing): void {
  const { slot, at, reason, reference, request } = closing
  const { orders } = state
  assert(orders.status.get(slot) === HOLDING, 'only a holding closes')
  const market = state.marketOf(slot)
  const event: EventOf<'order_closed'> = {
    kind: 'order_closed',
    at,
    order: orders.id.get(slot),
    account: state.accountIdOf(slot),
    previous: orders.lastEvent.get(slot),
    instrument: market.terms.id,
    price: market.closePrice(orders.side.get(slot) === BUY),
    profit: orderProfit(state, slot, market),
    reason,
    reference,
    quote: market.quote(),
    conversion: market.conversion(),
    request,
  }
  sink.closed(event, slot, market)
  assert(!orders.isLive(slot), 'a closed order has left the tables')
}

/** The close, then negative balance protection: with nothing held any more the operator pays a balance below zero. */
export function closeAndProtect(state: State, sink: EventSink, closing: Closing): void {
  const { accounts } = state
  const account = state.orders.account.get(closing.slot)
  closeHolding(state, sink, closing)
  const balance = accounts.balance.get(account)
  if (balance >= 0 || accounts.holdings.get(account) !== 0) return
  const amount = -balance as Micros
  sink.add({ kind: 'balance_protected', at: closing.at, account: accounts.id.get(account), amount })
  assert(accounts.balance.get(account) === 0, 'a protected balance is zero')
}

/** `request` is undefined where no customer asked. */
export function cancelOrder(
  state: State,
  sink: EventSink,
  cancel: { slot: OrderSlot; at: Millis; reason: CancelReason; request: RequestId | undefined },
): void {
  const { slot, at, reason, request } = cancel
  const { orders } = state
  assert(orders.status.get(slot) === PENDING, 'only a pending order is cancelled')
  const event: EventOf<'order_cancelled'> = {
    kind: 'order_cancelled',
    at,
    order: orders.id.get(slot),
    account: state.accountIdOf(slot),
    previous: orders.lastEvent.get(slot),
    reason,
    request,
  }
  sink.cancelled(event, slot)
  assert(!orders.isLive(slot), 'a cancelled order has left the tables')
}
