/**
 * Decides a new order: the checks in the one order in which customers hear of them, then a fill or a place in the
 * queue.
 */
import { type Points, PRICE_MAX, pendingKindOf, type StopFault, stopFault, type TradingRefusal } from '@veritick/domain'
import type { Event, QuoteEvidence } from '../events.ts'
import type { CommandOf, Decision } from './decision.ts'
import { type AccountAfter, accountAfter, costOf, type NewPosition, openingFault } from './opening.ts'
import type { Instrument, State } from './state.ts'

/**
 * Refusals, in this order: `account_unknown`, `account_frozen`, `instrument_unknown`, `instrument_disabled`,
 * `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`, `leverage_*`, `target_*`, `stop_loss_wrong_side`,
 * `take_profit_wrong_side`, `too_many_orders`, `margin_call`, `conversion_missing`, `amount_too_large`, and for a
 * market order `margin_not_enough`.
 */
export function place(state: State, command: CommandOf<'place'>): Decision {
  const account = state.accounts.get(command.account)
  if (account === undefined) return 'account_unknown'
  if (account.frozen) return 'account_frozen'
  const instrument = state.instruments.get(command.instrument)
  if (instrument === undefined) return 'instrument_unknown'
  if (!instrument.terms.enabled) return 'instrument_disabled'
  const quote = fillQuote(instrument)
  if (typeof quote === 'string') return quote
  const wrongSize = sizeFault(command, instrument)
  if (wrongSize !== undefined) return wrongSize

  const { at, side, lots, leverage, target, stopLoss, takeProfit, request } = command
  if (target !== undefined && target <= 0) return 'target_missing'
  if (target !== undefined && target > PRICE_MAX) return 'amount_too_large'
  const pending = target === undefined ? undefined : pendingKindOf({ side, target, bid: quote.bid, ask: quote.ask })
  if (target !== undefined && pending === undefined) return 'target_at_market'
  const wrongStops = stopsFault({ side, stopLoss, takeProfit, bid: target ?? quote.bid, ask: target ?? quote.ask })
  if (wrongStops !== undefined) return wrongStops

  const after = accountAfter(state, account)
  if (target === undefined || pending === undefined) {
    const opened = openAtMarket(state, { ...command, instrument, quote }, after)
    return typeof opened === 'string' ? opened : [opened]
  }
  const fault = openingFault(state, { instrument, side, lots, leverage, marginPrice: target }, after)
  if (fault !== undefined) return fault
  return [
    {
      kind: 'order_placed',
      at,
      order: state.orderNext,
      account: account.account,
      instrument: instrument.terms.id,
      side,
      lots,
      leverage,
      stopLoss,
      takeProfit,
      pending,
      target,
      quote,
      request,
    },
  ]
}

/** A position that is to open now. */
export type Wanted = Omit<CommandOf<'place'>, 'kind' | 'instrument' | 'target'> & {
  readonly instrument: Instrument
  readonly quote: QuoteEvidence
}

/** The opening at the quote, or its refusal: those of `openingFault`, then `margin_not_enough`. */
export function openAtMarket(state: State, wanted: Wanted, after: AccountAfter): Event | TradingRefusal {
  const { at, account, instrument, side, lots, leverage, stopLoss, takeProfit, seenPrice, quote, request } = wanted
  const position: NewPosition = { instrument, side, lots, leverage, marginPrice: quote.bid }
  const fault = openingFault(state, position, after)
  if (fault !== undefined) return fault
  const cost = costOf(state, position, { after, quote })
  if (typeof cost === 'string') return cost
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
    quote,
    request,
  }
}

/** The quote that fills now, or why nothing is filled. */
export function fillQuote({
  status,
  liveQuote,
}: Instrument): QuoteEvidence | 'market_closed' | 'price_unconfirmed' | 'price_stale' {
  if (status === 'closed') return 'market_closed'
  if (status === 'held') return 'price_unconfirmed'
  return status === 'stale' || liveQuote === undefined ? 'price_stale' : liveQuote
}

type Size = Pick<CommandOf<'place'>, 'lots' | 'leverage'>

/** Refusals: `lots_*`, then `leverage_*`. */
export function sizeFault(size: Size, instrument: Instrument): TradingRefusal | undefined {
  return lotsFault(size, instrument) ?? leverageFault(size, instrument)
}

function lotsFault({ lots }: Size, { terms }: Instrument): TradingRefusal | undefined {
  if (lots < terms.lotMin) return 'lots_too_small'
  if (lots > terms.lotMax) return 'lots_too_large'
  if (lots % terms.lotStep !== 0) return 'lots_off_step'
  return undefined
}

/** Fixed margin knows no leverage: it must be 0 there. */
function leverageFault({ leverage }: Size, { terms }: Instrument): TradingRefusal | undefined {
  if (terms.marginMode === 'fixed') return leverage === 0 ? undefined : 'leverage_not_offered'
  if (terms.leverages.length === 0) return 'leverage_not_set'
  return terms.leverages.includes(leverage) ? undefined : 'leverage_not_offered'
}

/** The side of the market, and that a level is a price at all. */
export function stopsFault(order: Parameters<typeof stopFault>[0]): StopFault | 'amount_too_large' | undefined {
  const { stopLoss, takeProfit } = order
  if (stopLoss !== undefined && stopLoss <= 0) return 'stop_loss_wrong_side'
  if (takeProfit !== undefined && takeProfit <= 0) return 'take_profit_wrong_side'
  if (beyond(stopLoss) || beyond(takeProfit)) return 'amount_too_large'
  return stopFault(order)
}

function beyond(level: Points | undefined): boolean {
  return level !== undefined && level > PRICE_MAX
}
