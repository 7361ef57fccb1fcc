/**
 * The answers to a placed, closed, cancelled or changed order. Each is made from the decision alone, so the repeat of a
 * request is answered like the first.
 */
import { lotsText, priceText, type WireOrder } from '@veritick/contract'
import { type AccountId, lotUnits, must } from '@veritick/domain'
import type { Decided, Event, EventKind } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import { type Refusal, refuse, type Success, say } from '../../calls/index.ts'
import type { PriceName, Submitted } from '../../core/index.ts'
import { centsText } from '../money/index.ts'
import type { Context } from './context.ts'
import { endedOrder } from './find.ts'
import { instrumentOf } from './instrument.ts'
import { type Shown, shownEnded, shownFromSeen, shownPart } from './shown.ts'
import { wireOrder } from './wire.ts'

type Parts = Pick<Context, 'core' | 'store' | 'market' | 'ids'>
type Answered = Success<WireOrder> | Refusal
/** The data of the answer, and its sentence. `precision`: of the order's prices. */
export type Described = { readonly shown: Shown; readonly msg: (language: Language, precision: number) => string }

/**
 * `asked`: the order that the customer named; `undefined` where a new one is placed. A named order that is not the
 * account's own is refused as `order_unknown`.
 */
export async function answerOrder(
  parts: Parts,
  done: Submitted,
  how: {
    readonly language: Language
    readonly account: AccountId
    readonly order: number | undefined
    readonly describe: (decided: Decided) => Described
  },
): Promise<Answered> {
  const { repeated, outcome } = done
  if ('price' in outcome) return refuse(outcome.reason, PRICE_FIELDS[outcome.price])
  if (!outcome.ok) return { ...(await refusalShown(parts, outcome.reason, how)), repeated }
  const { shown, msg } = how.describe(outcome)
  const entry = must(await instrumentOf(parts, shown.instrument), 'an order is of a known instrument')
  const data = wireOrder(shown, entry, parts.ids)
  return { ok: true, data, msg: msg(how.language, entry.terms.pricePrecision), repeated }
}

export function describePlaced({ events, order }: Decided): Described {
  const isOpened = eventOf(events, 'order_opened') !== undefined
  const shown = shownFromSeen(must(order, 'a placed order is given with its decision'))
  return { shown, msg: (language) => say(language, isOpened ? 'messages.order_opened' : 'messages.order_placed') }
}

export function describeClosed({ events, order }: Decided): Described {
  const closed = must(eventOf(events, 'order_closed'), 'a close closes')
  const shown = shownEnded(shownFromSeen(must(order, 'a closed order is given as it stood before')), closed)
  const profit = centsText(closed.profit)
  const msg = (language: Language, precision: number) =>
    say(language, 'messages.order_closed', { price: priceText(closed.price, precision), profit })
  return { shown, msg }
}

/** The part, which is an order of its own, or the whole position where that was the size. */
export function describeClosedPart(decided: Decided): Described {
  const split = eventOf(decided.events, 'order_split')
  if (split === undefined) return describeClosed(decided)
  const closed = must(eventOf(decided.events, 'order_closed'), 'a part closes')
  const before = shownFromSeen(must(decided.order, 'a position is given as it stood before'))
  const [lots, left] = [lotsText(split.lots), lotsText(lotUnits(before.lots - split.lots))]
  const profit = centsText(closed.profit)
  const msg = (language: Language, precision: number) =>
    say(language, 'messages.order_part_closed', { lots, left, price: priceText(closed.price, precision), profit })
  return { shown: shownEnded(shownPart(before, split), closed), msg }
}

/** The new order; the sentence is about the one that closed. */
export function describeReversed({ events, order }: Decided): Described {
  const closed = must(eventOf(events, 'order_closed'), 'a reversal closes')
  const shown = shownFromSeen(must(order, 'a reversal is given with the order that it opened'))
  const profit = centsText(closed.profit)
  const msg = (language: Language, precision: number) =>
    say(language, 'messages.order_reversed', { price: priceText(closed.price, precision), profit })
  return { shown, msg }
}

export function describeCancelled({ events, order }: Decided): Described {
  const cancelled = must(eventOf(events, 'order_cancelled'), 'a cancel cancels')
  const shown = shownEnded(shownFromSeen(must(order, 'a cancelled order is given as it stood before')), cancelled)
  return { shown, msg: (language) => say(language, 'messages.order_cancelled') }
}

export function describeAmended({ order }: Decided): Described {
  const shown = shownFromSeen(must(order, 'a changed order is given with its decision'))
  return { shown, msg: (language) => say(language, 'messages.order_amended') }
}

export function describeStops({ order }: Decided): Described {
  const shown = shownFromSeen(must(order, 'a changed order is given with its decision'))
  return { shown, msg: (language) => say(language, 'messages.stops_set') }
}

/** The field of the request that each price came from. */
const PRICE_FIELDS: { readonly [Name in PriceName]: string } = {
  target: 'target_price',
  stopLoss: 'stop_loss_price',
  takeProfit: 'target_profit_price',
  seenPrice: 'seen_price',
}

type RefusedReason = Extract<Submitted['outcome'], { ok: false }>['reason']

/** Whether another customer's order exists must not be told: only the owner reads that an order has ended. */
async function refusalShown(
  parts: Parts,
  reason: RefusedReason,
  { order, account }: { readonly order: number | undefined; readonly account: AccountId },
): Promise<Refusal> {
  if (reason === 'busy' && isStoreDown(parts)) return { ...refuse(reason), sentence: 'messages.orders_unavailable' }
  const isAboutOrder = reason === 'order_unknown' || reason === 'order_ended' || reason === 'not_yours'
  if (!isAboutOrder || order === undefined) return refuse(reason)
  const ended = await endedOrder(parts, { order, account })
  return ended === undefined ? refuse('order_unknown', 'id') : refuse('order_ended')
}

/** It is not load that passes in a moment: the store is full, out of reach or takes no writes. A late commit may be. */
function isStoreDown({ core }: Parts): boolean {
  const trouble = core.stats().commitTrouble
  return trouble !== undefined && trouble.reason !== 'commit_late'
}

function eventOf<Kind extends EventKind>(
  events: readonly Event[],
  kind: Kind,
): Extract<Event, { kind: Kind }> | undefined {
  return events.find((event): event is Extract<Event, { kind: Kind }> => event.kind === kind)
}
