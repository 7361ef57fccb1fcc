/**
 * Decides the change of a pending order: another target, other stops. The checks are those of a new order; its size and
 * leverage, which stay, must still be offered. The order also keeps its kind: a limit order never becomes a stop order
 * because the market moved while the request was on its way.
 */
import { assert, must, type Points, PRICE_MAX, pendingKindOf, type TradingRefusal } from '@veritick/domain'
import { liveOrder } from './changes.ts'
import type { CommandOf, Decision } from './decision.ts'
import { accountAfter, openingFault } from './opening.ts'
import { marketFault, sizeFault, stopsFault } from './place.ts'
import type { Instrument, Order, State } from './state.ts'
import { liveQuoteOf } from './valuation.ts'

/**
 * Refusals, in this order: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`, `order_not_pending`,
 * `account_frozen`, `instrument_disabled`, `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`,
 * `leverage_*`, `target_missing`, `amount_too_large`, `target_at_market`, `target_wrong_side`, `stop_loss_wrong_side`,
 * `take_profit_wrong_side`, `price_stale` (the account waits for the feed), `margin_call`, `conversion_missing`,
 * `amount_too_large`.
 */
export function amend(state: State, command: CommandOf<'amend'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  if (order.pending === undefined) return 'order_not_pending'
  const account = must(state.accounts.get(command.account), 'an order is of an open account')
  if (account.frozen) return 'account_frozen'
  const instrument = must(state.instruments.get(order.instrument), 'an order is of a known instrument')
  const { at, target, stopLoss, takeProfit, request } = command
  const { side, lots, leverage } = order
  const fault =
    marketFault(instrument) ??
    sizeFault(order, instrument.terms) ??
    targetFault(order, instrument, target) ??
    stopsFault({ side, stopLoss, takeProfit, bid: target, ask: target })
  if (fault !== undefined) return fault
  const position = { account, instrument, side, lots, leverage, marginPrice: target }
  const refusal = openingFault(state, position, accountAfter(state, account, [order]))
  assert(refusal !== 'too_many_orders', 'an order that is changed was counted before')
  return (
    refusal ?? [
      {
        kind: 'order_amended',
        at,
        order: order.order,
        account: account.account,
        previous: order.lastEvent,
        instrument: order.instrument,
        target,
        stopLoss,
        takeProfit,
        quote: liveQuoteOf(instrument),
        request,
      },
    ]
  )
}

function targetFault(order: Order, instrument: Instrument, target: Points): TradingRefusal | undefined {
  if (target <= 0) return 'target_missing'
  if (target > PRICE_MAX) return 'amount_too_large'
  const { bid, ask } = liveQuoteOf(instrument)
  const kind = pendingKindOf({ side: order.side, target, bid, ask })
  if (kind === undefined) return 'target_at_market'
  return kind === order.pending ? undefined : 'target_wrong_side'
}
