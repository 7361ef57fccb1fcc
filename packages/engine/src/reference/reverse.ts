/**
 * Decides a reversal: a holding closes and the opposite one opens, at one quote. The opening is checked against the
 * account as if the holding had ended; where it would be refused, nothing happens.
 */
import { must } from '@veritick/domain'
import type { Event } from '../events.ts'
import { liveOrder } from './changes.ts'
import { closeAndProtect } from './closing.ts'
import type { CommandOf, Decision } from './decision.ts'
import { accountAfter, costOf, type NewPosition, openingFault } from './opening.ts'
import { marketFault, openAtMarket, sizeFault } from './place.ts'
import type { Order, State } from './state.ts'
import { liveQuoteOf } from './valuation.ts'

/**
 * Refusals, in this order: `account_unknown`, `order_unknown`, `order_ended`, `not_yours`, `order_not_holding`,
 * `account_frozen`, `instrument_disabled`, `market_closed`, `price_unconfirmed`, `price_stale`, `lots_*`, `leverage_*`,
 * `price_stale` (the account waits for the feed), `margin_call`, `conversion_missing`, `amount_too_large`,
 * `margin_not_enough`.
 */
export function reverse(state: State, command: CommandOf<'reverse'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  if (order.pending !== undefined) return 'order_not_holding'
  const account = must(state.accounts.get(command.account), 'an order is of an open account')
  if (account.frozen) return 'account_frozen'
  const instrument = must(state.instruments.get(order.instrument), 'an order is of a known instrument')
  const { lots, leverage } = order
  const fault = marketFault(instrument) ?? sizeFault(order, instrument.terms)
  if (fault !== undefined) return fault
  const side = order.side === 'buy' ? 'sell' : 'buy'
  const quote = liveQuoteOf(instrument)
  const position: NewPosition = { account, instrument, side, lots, leverage, marginPrice: quote.bid }
  const after = accountAfter(state, account, [order])
  const refusal = openingFault(state, position, after)
  if (refusal !== undefined) return refusal
  const cost = costOf(state, position, { after, quote })
  if (typeof cost === 'string') return cost
  const opposite = { ...command, side, lots, leverage, stopLoss: undefined, takeProfit: undefined } as const
  return reverseEvents(state, command, { order, opened: openAtMarket(state, opposite, { instrument, cost }) })
}

function* reverseEvents(
  state: State,
  { at, seenPrice, request }: CommandOf<'reverse'>,
  { order, opened }: { readonly order: Order; readonly opened: Event },
): Generator<Event> {
  yield* closeAndProtect(state, order, { at, reason: 'reversal', reference: seenPrice, request })
  yield opened
}
