/**
 * The answers to a placed, closed, cancelled or changed order. Each is made from the decision alone, so the repeat of a
 * request is answered like the first.
 */
import { priceText, type WireOrder } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Decided, Event, EventKind } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import { type Refusal, refuse, type Success, say } from '../../calls/index.ts'
import type { Submitted } from '../../core/index.ts'
import { centsText } from '../money/index.ts'
import type { Context } from './context.ts'
import { entryOf } from './entry.ts'
import { endedOrder } from './find.ts'
import { type Shown, shownEnded, shownFromSeen } from './shown.ts'
import { wireOrder } from './wire.ts'

type Parts = Pick<Context, 'core' | 'store' | 'market' | 'ids'>
type Answered = Success<WireOrder> | Refusal
/** What the answer shows, and its sentence. `precision`: of the order's prices. */
type Described = { readonly shown: Shown; readonly msg: (language: Language, precision: number) => string }

/**
 * `asked`: the order that the customer named; `undefined` where a new one is placed. A named order that is not the
 * account's own is refused as `order_unknown`.
 */
export async function answerOrder(
  parts: Parts,
  done: Submitted,
  how: {
    readonly language: Language
    readonly account: number
    readonly asked: number | undefined
    readonly describe: (decided: Decided) => Described
  },
): Promise<Answered> {
  const { repeated, outcome } = done
  if (!outcome.ok) return { ...(await refusalShown(parts, outcome.reason, how)), repeated }
  const { shown, msg } = how.describe(outcome)
  const entry = must(await entryOf(parts, shown.instrument), 'an order is of a known instrument')
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

export function describeCancelled({ events, order }: Decided): Described {
  const cancelled = must(eventOf(events, 'order_cancelled'), 'a cancel cancels')
  const shown = shownEnded(shownFromSeen(must(order, 'a cancelled order is given as it stood before')), cancelled)
  return { shown, msg: (language) => say(language, 'messages.order_cancelled') }
}

export function describeStops({ order }: Decided): Described {
  const shown = shownFromSeen(must(order, 'a changed order is given with its decision'))
  return { shown, msg: (language) => say(language, 'messages.stops_set') }
}

type RefusedReason = Extract<Submitted['outcome'], { ok: false }>['reason']

/** Whether another customer's order exists must not be told: only the owner reads that an order has ended. */
async function refusalShown(
  parts: Parts,
  reason: RefusedReason,
  { asked, account }: { readonly asked: number | undefined; readonly account: number },
): Promise<Refusal> {
  const isAboutOrder = reason === 'order_unknown' || reason === 'order_ended' || reason === 'not_yours'
  if (!isAboutOrder || asked === undefined) return refuse(reason)
  const ended = await endedOrder(parts, { order: asked, account })
  return ended === undefined ? refuse('order_unknown', 'id') : refuse('order_ended')
}

function eventOf<Kind extends EventKind>(
  events: readonly Event[],
  kind: Kind,
): Extract<Event, { kind: Kind }> | undefined {
  return events.find((event): event is Extract<Event, { kind: Kind }> => event.kind === kind)
}
