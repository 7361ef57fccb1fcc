/**
 * Scenarios: a trader's day as a list of moments, each an action and all that must come of it. Nothing else may happen:
 * an event that no expectation names fails the scenario, and so does one in another order. Every scenario is told to
 * every engine, audited after every step, and at its end recovered from its events and from a snapshot.
 */
import { must, type TradingRefusal } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { Outcome } from '../engine.ts'
import type { Event, EventKind } from '../events.ts'
import { ENGINES } from './engines.ts'
import type { Action } from './people.ts'
import { scenarioTerms } from './terms.ts'
import {
  auditRecovery,
  clock,
  lots,
  newWorld,
  type Person,
  priceOf,
  showPrice,
  showUsd,
  usd,
  type World,
} from './world.ts'

type Scene = { readonly world: World; readonly outcome: Outcome; readonly events: Event[] }
export type Expectation = (scene: Scene) => void
export type Moment = { readonly time: string; readonly action: Action; readonly expected: readonly Expectation[] }

export function at(time: string, action: Action, ...expected: readonly Expectation[]): Moment {
  return { time, action, expected }
}

export function scenario(title: string, people: readonly Person[], moments: readonly Moment[]): void {
  test.each(ENGINES)(`${title} ($name)`, ({ create }) => {
    const world = newWorld(create(), people)
    for (const moment of moments) live(world, moment)
    auditRecovery(world, create)
  })
}

function live(world: World, { time, action, expected }: Moment): void {
  world.now = clock(time)
  const outcome = action(world)
  const scene: Scene = { world, outcome, events: outcome.ok ? [...outcome.events] : [] }
  const awaited = expected.some((each) => refusals.has(each))
  if (!awaited) expect(outcome.ok ? 'ok' : outcome.reason, `at ${time}`).toBe('ok')
  for (const each of expected) each(scene)
  expect(scene.events, `at ${time} nothing else happens`).toEqual([])
}

const refusals = new WeakSet<Expectation>()

/** The command is refused with this word; nothing changes (the audit sees to it). */
export function refuses(reason: TradingRefusal): Expectation {
  const expectation: Expectation = ({ outcome }) => expect(outcome).toEqual({ ok: false, reason })
  refusals.add(expectation)
  return expectation
}

type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>

/** The next thing that happened, which must be of this kind. */
function next<Kind extends EventKind>({ events }: Scene, kind: Kind): EventOf<Kind> {
  const event = events.shift()
  expect(event?.kind ?? 'nothing', `the next thing that happens`).toBe(kind)
  return event as EventOf<Kind>
}

/** A position opens at this price. */
export function fills(
  price: string,
  more: { margin?: string; fee?: string; order?: number; pending?: boolean; reference?: string } = {},
): Expectation {
  return (scene) => {
    const event = next(scene, 'order_opened')
    const code = codeOf(event.instrument)
    expect(showPrice(code, event.price)).toBe(showPrice(code, priceOf(code, price)))
    expect(event.price).toBe(event.side === 'buy' ? event.quote.ask : event.quote.bid)
    expect(event.pending).toBe(more.pending ?? false)
    if (more.margin !== undefined) expect(showUsd(event.margin)).toBe(showUsd(usd(more.margin)))
    if (more.fee !== undefined) expect(showUsd(event.fee)).toBe(showUsd(usd(more.fee)))
    if (more.order !== undefined) expect(event.order).toBe(more.order)
    if (more.reference !== undefined) expect(event.reference).toBe(priceOf(code, more.reference))
  }
}

/** A pending order waits, as a limit or a stop. */
export function waits(kind: 'limit' | 'stop'): Expectation {
  return (scene) => expect(next(scene, 'order_placed').pending).toBe(kind)
}

/** A position ends at this price. */
export function closes(
  who: Person,
  price: string,
  more: { profit?: string; reason?: EventOf<'order_closed'>['reason']; order?: number; reference?: string } = {},
): Expectation {
  return (scene) => {
    const event = next(scene, 'order_closed')
    const code = codeOf(event.instrument)
    expect(event.account).toBe(who.account)
    expect(showPrice(code, event.price)).toBe(showPrice(code, priceOf(code, price)))
    expect([event.quote.bid, event.quote.ask]).toContain(event.price)
    if (more.profit !== undefined) expect(showUsd(event.profit)).toBe(showUsd(usd(more.profit)))
    if (more.reason !== undefined) expect(event.reason).toBe(more.reason)
    if (more.order !== undefined) expect(event.order).toBe(more.order)
    if (more.reference !== undefined) expect(event.reference).toBe(priceOf(code, more.reference))
  }
}

/** A part of the position `from` becomes an order of its own. */
export function splits(
  from: number,
  share: { part: number; lots: string; margin?: string; fee?: string; swap?: string },
): Expectation {
  return (scene) => {
    const { order, part, lots: size, margin, fee, swap } = next(scene, 'order_split')
    expect({ order, part, size }).toEqual({ order: from, part: share.part, size: lots(share.lots) })
    if (share.margin !== undefined) expect(showUsd(margin)).toBe(showUsd(usd(share.margin)))
    if (share.fee !== undefined) expect(showUsd(fee)).toBe(showUsd(usd(share.fee)))
    if (share.swap !== undefined) expect(showUsd(swap)).toBe(showUsd(usd(share.swap)))
  }
}

/** A pending order ends without having become a position. */
export function drops(order: number, reason: EventOf<'order_cancelled'>['reason']): Expectation {
  return (scene) => {
    const event = next(scene, 'order_cancelled')
    expect({ order: event.order, reason: event.reason }).toEqual({ order, reason })
  }
}

export function warns(who: Person, level: 100 | 75, armed = false): Expectation {
  return (scene) => {
    const { account, level: passed, armed: now } = next(scene, 'margin_notice')
    expect({ account, level: passed, armed: now }).toEqual({ account: who.account, level, armed })
  }
}

export function stopsOut(who: Person, numbers: { equity: string; margin: string }): Expectation {
  return (scene) => {
    const event = next(scene, 'stopped_out')
    expect(event.account).toBe(who.account)
    expect([showUsd(event.equity), showUsd(event.marginUsed)]).toEqual([
      showUsd(usd(numbers.equity)),
      showUsd(usd(numbers.margin)),
    ])
  }
}

/** The operator pays a negative balance. */
export function protects(who: Person, amount: string): Expectation {
  return (scene) => {
    const event = next(scene, 'balance_protected')
    expect([event.account, showUsd(event.amount)]).toEqual([who.account, showUsd(usd(amount))])
  }
}

export function finances(order: number, amount: string, nights: number): Expectation {
  return (scene) => {
    const event = next(scene, 'order_financed')
    expect([event.order, showUsd(event.amount), event.nights]).toEqual([order, showUsd(usd(amount)), nights])
  }
}

/** Something of this kind happens whose numbers another line checks. */
export function happens<Kind extends EventKind>(kind: Kind, check: Partial<EventOf<Kind>> = {}): Expectation {
  return (scene) => expect(next(scene, kind)).toMatchObject(check)
}

/** Where an account stands after the moment. */
export function has(
  who: Person,
  numbers: {
    balance?: string
    locked?: string
    profit?: string
    equity?: string
    margin?: string
    free?: string
    holdings?: number
    pendings?: number
  },
): Expectation {
  return ({ world }) => {
    const account = must(world.engine.account(who.account), `${who.name} has an account`)
    const shown = {
      balance: showUsd(account.balance),
      locked: showUsd(account.locked),
      profit: showUsd(account.profit),
      equity: showUsd(account.equity),
      margin: showUsd(account.marginUsed),
      free: showUsd(account.marginFree),
      holdings: account.holdings,
      pendings: account.pendings,
    }
    const wanted = Object.entries(numbers).map(([name, value]) => [
      name,
      typeof value === 'string' ? showUsd(usd(value)) : value,
    ])
    expect(shown).toMatchObject(Object.fromEntries(wanted))
  }
}

function codeOf(instrument: number): string {
  return must(
    scenarioTerms().find((terms) => terms.id === instrument),
    'an order is of an instrument of the scenarios',
  ).code
}
