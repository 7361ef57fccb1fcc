/** The answers that are stored with what they answer: made when the engine decided, in the words of who asked. */
import { priceText, type WireOrder } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Engine, Event, EventKind, Outcome } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import { envelopeOf, refuse, say } from '../../http/answer.ts'
import type { CatalogueEntry } from '../../market/catalogue.ts'
import type { Ids } from '../../vault/ids.ts'
import { centsText } from '../money/amounts.ts'
import type { Found } from './find.ts'
import { NO_FACTS, type OpeningFacts, type Shown, shownEnded, shownFromView } from './shown.ts'
import { fillPrice, wireOrder } from './wire.ts'

type Render = (outcome: Outcome, engine: Engine) => string
type How = { readonly language: Language; readonly ids: Ids }
type Existing = Extract<Found, { ok: true }>

export function renderPlaced(entry: CatalogueEntry, how: How): Render {
  return answering(how, (events, engine, { language, ids }) => {
    const opened = eventOf(events, 'order_opened')
    const order = opened?.order ?? must(eventOf(events, 'order_placed'), 'a placed order is opened or waits').order
    const facts = opened === undefined ? NO_FACTS : { target: undefined, openReference: opened.reference }
    const msg = say(language, opened === undefined ? 'messages.order_placed' : 'messages.order_opened')
    return { order: wireOrder(shownNow(engine, order, facts), entry, ids), msg }
  })
}

export function renderClosed(found: Existing, how: How): Render {
  return answering(how, (events, _engine, { language, ids }) => {
    const closed = must(eventOf(events, 'order_closed'), 'a close closes')
    const price = priceText(closed.price, found.entry.terms.pricePrecision)
    const msg = say(language, 'messages.order_closed', { price, profit: centsText(closed.profit) })
    return { order: wireOrder(shownEnded(found.shown, closed), found.entry, ids), msg }
  })
}

export function renderCancelled(found: Existing, how: How): Render {
  return answering(how, (events, _engine, { language, ids }) => {
    const cancelled = must(eventOf(events, 'order_cancelled'), 'a cancel cancels')
    return { order: wireOrder(shownEnded(found.shown, cancelled), found.entry, ids), msg: say(language, 'messages.order_cancelled') }
  })
}

export function renderStops(found: Existing, how: How): Render {
  const { shown, entry } = found
  const facts = { target: shown.target, openReference: shown.open?.reference }
  return answering(how, (_events, engine, { language, ids }) => ({
    order: wireOrder(shownNow(engine, shown.order, facts), entry, ids),
    msg: say(language, 'messages.stops_set'),
  }))
}

function answering(
  how: How,
  make: (events: readonly Event[], engine: Engine, how: How) => { readonly order: WireOrder; readonly msg: string },
): Render {
  return (outcome, engine) => {
    if (!outcome.ok) return envelopeOf(refuse(outcome.reason), how.language)
    const { order, msg } = make(outcome.events, engine, how)
    return envelopeOf({ ok: true, data: order, msg }, how.language)
  }
}

function shownNow(engine: Engine, order: number, facts: OpeningFacts): Shown {
  const view = must(engine.order(order), `order ${order} was just decided on`)
  return shownFromView(view, facts, fillPrice(view.side, engine.market(view.instrument)?.quote))
}

function eventOf<Kind extends EventKind>(events: readonly Event[], kind: Kind): Extract<Event, { kind: Kind }> | undefined {
  return events.find((event): event is Extract<Event, { kind: Kind }> => event.kind === kind)
}
