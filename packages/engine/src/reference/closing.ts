/**
 * A position closes at the current quote of its instrument. The operator pays a negative balance when no position is
 * left.
 */
import { type CancelReason, type CloseReason, type Micros, type Millis, must, type Points } from '@veritick/domain'
import type { RequestId } from '../commands.ts'
import type { Event } from '../events.ts'
import type { Order, State } from './state.ts'
import { holdingsOf, standingOf } from './valuation.ts'

export type Closing = {
  readonly at: Millis
  readonly reason: CloseReason
  readonly reference: Points | undefined
  readonly request: RequestId | undefined
}

/** The close alone, at the quote that counts now; the profit in micro-dollars as trading rule 5 says. */
export function closeHolding(state: State, order: Order, { at, reason, reference, request }: Closing): Event {
  const { quote, conversion, price, profit } = standingOf(state, order)
  const { order: id, account, lastEvent: previous, instrument } = order
  return {
    kind: 'order_closed',
    at,
    order: id,
    account,
    previous,
    instrument,
    price,
    profit,
    reason,
    reference,
    quote,
    conversion,
    request,
  }
}

/** The close, then negative balance protection where it is due. */
export function* closeAndProtect(state: State, order: Order, closing: Closing): Generator<Event> {
  yield closeHolding(state, order, closing)
  const { account, balance } = must(state.accounts.get(order.account), 'an order is of an open account')
  if (balance < 0 && holdingsOf(state, account).length === 0) {
    yield { kind: 'balance_protected', at: closing.at, account, amount: -balance as Micros }
  }
}

/** A pending order ends without a position; `request` is undefined where no customer asked. */
export function cancelOrder(
  { order, account, lastEvent: previous }: Order,
  cancel: { readonly at: Millis; readonly reason: CancelReason; readonly request: RequestId | undefined },
): Event {
  return { kind: 'order_cancelled', order, account, previous, ...cancel }
}
