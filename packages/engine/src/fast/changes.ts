/** Decides what customers ask of orders that exist: close, cancel, stops, and the demo reset that ends them all. */
import { type Micros, type Points, type TradingRefusal, unreachable } from '@veritick/domain'
import type { Command } from '../commands.ts'
import { DEMO_GRANT } from '../engine.ts'
import { DEMO } from './accounts.ts'
import { cancelOrder, closeAndProtect, closeHolding } from './closing.ts'
import type { SlotList } from './columns.ts'
import type { Emit } from './emit.ts'
import { HOLDING, PENDING } from './orders.ts'
import { stopsFault, tradingFault } from './place.ts'
import { sideOf } from './quote.ts'
import type { State } from './state.ts'

type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

/** A close, a cancel or an edit of the caller's own live order. Refusals as plain as they come: first whose it is, then whether it can be. */
export function change(
  state: State,
  emit: Emit,
  command: CommandOf<'close' | 'cancel' | 'set_stops'>,
): TradingRefusal | undefined {
  const account = state.accounts.find(command.account)
  if (account < 0) return 'account_unknown'
  const { order } = command
  const slot = state.orders.find(order)
  if (slot < 0) return order > 0 && order < state.orderNext ? 'order_ended' : 'order_unknown'
  if (state.orders.account[slot] !== account) return 'not_yours'
  switch (command.kind) {
    case 'close':
      return close(state, emit, command, slot)
    case 'cancel':
      return cancel(state, emit, command, slot)
    case 'set_stops':
      return setStops(state, emit, command, slot)
    default:
      return unreachable(command)
  }
}

function close(
  state: State,
  emit: Emit,
  { at, seenPrice, request }: CommandOf<'close'>,
  slot: number,
): TradingRefusal | undefined {
  if (state.orders.status[slot] !== HOLDING) return 'order_not_holding'
  const market = state.marketOf(slot)
  const fault = tradingFault(market)
  if (fault !== undefined) return fault
  if (!market.hasLiveRate()) return 'conversion_missing'
  closeAndProtect(state, emit, { slot, at, reason: 'user', reference: seenPrice, request })
  return undefined
}

function cancel(
  state: State,
  emit: Emit,
  { at, request }: CommandOf<'cancel'>,
  slot: number,
): TradingRefusal | undefined {
  if (state.orders.status[slot] !== PENDING) return 'order_not_pending'
  cancelOrder(state, emit, { slot, at, reason: 'user', request })
  return undefined
}

/** Allowed in a closed market: a holding's stops are checked against the last known quote, a pending order's against its target. */
function setStops(state: State, emit: Emit, command: CommandOf<'set_stops'>, slot: number): TradingRefusal | undefined {
  const { orders } = state
  const market = state.marketOf(slot)
  const { at, account, order, stopLoss, takeProfit, request } = command
  const target = (orders.price[slot] ?? 0) as Points
  const pending = orders.status[slot] === PENDING
  const bid = pending ? target : (market.bid as Points)
  const ask = pending ? target : (market.ask as Points)
  const fault = stopsFault({ side: sideOf(state, slot), stopLoss, takeProfit, bid, ask })
  if (fault !== undefined) return fault
  emit({ kind: 'stops_set', at, order, account, stopLoss, takeProfit, request })
  return undefined
}

/** Everything of a demo account ends, each holding at its last known quote whatever the session; the grant settles what that leaves. */
export function resetDemo(
  state: State,
  emit: Emit,
  { command, scratch }: { command: CommandOf<'reset_demo'>; scratch: SlotList },
): TradingRefusal | undefined {
  const { accounts, orders } = state
  const account = accounts.find(command.account)
  if (account < 0) return 'account_unknown'
  if (accounts.kind[account] !== DEMO) return 'demo_account_only'
  const { at, request } = command
  scratch.clear()
  for (let slot = accounts.firstOrder[account] ?? -1; slot >= 0; slot = orders.nextOfAccount[slot] ?? -1)
    scratch.add(slot)
  for (let index = 0; index < scratch.count; index++) {
    const slot = scratch.at(index)
    if (orders.status[slot] === PENDING) cancelOrder(state, emit, { slot, at, reason: 'demo_reset', request })
  }
  for (let index = 0; index < scratch.count; index++) {
    const slot = scratch.at(index)
    if (orders.status[slot] === HOLDING)
      closeHolding(state, emit, { slot, at, reason: 'demo_reset', reference: undefined, request })
  }
  const granted = (DEMO_GRANT - (accounts.balance[account] ?? 0)) as Micros
  emit({ kind: 'demo_reset', at, account: command.account, granted, request })
  return undefined
}
