/**
 * Decides the change of a pending order: another target, other stops. The checks are those of a new order, so its size
 * and leverage must still be offered. The order stays the limit or stop order that it was placed as.
 */
import { assert, PRICE_MAX, pendingKindOf, type TradingRefusal } from '@veritick/domain'
import type { CommandOf } from '../commands.ts'
import { liveOrder } from './changes.ts'
import type { OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import type { Market } from './market.ts'
import { accountAfter, openingFault } from './opening.ts'
import { PENDING } from './orders.ts'
import { marketFault, sizeFault, stopsFault } from './place.ts'
import type { State } from './state.ts'
import { pendingKindOf as kindOf } from './views.ts'

type Amend = CommandOf<'amend'>

/**
 * A refusal, or undefined after one event. Refusals, in this order: `account_unknown`, `order_unknown`, `order_ended`,
 * `not_yours`, `order_not_pending`, `account_frozen`, `instrument_disabled`, `market_closed`, `price_unconfirmed`,
 * `price_stale`, `lots_*`, `leverage_*`, `target_missing`, `amount_too_large`, `target_at_market`,
 * `target_wrong_side`, wrong stops, those of `openingFault`.
 */
export function amend(state: State, sink: EventSink, command: Amend): TradingRefusal | undefined {
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  const { orders, accounts } = state
  if (orders.status.get(slot) !== PENDING) return 'order_not_pending'
  const account = orders.account.get(slot)
  if (accounts.frozen.get(account) === 1) return 'account_frozen'
  const market = state.marketOf(slot)
  const side = orders.sideOf(slot)
  const { at, order, target, stopLoss, takeProfit, request } = command
  const size = { lots: orders.lots.get(slot), leverage: orders.leverage.get(slot) }
  const fault =
    marketFault(market) ??
    sizeFault(size, market.terms) ??
    targetFault(state, slot, market, target) ??
    stopsFault({ side, stopLoss, takeProfit, bid: target, ask: target })
  if (fault !== undefined) return fault
  const after = accountAfter(state, account, [slot])
  const refusal = openingFault(state, { account, market, side, ...size, marginPrice: target }, after)
  assert(refusal !== 'too_many_orders', 'an order that is changed was counted before')
  if (refusal !== undefined) return refusal
  sink.add({
    kind: 'order_amended',
    at,
    order,
    account: command.account,
    previous: orders.lastEvent.get(slot),
    instrument: market.terms.id,
    target,
    stopLoss,
    takeProfit,
    quote: market.quote(),
    request,
  })
  assert(orders.price.get(slot) === target, 'the target that was asked for is the one that holds')
  return undefined
}

function targetFault(
  state: State,
  slot: OrderSlot,
  market: Market,
  target: Amend['target'],
): TradingRefusal | undefined {
  if (target <= 0) return 'target_missing'
  if (target > PRICE_MAX) return 'amount_too_large'
  const { bid, ask } = market.quote()
  const kind = pendingKindOf({ side: state.orders.sideOf(slot), target, bid, ask })
  if (kind === undefined) return 'target_at_market'
  return kind === kindOf(state, slot) ? undefined : 'target_wrong_side'
}
