/** Decides what customers ask of orders that exist: close, cancel, stops, and the demo reset, which ends them all. */
import { type Micros, must, type TradingRefusal } from '@veritick/domain'
import type { AccountId, OrderId } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import type { Event } from '../events.ts'
import { cancelOrder, closeAndProtect, closeHolding } from './closing.ts'
import type { CommandOf, Decision } from './decision.ts'
import { stopsFault, tradingFault } from './place.ts'
import type { Order, State } from './state.ts'
import { holdingsOf, liveConversion, pendingsOf, quoteOf } from './valuation.ts'

/** Refusals: those of `liveOrder`, then those of `closeFault`. */
export function close(state: State, command: CommandOf<'close'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  const { at, seenPrice, request } = command
  const fault = closeFault(state, order)
  if (fault !== undefined) return fault
  return closeAndProtect(state, order, { at, reason: 'user', reference: seenPrice, request })
}

/**
 * Why the order cannot be closed now. Refusals: `order_not_holding`, `market_closed`, `price_unconfirmed`,
 * `price_stale`, `conversion_missing`.
 */
export function closeFault(state: State, order: Order): TradingRefusal | undefined {
  if (order.pending !== undefined) return 'order_not_holding'
  const instrument = must(state.instruments.get(order.instrument), 'an order is of a known instrument')
  return tradingFault(instrument) ?? (liveConversion(state, instrument) ? undefined : 'conversion_missing')
}

/** Refusals: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`, `order_not_pending`. */
export function cancel(state: State, command: CommandOf<'cancel'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  if (order.pending === undefined) return 'order_not_pending'
  const { at, request } = command
  return [cancelOrder(order, { at, reason: 'user', request })]
}

/**
 * A holding's stops are checked against the last known quote, a pending order's against its target; the market may be
 * closed. Refusals: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`, `stop_loss_wrong_side`,
 * `take_profit_wrong_side`, `amount_too_large`.
 */
export function setStops(state: State, command: CommandOf<'set_stops'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  const instrument = must(state.instruments.get(order.instrument), 'an order is of a known instrument')
  const quote = must(quoteOf(instrument), 'where an order is there was a quote')
  const { bid, ask } = order.pending === undefined ? quote : { bid: order.price, ask: order.price }
  const { at, account, stopLoss, takeProfit, request } = command
  const fault = stopsFault({ side: order.side, stopLoss, takeProfit, bid, ask })
  const previous = order.lastEvent
  return fault ?? [{ kind: 'stops_set', at, order: order.order, account, previous, stopLoss, takeProfit, request }]
}

/** Refusals: `account_unknown`, `demo_account_only`. */
export function resetDemo(state: State, command: CommandOf<'reset_demo'>): Decision {
  const account = state.accounts.get(command.account)
  if (account === undefined) return 'account_unknown'
  return account.accountKind === 'demo' ? resetDemoEvents(state, command) : 'demo_account_only'
}

/** Closes regardless of the session, each position at its last known quote; the grant then sets the balance. */
function* resetDemoEvents(state: State, { at, account, request }: CommandOf<'reset_demo'>): Generator<Event> {
  for (const order of pendingsOf(state, account)) yield cancelOrder(order, { at, reason: 'demo_reset', request })
  for (const order of holdingsOf(state, account)) {
    yield closeHolding(state, order, { at, reason: 'demo_reset', reference: undefined, request })
  }
  const { balance } = must(state.accounts.get(account), 'the account is still there')
  yield { kind: 'demo_reset', at, account, granted: (DEMO_GRANT - balance) as Micros, request }
}

/** Refusals: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`. */
export function liveOrder(
  state: State,
  { account, order }: { account: AccountId; order: OrderId },
): Order | TradingRefusal {
  if (!state.accounts.has(account)) return 'account_unknown'
  const found = state.orders.get(order)
  if (found === undefined) return order > 0 && order < state.orderNext ? 'order_ended' : 'order_unknown'
  return found.account === account ? found : 'not_yours'
}
