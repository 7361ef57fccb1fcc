/** What holds after any day at all, on every engine: the books, the margin, the level, the way back from events and snapshots. */
import { compareLevel, feeOf, MONEY_MAX, marginOf, must, profitOf, STOP_OUT_LEVEL } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import type { Event, QuoteEvidence } from './events.ts'
import { decodeEvents, encodeEvents } from './journal.ts'
import { anyDay, type Chance, PEOPLE } from './scenarios/commands.ts'
import { ENGINES } from './scenarios/engines.ts'
import { applyCommand, auditRecovery, newWorld, type World } from './scenarios/world.ts'
import { decodeState, encodeState } from './state-bytes.ts'

const RUNS = { numRuns: 60 }

type Step = { readonly world: World; readonly chance: Chance; readonly events: readonly Event[] }

/** Lives the day command by command; `applyCommand` audits the books and that refusals change nothing. */
function live(create: () => Engine, day: readonly Chance[], look: (step: Step) => void = () => {}): World {
  const world = newWorld(create(), PEOPLE)
  for (const chance of day) {
    const command = chance.kind === 'quote' ? { ...chance, seq: nextSeq(world, chance.instrument) } : chance
    const outcome = applyCommand(world, command)
    look({ world, chance, events: outcome.ok ? outcome.events : [] })
  }
  return world
}

function nextSeq(world: World, instrument: number): number {
  const seq = (world.seqs.get(instrument) ?? 0) + 1
  world.seqs.set(instrument, seq)
  return seq
}

describe.each(ENGINES)('the $name engine, after any day', ({ create }) => {
  test('books sum to zero, balances are the sum of their entries, refusals changed nothing, events and snapshot bring it back', () => {
    fc.assert(
      fc.property(anyDay, (day) => auditRecovery(live(create, day), create)),
      RUNS,
    )
  })

  test('its state is decoded from its bytes, and its bytes know no order of insertion', () => {
    fc.assert(
      fc.property(anyDay, fc.infiniteStream(fc.nat(1000)), (day, chance) => {
        const { engine } = live(create, day)
        const bytes = engine.stateBytes()
        const state = engine.durable()
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, place: must(chance.next().value, 'endless') }))
            .sort((a, b) => a.place - b.place)
            .map(({ item }) => item)
        expect(
          encodeState({
            ...state,
            instruments: shuffled(state.instruments),
            accounts: shuffled(state.accounts),
            orders: shuffled(state.orders),
            transfers: shuffled(state.transfers),
          }),
        ).toEqual(bytes)
        expect(encodeState(decodeState(bytes))).toEqual(bytes)
      }),
      RUNS,
    )
  })

  test('its journal, written and read again, gives the same state in a new engine', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { engine, events } = live(create, day)
        const again = create()
        for (const event of decodeEvents(encodeEvents(events).bytes).events) again.evolve(event)
        expect(again.stateBytes()).toEqual(engine.stateBytes())
      }),
      RUNS,
    )
  })

  test('every fill is at the bid or ask of the last published quote, and costs what its own numbers say', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const published = new Map<number, QuoteEvidence>()
        const opened = new Map<number, Extract<Event, { kind: 'order_opened' }>>()
        live(create, day, ({ world, chance, events }) => {
          if (chance.kind === 'quote') {
            const { instrument, bid, ask, at } = chance
            published.set(instrument, { seq: must(world.seqs.get(instrument), 'numbered'), bid, ask, time: at })
          }
          for (const event of events) {
            if (event.kind === 'order_opened') {
              opened.set(event.order, event)
              checkOpening(world, event, published)
            }
            if (event.kind === 'order_closed')
              checkClosing(world, event, { published, opening: must(opened.get(event.order), 'it was opened') })
          }
        })
      }),
      RUNS,
    )
  })

  test('nobody is left at level 50 with something that could be closed, nobody below zero with nothing held', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        live(create, day, ({ world, chance }) => {
          const { engine } = world
          for (const id of engine.accounts()) {
            const account = must(engine.account(id), 'listed')
            if (account.holdings === 0) expect(account.balance).toBeGreaterThanOrEqual(0)
            expect(account.equity).toBe(account.balance + account.profit)
            expect(account.marginFree).toBe(account.equity - account.marginUsed)
            expect(account.locked).toBeGreaterThanOrEqual(0)
            const holdings = engine.orders(id, 'holding')
            expect(sum(holdings.map((order) => order.profit ?? Number.NaN))).toBe(account.profit)
            expect(sum(holdings.map((order) => order.margin))).toBe(account.marginUsed)
            if (chance.kind !== 'quote' || engine.market(chance.instrument)?.status !== 'open') continue
            // An entry of this very quote is checked on the next one.
            const settled = holdings.every((order) => order.openQuote?.seq !== world.seqs.get(order.instrument))
            const low = compareLevel(account.equity, account.marginUsed, STOP_OUT_LEVEL) <= 0
            if (settled && low)
              expect(holdings.filter((order) => engine.market(order.instrument)?.status === 'open')).toEqual([])
          }
        })
      }),
      RUNS,
    )
  })

  test('an accepted opening leaves free margin at zero or more', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        live(create, day, ({ world, chance, events }) => {
          if (chance.kind !== 'place' || events[0]?.kind !== 'order_opened') return
          expect(must(world.engine.account(chance.account), 'it ordered').marginFree).toBeGreaterThanOrEqual(0)
        })
      }),
      RUNS,
    )
  })
})

test('all engines say the same to the same day', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const told = ENGINES.map(({ create }) => {
        const said: unknown[] = []
        const world = live(create, day, ({ events }) => said.push(events))
        return { said, bytes: world.engine.stateBytes() }
      })
      for (const each of told) expect(each).toEqual(told[0])
    }),
    RUNS,
  )
})

type Published = ReadonlyMap<number, QuoteEvidence>

function checkOpening(world: World, event: Extract<Event, { kind: 'order_opened' }>, published: Published): void {
  const { terms } = must(world.engine.market(event.instrument), 'it is known')
  expect(event.quote).toEqual(published.get(event.instrument))
  expect(event.price).toBe(event.side === 'buy' ? event.quote.ask : event.quote.bid)
  const price = event.pending ? must(event.reference, 'a pending order had a target') : event.quote.bid
  const { lots, leverage, conversion, feeType } = event
  expect(event.margin).toBe(marginOf({ terms, lots, price, leverage, conversion }))
  expect(event.fee).toBe(feeOf({ feeType, terms, lots, margin: event.margin }))
  expect(event.margin).toBeLessThanOrEqual(MONEY_MAX)
  checkConversion(event, published)
}

function checkClosing(
  world: World,
  event: Extract<Event, { kind: 'order_closed' }>,
  known: { published: Published; opening: Extract<Event, { kind: 'order_opened' }> },
): void {
  const { side, lots, price: open } = known.opening
  const { terms } = must(world.engine.market(event.instrument), 'it is known')
  expect(event.quote).toEqual(known.published.get(event.instrument))
  expect(event.price).toBe(side === 'buy' ? event.quote.bid : event.quote.ask)
  expect(event.profit).toBe(profitOf({ terms, side, lots, open, price: event.price, conversion: event.conversion }))
  checkConversion(event, known.published)
}

/** The rate is the bid of the quote that it names. */
function checkConversion(
  { conversion }: Extract<Event, { kind: 'order_opened' | 'order_closed' }>,
  published: Published,
): void {
  if (conversion.instrument === 0) expect(conversion).toEqual({ numerator: 1, denominator: 1, instrument: 0, seq: 0 })
  else {
    const source = must(published.get(conversion.instrument), 'the source was quoted')
    expect(conversion).toEqual({
      numerator: 1000,
      denominator: source.bid,
      instrument: conversion.instrument,
      seq: source.seq,
    })
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
