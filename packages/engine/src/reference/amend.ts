/**
 * Decides the change of a pending order: another target, other stops. The checks are those of a new order; its size and
 * leverage, which stay, must still be offered. The order also keeps its kind: a limit order never becomes a stop order
 * because the market moved while the request was on its way.
 */
import { assert, must, PRICE_MAX, pendingKindOf, type TradingRefusal } from '@veritick/domain'
import { liveOrder } from './changes.ts'
import type { CommandOf, Decision } from './decision.ts'
import { accountAfter, openingFault } from './opening.ts'
import { fillQuote, sizeFault, stopsFault } from './place.ts'
import type { State } from './state.ts'

/**
 * Refusals, in this order: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`, `order_not_pending`,
 * `account_frozen`, `instrument_disabled`, `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`,
 * `leverage_*`, `target_missing`, `amount_too_large`, `target_at_market`, `target_wrong_side`, `stop_loss_wrong_side`,
 * `take_profit_wrong_side`, `margin_call`, `conversion_missing`, `amount_too_large`.
 */
export function amend(state: State, command: CommandOf<'amend'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  if (order.pending === undefined) return 'order_not_pending'
  const account = must(state.accounts.get(command.account), 'an order is of an open account')
  if (account.frozen) return 'account_frozen'
  const instrument = must(state.instruments.get(order.instrument), 'an order is of a known instrument')
  if (!instrument.terms.enabled) return 'instrument_disabled'
  const quote = fillQuote(instrument)
  if (typeof quote === 'string') return quote
  const wrongSize = sizeFault(order, instrument)
  if (wrongSize !== undefined) return wrongSize

  const { at, target, stopLoss, takeProfit, request } = command
  const { side, lots, leverage } = order
  const wrongTarget = targetFault({ ...order, target }, quote)
  if (wrongTarget !== undefined) return wrongTarget
  const wrongStops = stopsFault({ side, stopLoss, takeProfit, bid: target, ask: target })
  if (wrongStops !== undefined) return wrongStops
  const position = { instrument, side, lots, leverage, marginPrice: target }
  const fault = openingFault(state, position, accountAfter(state, account, [order]))
  assert(fault !== 'too_many_orders', 'an order that is changed was counted before')
  return (
    fault ?? [
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
        quote,
        request,
      },
    ]
  )
}

function targetFault(
  order: Omit<Parameters<typeof pendingKindOf>[0], 'bid' | 'ask'> & { readonly pending: unknown },
  { bid, ask }: Pick<Parameters<typeof pendingKindOf>[0], 'bid' | 'ask'>,
): TradingRefusal | undefined {
  const { side, target, pending } = order
  if (target <= 0) return 'target_missing'
  if (target > PRICE_MAX) return 'amount_too_large'
  const kind = pendingKindOf({ side, target, bid, ask })
  if (kind === undefined) return 'target_at_market'
  return kind === pending ? undefined : 'target_wrong_side'
}
