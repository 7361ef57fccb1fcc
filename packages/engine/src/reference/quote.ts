/**
 * The effects of a quote, in the order of trading rule 4: stop-losses and take-profits of its instrument, then the
 * notices and stop-out of every account whose prices are all known from the feed, then pending entries of its
 * instrument. Nothing at all while the instrument is not open.
 */

import type { CancelReason, Millis, Points } from '@veritick/domain'
import {
  assert,
  compareLevel,
  MARGIN_CALL_LEVEL,
  MARGIN_CALL_REARM_LEVEL,
  MARGIN_WARNING_LEVEL,
  MARGIN_WARNING_REARM_LEVEL,
  must,
  pendingFills,
  protectionHit,
  STOP_OUT_LEVEL,
  stopFault,
} from '@veritick/domain'
import type { AccountId } from '../commands.ts'
import type { Event, QuoteEvidence } from '../events.ts'
import { cancelOrder, closeAndProtect } from './closing.ts'
import type { CommandOf, Decision } from './decision.ts'
import { accountAfter, type Cost, costOf, openingFault } from './opening.ts'
import { sizeFault } from './place.ts'
import { type Account, type Instrument, type Order, ordersOf, type State } from './state.ts'
import { equityOf, holdingsOf, isOpen, marginUsedOf, pendingsOf, standingOf, waitsForFeed } from './valuation.ts'

/** Decided after the quote was remembered. Refusal: `instrument_unknown`. */
export function quote(state: State, command: CommandOf<'quote'>): Decision {
  const instrument = state.instruments.get(command.instrument)
  if (instrument === undefined) return 'instrument_unknown'
  return instrument.status === 'open' ? quoteEvents(state, command) : []
}

function* quoteEvents(state: State, command: CommandOf<'quote'>): Generator<Event> {
  yield* closeProtections(state, command)
  for (const account of [...state.accounts.keys()].sort((a, b) => a - b)) {
    if (waitsForFeed(state, account)) continue
    yield* notices(state, { account, at: command.at })
    yield* stopOut(state, { account, cause: command })
  }
  yield* openEntries(state, command)
}

function* closeProtections(state: State, { at, instrument, bid, ask }: CommandOf<'quote'>): Generator<Event> {
  for (const order of ordersOf(state, (each) => each.instrument === instrument && each.pending === undefined)) {
    const { side, stopLoss, takeProfit } = order
    const reason = protectionHit({ side, stopLoss, takeProfit, bid, ask })
    if (reason === undefined) continue
    const reference = reason === 'stop_loss' ? stopLoss : takeProfit
    yield* closeAndProtect(state, order, { at, reason, reference, request: undefined })
  }
}

/** Said once on the way down, and once more only after the level has recovered. */
const NOTICES = [
  { level: MARGIN_CALL_LEVEL, rearm: MARGIN_CALL_REARM_LEVEL, armed: (account: Account) => account.armedCall },
  { level: MARGIN_WARNING_LEVEL, rearm: MARGIN_WARNING_REARM_LEVEL, armed: (account: Account) => account.armedWarning },
] as const

function* notices(state: State, { account, at }: { account: AccountId; at: Millis }): Generator<Event> {
  const known = must(state.accounts.get(account), 'the account is open')
  const [equity, marginUsed] = [equityOf(state, known), marginUsedOf(state, known)]
  for (const { level, rearm, armed } of NOTICES) {
    const fell = armed(known) && compareLevel(equity, marginUsed, level) < 0
    const recovered = !armed(known) && compareLevel(equity, marginUsed, rearm) >= 0
    if (fell || recovered) yield { kind: 'margin_notice', at, account, level, armed: recovered, equity, marginUsed }
  }
}

/**
 * Pending orders go first, then the largest loss, until the level is above 50 or nothing that can be closed is left.
 */
function* stopOut(
  state: State,
  { account, cause }: { account: AccountId; cause: CommandOf<'quote'> },
): Generator<Event> {
  if (!isAtStopOut(state, account)) return
  const pendings = pendingsOf(state, account)
  const closable = holdingsOf(state, account)
    .map((order) => ({ order, ...standingOf(state, order) }))
    .filter(({ instrument }) => isOpen(instrument))
    .sort((a, b) => a.profit - b.profit || a.order.order - b.order.order)
  if (pendings.length === 0 && closable.length === 0) return

  const { at, instrument, seq } = cause
  const known = must(state.accounts.get(account), 'the account is open')
  const [equity, marginUsed] = [equityOf(state, known), marginUsedOf(state, known)]
  yield { kind: 'stopped_out', at, account, equity, marginUsed, instrument, seq }
  for (const order of pendings) yield cancelOrder(order, { at, reason: 'stop_out', request: undefined })
  for (const { order } of closable) {
    yield* closeAndProtect(state, order, { at, reason: 'stop_out', reference: undefined, request: undefined })
    if (!isAtStopOut(state, account)) return
  }
}

function isAtStopOut(state: State, account: AccountId): boolean {
  const known = must(state.accounts.get(account), 'the account is open')
  return compareLevel(equityOf(state, known), marginUsedOf(state, known), STOP_OUT_LEVEL) <= 0
}

/**
 * The longest standing target comes first; each entry is checked on the account as the entries before it left it. While
 * its account waits for the feed, an entry waits for the next quote.
 */
function* openEntries(
  state: State,
  { at, instrument: id, seq, bid, ask, time = at }: CommandOf<'quote'>,
): Generator<Event> {
  const instrument = must(state.instruments.get(id), 'a quote is of a known instrument')
  const published: QuoteEvidence = { seq, bid, ask, time }
  const waiting = ordersOf(state, (each) => each.instrument === id && each.pending !== undefined)
  const targetSet = (order: Order) => must(order.targetSet, 'a pending order has a target')
  for (const order of waiting.sort((a, b) => targetSet(a) - targetSet(b))) {
    const { side, pending, price: target } = order
    if (pending === undefined || !pendingFills({ side, kind: pending, target, bid, ask })) continue
    if (waitsForFeed(state, order.account)) continue
    const cost = entryCost(state, { order, instrument, quote: published })
    if (typeof cost === 'string') yield cancelOrder(order, { at, reason: cost, request: undefined })
    else yield open(state, { at, order, instrument, target, quote: published, cost })
  }
}

/** The order of the checks is that of a new order; its own place among the account's orders is free for it. */
function entryCost(
  state: State,
  entry: { order: Order; instrument: Instrument; quote: QuoteEvidence },
): Cost | CancelReason {
  const { order, instrument, quote } = entry
  const account = must(state.accounts.get(order.account), 'an order is of an open account')
  if (account.frozen) return 'account_frozen'
  if (!instrument.terms.enabled) return 'instrument_disabled'
  if (sizeFault(order, instrument.terms) !== undefined) return 'terms_changed'
  const { side, stopLoss, takeProfit, lots, leverage } = order
  const wrongStops = stopFault({ side, stopLoss, takeProfit, bid: quote.bid, ask: quote.ask })
  if (wrongStops !== undefined) return wrongStops
  const position = { account, instrument, side, lots, leverage, marginPrice: order.price }
  const after = accountAfter(state, account, [order])
  const fault = openingFault(state, position, after)
  assert(fault !== 'too_many_orders', 'an order that enters was counted before')
  assert(fault !== 'price_stale', 'an account that waits for the feed enters nothing')
  return fault ?? costOf(state, position, { after, quote })
}

function open(
  state: State,
  entry: { at: Millis; order: Order; instrument: Instrument; target: Points; quote: QuoteEvidence; cost: Cost },
): Event {
  const { at, order, instrument, target, quote, cost } = entry
  const { side, lots, leverage, stopLoss, takeProfit } = order
  return {
    kind: 'order_opened',
    at,
    order: order.order,
    account: order.account,
    previous: order.lastEvent,
    instrument: instrument.terms.id,
    terms: instrument.terms.version,
    side,
    lots,
    leverage,
    ...cost,
    feeType: state.feeType,
    stopLoss,
    takeProfit,
    pending: true,
    reference: target,
    quote,
    request: must(order.request, 'a pending order knows who asked'),
  }
}
