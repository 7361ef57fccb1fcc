/**
 * Decides a reversal: a holding closes and the opposite one opens, at one quote. The opening is checked against the
 * account as if the holding had ended; where it would be refused, nothing happens.
 */
import { assert, type Points, type TradingRefusal } from '@veritick/domain'
import type { CommandOf } from '../commands.ts'
import { liveOrder } from './changes.ts'
import { closeAndProtect } from './closing.ts'
import type { EventSink } from './event-sink.ts'
import { accountAfter, costOf, type NewPosition, openingFault } from './opening.ts'
import { HOLDING } from './orders.ts'
import { marketFault, openAtMarket, sizeFault } from './place.ts'
import type { State } from './state.ts'

/**
 * A refusal, or undefined after the close and the opening. Refusals, in this order: those of `liveOrder`,
 * `order_not_holding`, `account_frozen`, those of `marketFault`, `sizeFault` and `openingFault`, `margin_not_enough`.
 */
export function reverse(state: State, sink: EventSink, command: CommandOf<'reverse'>): TradingRefusal | undefined {
  const { accounts, orders } = state
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  if (orders.status.get(slot) !== HOLDING) return 'order_not_holding'
  const account = orders.account.get(slot)
  if (accounts.frozen.get(account) === 1) return 'account_frozen'
  const market = state.marketOf(slot)
  const size = { lots: orders.lots.get(slot), leverage: orders.leverage.get(slot) }
  const fault = marketFault(market) ?? sizeFault(size, market.terms)
  if (fault !== undefined) return fault
  const side = orders.sideOf(slot) === 'buy' ? 'sell' : 'buy'
  const position: NewPosition = { account, market, side, ...size, marginPrice: market.bid as Points }
  const after = accountAfter(state, account, [slot])
  const refusal = openingFault(state, position, after)
  if (refusal !== undefined) return refusal
  const cost = costOf(state, position, after)
  if (typeof cost === 'string') return cost
  // From here on nothing may fail.
  const { at, seenPrice, request } = command
  closeAndProtect(state, sink, { slot, at, reason: 'reversal', reference: seenPrice, request })
  const opened = state.orderNext
  openAtMarket(
    state,
    sink,
    { ...command, side, ...size, stopLoss: undefined, takeProfit: undefined },
    { account, market, cost },
  )
  assert(state.orders.find(opened) !== undefined, 'a reversal leaves the opposite position')
  return undefined
}
