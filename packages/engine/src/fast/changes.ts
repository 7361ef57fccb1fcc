/** Decides what a customer asks of existing orders: close, cancel, stops, and the demo reset that ends them all. */
import { assert, type Micros, type TradingRefusal } from '@veritick/domain'
import type { AccountId, CommandOf, OrderId } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import { DEMO } from './accounts.ts'
import { cancelOrder, closeAndProtect, closeHolding } from './closing.ts'
import { NONE, type OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import { HOLDING, PENDING } from './orders.ts'
import { stopsFault, tradingFault } from './place.ts'
import type { SlotList } from './slot-list.ts'
import type { State } from './state.ts'

/** Refusals: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`. */
export function liveOrder(
  state: State,
  { account: id, order }: { readonly account: AccountId; readonly order: OrderId },
): OrderSlot | TradingRefusal {
  const account = state.accounts.find(id)
  if (account === undefined) return 'account_unknown'
  const slot = state.orders.find(order)
  if (slot === undefined) return order > 0 && order < state.orderNext ? 'order_ended' : 'order_unknown'
  return state.orders.account.get(slot) === account ? slot : 'not_yours'
}

/** Refusals: those of `liveOrder`, then those of `closeFault`. */
export function close(state: State, sink: EventSink, command: CommandOf<'close'>): TradingRefusal | undefined {
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  const { at, seenPrice, request } = command
  const fault = closeFault(state, slot)
  if (fault !== undefined) return fault
  closeAndProtect(state, sink, { slot, at, reason: 'user', reference: seenPrice, request })
  return undefined
}

/**
 * Why the order cannot be closed now. Refusals: `order_not_holding`, `market_closed`, `price_unconfirmed`,
 * `price_stale`, `conversion_missing`.
 */
export function closeFault(state: State, slot: OrderSlot): TradingRefusal | undefined {
  if (state.orders.status.get(slot) !== HOLDING) return 'order_not_holding'
  const market = state.marketOf(slot)
  return tradingFault(market) ?? (market.hasLiveRate() ? undefined : 'conversion_missing')
}

/** Refusals: those of `liveOrder`, then `order_not_pending`. */
export function cancel(state: State, sink: EventSink, command: CommandOf<'cancel'>): TradingRefusal | undefined {
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  const { at, request } = command
  if (state.orders.status.get(slot) !== PENDING) return 'order_not_pending'
  cancelOrder(state, sink, { slot, at, reason: 'user', request })
  return undefined
}

/**
 * Allowed in a closed market: the stops of a holding are compared with the last known quote, a pending order's with its
 * target. Refusals: those of `liveOrder`, then those of `stopsFault`.
 */
export function setStops(state: State, sink: EventSink, command: CommandOf<'set_stops'>): TradingRefusal | undefined {
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  const { orders } = state
  const { at, account, order, stopLoss, takeProfit, request } = command
  const target = orders.price.get(slot)
  const { bid, ask } = orders.status.get(slot) === PENDING ? { bid: target, ask: target } : state.marketOf(slot).quote()
  const fault = stopsFault({ side: orders.sideOf(slot), stopLoss, takeProfit, bid, ask })
  if (fault !== undefined) return fault
  const previous = orders.lastEvent.get(slot)
  sink.add({ kind: 'stops_set', at, order, account, previous, stopLoss, takeProfit, request })
  assert(orders.stopLoss.get(slot) === stopLoss, 'the stops that were asked for are the ones that hold')
  return undefined
}

/**
 * Every order of a demo account ends, each position at its last known quote regardless of the session. The grant sets
 * the balance to the demo amount. Refusals: `account_unknown`, `demo_account_only`.
 */
export function resetDemo(
  state: State,
  sink: EventSink,
  { command, scratch }: { command: CommandOf<'reset_demo'>; scratch: SlotList<OrderSlot> },
): TradingRefusal | undefined {
  const { accounts, orders } = state
  const account = accounts.find(command.account)
  if (account === undefined) return 'account_unknown'
  if (accounts.kind.get(account) !== DEMO) return 'demo_account_only'
  const { at, request } = command
  scratch.clear()
  for (let slot = accounts.firstOrder.get(account); slot !== NONE; slot = orders.nextOfAccount.get(slot)) {
    if (orders.status.get(slot) === PENDING) scratch.add(slot)
  }
  const pendings = scratch.count
  for (let slot = accounts.firstOrder.get(account); slot !== NONE; slot = orders.nextOfAccount.get(slot)) {
    if (orders.status.get(slot) === HOLDING) scratch.add(slot)
  }
  for (let index = 0; index < scratch.count; index++) {
    const slot = scratch.at(index)
    if (index < pendings) cancelOrder(state, sink, { slot, at, reason: 'demo_reset', request })
    else closeHolding(state, sink, { slot, at, reason: 'demo_reset', reference: undefined, request })
  }
  assert(accounts.firstOrder.get(account) === NONE, 'a reset ends every order')
  const granted = (DEMO_GRANT - accounts.balance.get(account)) as Micros
  sink.add({ kind: 'demo_reset', at, account: command.account, granted, request })
  assert(accounts.balance.get(account) === DEMO_GRANT, 'a reset brings the demo amount back')
  return undefined
}
