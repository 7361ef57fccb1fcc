/**
 * Decides a new order: the checks in the one order in which a customer is told of them, then a fill or a place in the
 * queue.
 */
import {
  assert,
  type InstrumentTerms,
  type Points,
  PRICE_MAX,
  pendingKindOf,
  type StopFault,
  stopFault,
  type TradingRefusal,
} from '@veritick/domain'
import type { CommandOf } from '../commands.ts'
import type { EventOf } from '../events.ts'
import type { AccountSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import type { Market } from './market.ts'
import { accountAfter, type Cost, costOf, type NewPosition, openingFault } from './opening.ts'
import type { State } from './state.ts'

type Place = CommandOf<'place'>

/**
 * A refusal, or undefined after one event. Refusals, in this order: `account_unknown`, `account_frozen`,
 * `instrument_unknown`, `instrument_disabled`, `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`,
 * `leverage_*`, `target_*`, wrong stops, those of `openingFault`, and for a market order `margin_not_enough`.
 */
export function place(state: State, sink: EventSink, command: Place): TradingRefusal | undefined {
  const { accounts } = state
  const account = accounts.find(command.account)
  if (account === undefined) return 'account_unknown'
  if (accounts.frozen.get(account) === 1) return 'account_frozen'
  const market = state.market(command.instrument)
  if (market === undefined) return 'instrument_unknown'
  const fault = marketFault(market) ?? sizeFault(command, market.terms) ?? levelsFault(command, market)
  if (fault !== undefined) return fault
  const { side, lots, leverage, target } = command
  const position: NewPosition = { account, market, side, lots, leverage, marginPrice: target ?? (market.bid as Points) }
  const after = accountAfter(state, account)
  const refusal = openingFault(state, position, after)
  if (refusal !== undefined) return refusal
  if (target !== undefined) return placePending(state, sink, command, { account, market, target })
  const cost = costOf(state, position, after)
  return typeof cost === 'string' ? cost : openAtMarket(state, sink, command, { account, market, cost })
}

/** Opens the position at the market's quote. */
export function openAtMarket(
  state: State,
  sink: EventSink,
  command: Omit<Place, 'kind' | 'instrument' | 'target'>,
  { account, market, cost }: { account: AccountSlot; market: Market; cost: Cost },
): undefined {
  assert(cost.price > 0, 'a fill has a price')
  const event: EventOf<'order_opened'> = {
    kind: 'order_opened',
    at: command.at,
    order: state.orderNext,
    account: command.account,
    previous: undefined,
    instrument: market.terms.id,
    terms: market.terms.version,
    side: command.side,
    lots: command.lots,
    leverage: command.leverage,
    price: cost.price,
    margin: cost.margin,
    fee: cost.fee,
    feeType: state.feeType,
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    pending: false,
    reference: command.seenPrice,
    quote: market.quote(),
    conversion: market.conversion(),
    request: command.request,
  }
  sink.opened(event, account, market)
}

function placePending(
  state: State,
  sink: EventSink,
  command: Place,
  { account, market, target }: { account: AccountSlot; market: Market; target: Points },
): undefined {
  const quote = market.quote()
  const { at, side, lots, leverage, stopLoss, takeProfit, request } = command
  const pending = pendingKindOf({ side, target, bid: quote.bid, ask: quote.ask })
  assert(pending !== undefined, 'a target at the market was refused before')
  const event: EventOf<'order_placed'> = {
    kind: 'order_placed',
    at,
    order: state.orderNext,
    account: command.account,
    instrument: market.terms.id,
    side,
    pending,
    lots,
    leverage,
    target,
    stopLoss,
    takeProfit,
    quote,
    request,
  }
  sink.placed(event, account, market)
}

/** Refusals: `instrument_disabled`, then those of `tradingFault`. */
export function marketFault(market: Market): TradingRefusal | undefined {
  if (!market.terms.enabled) return 'instrument_disabled'
  return tradingFault(market)
}

/** Nothing is filled while the session is closed, a quote waits to be confirmed, or prices are not fresh. */
export function tradingFault(market: Market): 'market_closed' | 'price_unconfirmed' | 'price_stale' | undefined {
  if (market.status === 'closed') return 'market_closed'
  if (market.status === 'held') return 'price_unconfirmed'
  if (!market.isOpen()) return 'price_stale'
  assert(market.hasQuote(), 'an open market has a quote')
  return undefined
}

type Size = Pick<Place, 'lots' | 'leverage'>

/** Refusals: `lots_*`, then `leverage_*`. */
export function sizeFault(size: Size, terms: InstrumentTerms): TradingRefusal | undefined {
  return lotsFault(size, terms) ?? leverageFault(size, terms)
}

function lotsFault({ lots }: Size, terms: InstrumentTerms): TradingRefusal | undefined {
  if (lots < terms.lotMin) return 'lots_too_small'
  if (lots > terms.lotMax) return 'lots_too_large'
  return lots % terms.lotStep === 0 ? undefined : 'lots_off_step'
}

/** Fixed margin knows no leverage: it must be 0 there. */
function leverageFault({ leverage }: Size, terms: InstrumentTerms): TradingRefusal | undefined {
  if (terms.marginMode === 'fixed') return leverage === 0 ? undefined : 'leverage_not_offered'
  if (terms.leverages.length === 0) return 'leverage_not_set'
  return terms.leverages.includes(leverage) ? undefined : 'leverage_not_offered'
}

/** The target against the market, then the stops against the market or the target. */
function levelsFault({ side, target, stopLoss, takeProfit }: Place, market: Market): TradingRefusal | undefined {
  const bid = market.closePrice(true)
  const ask = market.closePrice(false)
  if (target === undefined) return stopsFault({ side, stopLoss, takeProfit, bid, ask })
  if (target <= 0) return 'target_missing'
  if (target > PRICE_MAX) return 'amount_too_large'
  if (target === (side === 'buy' ? ask : bid)) return 'target_at_market'
  return stopsFault({ side, stopLoss, takeProfit, bid: target, ask: target })
}

/** That each level is a price at all, and on its side of the market. */
export function stopsFault(order: Parameters<typeof stopFault>[0]): StopFault | 'amount_too_large' | undefined {
  const { stopLoss, takeProfit } = order
  assert(order.bid > 0 && order.bid <= order.ask, 'levels are compared with a quote that is positive and not crossed')
  if (stopLoss !== undefined && stopLoss <= 0) return 'stop_loss_wrong_side'
  if (takeProfit !== undefined && takeProfit <= 0) return 'take_profit_wrong_side'
  if (isTooLarge(stopLoss) || isTooLarge(takeProfit)) return 'amount_too_large'
  return stopFault(order)
}

function isTooLarge(level: Points | undefined): boolean {
  return level !== undefined && level > PRICE_MAX
}
