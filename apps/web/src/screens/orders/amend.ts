/**
 * Changes of a pending order as pure functions: its price and its stops as typed text, their faults, the distance of
 * the price from the market, and the request. A limit order stays a limit order and a stop order a stop order, as in
 * the engine.
 */
import { type CallInput, LEVEL_OFF, priceText } from '@veritick/contract'
import { type InstrumentTerms, type Points, pendingKindOf } from '@veritick/domain'
import type { Order } from '../../data/order.ts'
import { levelText } from '../ticket/levelUnits.ts'
import type { TicketMarket } from '../ticket/ticket.ts'
import { pointsIn, type TypedFault, textOfPrice, typedPrice, typedPriceNear } from '../ticket/typed.ts'
import { type StopsFaults, type StopsForm, type StopsMarket, stopsFaults, stopsOf, stopsRequest } from './stops.ts'

export type AmendForm = StopsForm & { readonly target: string }

/** `must_be_below`, `must_be_above`: the side of the market that the kind of the order requires. */
export type TargetFault = TypedFault | 'target_at_market' | 'must_be_below' | 'must_be_above'
export type AmendFaults = StopsFaults & {
  readonly target?: TargetFault
  /** A new price needs an open market; stops alone can be changed at any time. */
  readonly market?: 'market_closed' | 'price_unconfirmed' | 'price_stale'
}

/** The stops of a pending order are typed as prices, which need no rate. */
const PRICES_ONLY = { conversion: undefined }

/** Exactly one of the two calls. */
export type ChangeRequest =
  | { readonly call: 'amendTrade'; readonly body: CallInput<'amendTrade'> }
  | { readonly call: 'setStopPrice'; readonly body: CallInput<'setStopPrice'> }

export function amendOf(order: Order): AmendForm {
  return { ...stopsOf(order), target: textOfPrice(order.price, order.precision) }
}

/** The order with the typed price, if it is valid, as the base of its stops and its costs. */
export function amended(order: Order, form: AmendForm): Order {
  return { ...order, price: pointsIn(typedPrice(form.target, order.precision)) ?? order.price }
}

export function amendFaults(form: AmendForm, order: Order, market: StopsMarket & Status): AmendFaults {
  const stops = stopsFaults(form, amended(order, form), market)
  const isKept = form.target === textOfPrice(order.price, order.precision)
  const target = isKept ? order.price : typedPriceNear(form.target, order.precision, market.bid ?? order.price)
  if (typeof target === 'string') return { ...stops, target }
  if (target === order.price) return stops
  const closed = marketFault(market)
  const wrong = targetFault(order, target, market)
  return {
    ...stops,
    ...(closed === undefined ? {} : { market: closed }),
    ...(wrong === undefined ? {} : { target: wrong }),
  }
}

type Status = Pick<TicketMarket, 'status'>

function marketFault({ status, bid, ask }: StopsMarket & Status): AmendFaults['market'] {
  if (status === 'closed') return 'market_closed'
  if (status === 'held') return 'price_unconfirmed'
  return status === 'stale' || bid === undefined || ask === undefined ? 'price_stale' : undefined
}

/** The reason why the order cannot have this price in the current market. The server checks unknown prices. */
export function targetFault(
  order: Pick<Order, 'side' | 'pending'>,
  target: Points,
  { bid, ask }: Pick<StopsMarket, 'bid' | 'ask'>,
): Exclude<TargetFault, TypedFault> | undefined {
  if (bid === undefined || ask === undefined) return undefined
  const kind = pendingKindOf({ side: order.side, target, bid, ask })
  if (kind === undefined) return 'target_at_market'
  if (kind === order.pending) return undefined
  return (order.side === 'buy') === (order.pending === 'limit') ? 'must_be_below' : 'must_be_above'
}

/** The price at which an order of this side would fill now. */
export const fillPrice = (side: Order['side'], market: Pick<StopsMarket, 'bid' | 'ask'>): Points | undefined =>
  side === 'buy' ? market.ask : market.bid

/** Signed: positive above the market. `pips`: in the price itself for an instrument without pips. */
export function awayFromMarket(
  target: Points,
  now: Points,
  terms: Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>,
): { readonly pips: string; readonly percent: string; readonly isBelow: boolean } {
  const isBelow = target < now
  // With this side the distance is positive.
  const base = { side: isBelow ? 'sell' : 'buy', level: 'takeProfit', entry: now, terms } as const
  const of = (unit: 'pips' | 'percent') => levelText(unit, target, { ...base, lots: undefined, conversion: undefined })
  return { pips: of('pips'), percent: of('percent'), isBelow }
}

/** For a form without faults. An unchanged price is not sent: stops can be changed while the market is closed. */
export function amendRequest(form: AmendForm, order: Order): ChangeRequest {
  const body = stopsRequest(form, order, PRICES_ONLY)
  const target = pointsIn(typedPrice(form.target, order.precision))
  if (target === order.price) return { call: 'setStopPrice', body }
  const target_price = target === undefined ? LEVEL_OFF : priceText(target, order.precision)
  return { call: 'amendTrade', body: { ...body, target_price } }
}
