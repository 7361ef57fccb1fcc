/**
 * Decides a new order: the checks in the one order in which a customer is told of them, then a fill or a place in the
 * queue.
 */
import {
  type InstrumentTerms,
  must,
  type Points,
  PRICE_MAX,
  pendingKindOf,
  type StopFault,
  stopFault,
  type TradingRefusal,
} from '@veritick/domain'
import type { Event } from '../events.ts'
import type { CommandOf, Decision } from './decision.ts'
import { accountAfter, type Cost, costOf, type NewPosition, openingFault } from './opening.ts'
import type { Instrument, State } from './state.ts'
import { isOpen, liveQuoteOf } from './valuation.ts'

type Place = CommandOf<'place'>

/**
 * Refusals, in this order: `account_unknown`, `account_frozen`, `instrument_unknown`, `instrument_disabled`,
 * `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`, `leverage_*`, `target_*`, `stop_loss_wrong_side`,
 * `take_profit_wrong_side`, `too_many_orders`, `price_stale` (the account waits for the feed), `margin_call`,
 * `conversion_missing`, `amount_too_large`, and for a market order `margin_not_enough`.
 */
export function place(state: State, command: Place): Decision {
  const account = state.accounts.get(command.account)
  if (account === undefined) return 'account_unknown'
  if (account.frozen) return 'account_frozen'
  const instrument = state.instruments.get(command.instrument)
  if (instrument === undefined) return 'instrument_unknown'
  const fault = marketFault(instrument) ?? sizeFault(command, instrument.terms) ?? levelsFault(command, instrument)
  if (fault !== undefined) return fault
  const { side, lots, leverage, target } = command
  const quote = liveQuoteOf(instrument)
  const position: NewPosition = { account, instrument, side, lots, leverage, marginPrice: target ?? quote.bid }
  const after = accountAfter(state, account)
  const refusal = openingFault(state, position, after)
  if (refusal !== undefined) return refusal
  if (target !== undefined) return [placePending(state, command, { instrument, target })]
  const cost = costOf(state, position, { after, quote })
  return typeof cost === 'string' ? cost : [openAtMarket(state, command, { instrument, cost })]
}

/** The opening at the quote of the instrument, after every check. */
export function openAtMarket(
  state: State,
  command: Omit<Place, 'kind' | 'instrument' | 'target'>,
  { instrument, cost }: { readonly instrument: Instrument; readonly cost: Cost },
): Event {
  const { at, account, side, lots, leverage, stopLoss, takeProfit, seenPrice, request } = command
  return {
    kind: 'order_opened',
    at,
    order: state.orderNext,
    account,
    instrument: instrument.terms.id,
    side,
    lots,
    leverage,
    stopLoss,
    takeProfit,
    ...cost,
    previous: undefined,
    terms: instrument.terms.version,
    feeType: state.feeType,
    pending: false,
    reference: seenPrice,
    quote: liveQuoteOf(instrument),
    request,
  }
}

/** A new order that waits for its target, after every check. */
function placePending(
  state: State,
  command: Place,
  { instrument, target }: { readonly instrument: Instrument; readonly target: Points },
): Event {
  const { at, account, side, lots, leverage, stopLoss, takeProfit, request } = command
  const quote = liveQuoteOf(instrument)
  const kind = pendingKindOf({ side, target, bid: quote.bid, ask: quote.ask })
  return {
    kind: 'order_placed',
    at,
    order: state.orderNext,
    account,
    instrument: instrument.terms.id,
    side,
    lots,
    leverage,
    stopLoss,
    takeProfit,
    pending: must(kind, 'a target at the market was refused before'),
    target,
    quote,
    request,
  }
}

/** Refusals: `instrument_disabled`, then those of `tradingFault`. */
export function marketFault(instrument: Instrument): TradingRefusal | undefined {
  if (!instrument.terms.enabled) return 'instrument_disabled'
  return tradingFault(instrument)
}

/** Nothing is filled while the session is closed, a quote waits to be confirmed, or prices are not fresh. */
export function tradingFault(
  instrument: Instrument,
): 'market_closed' | 'price_unconfirmed' | 'price_stale' | undefined {
  if (instrument.status === 'closed') return 'market_closed'
  if (instrument.status === 'held') return 'price_unconfirmed'
  return isOpen(instrument) ? undefined : 'price_stale'
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
function levelsFault(command: Place, instrument: Instrument): TradingRefusal | undefined {
  const { side, target, stopLoss, takeProfit } = command
  const { bid, ask } = liveQuoteOf(instrument)
  if (target === undefined) return stopsFault({ side, stopLoss, takeProfit, bid, ask })
  if (target <= 0) return 'target_missing'
  if (target > PRICE_MAX) return 'amount_too_large'
  if (pendingKindOf({ side, target, bid, ask }) === undefined) return 'target_at_market'
  return stopsFault({ side, stopLoss, takeProfit, bid: target, ask: target })
}

/** That each level is a price at all, and on its side of the market. */
export function stopsFault(order: Parameters<typeof stopFault>[0]): StopFault | 'amount_too_large' | undefined {
  const { stopLoss, takeProfit } = order
  if (stopLoss !== undefined && stopLoss <= 0) return 'stop_loss_wrong_side'
  if (takeProfit !== undefined && takeProfit <= 0) return 'take_profit_wrong_side'
  if (isTooLarge(stopLoss) || isTooLarge(takeProfit)) return 'amount_too_large'
  return stopFault(order)
}

function isTooLarge(level: Points | undefined): boolean {
  return level !== undefined && level > PRICE_MAX
}
