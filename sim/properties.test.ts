/**
 * Properties of any history, on each engine alone: the encodings lose nothing, and an account's numbers are the sum of
 * its orders'. The histories are those of the simulator's one generator; that both engines agree on them stands in
 * sim.test.ts. PROPERTIES_LONG=1 looks at fifty times as many.
 */
import { accountId, compareLevel, must, STOP_OUT_LEVEL } from '@veritick/domain'
import {
  type Command,
  createEngine,
  createReferenceEngine,
  decodeEvents,
  decodeState,
  type Engine,
  type Event,
  encodeEvents,
  encodeState,
} from '@veritick/engine'
import { firstOf } from '@veritick/testing/quick'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommand } from './steps.ts'
import { Workload } from './workload.ts'

const ENGINES = [
  { name: 'reference', create: createReferenceEngine },
  { name: 'fast', create: createEngine },
] as const
const RUNS = { numRuns: process.env.PROPERTIES_LONG === undefined ? 20 : 1_000 }
const STEPS = 120
const seed = fc.integer({ min: 1, max: 2 ** 31 })

type Look = (step: { engine: Engine; command: Command; events: readonly Event[] }) => void

/** The history of a seed on one engine, restarts from snapshots included. */
function live(create: () => Engine, of: number, look: Look = () => {}): { engine: Engine; events: readonly Event[] } {
  const workload = new Workload(of)
  const all: Event[] = []
  let engine = create()
  for (let step = 0; step < STEPS; step++) {
    const next = workload.next(engine)
    if (!isCommand(next)) {
      const old = engine
      engine = create()
      engine.load(old.durable())
      continue
    }
    const before = engine.sequence()
    const outcome = engine.apply(next)
    const events = outcome.ok ? outcome.events : []
    expect(engine.sequence(), 'every event is counted, a refusal changes nothing').toBe(before + events.length)
    expect(engine.validateState()).toBeUndefined()
    look({ engine, command: next, events })
    all.push(...events)
  }
  return { engine, events: all }
}

describe.each(firstOf(1, ENGINES.toReversed()))('the $name engine, after any history', ({ create }) => {
  test('its state is decoded from its bytes, and its bytes know no order of insertion', () => {
    fc.assert(
      fc.property(seed, fc.infiniteStream(fc.nat(1000)), (of, chance) => {
        const { engine } = live(create, of)
        const bytes = engine.stateBytes()
        const state = engine.durable()
        const shuffled = <T>(items: readonly T[]): T[] =>
          items
            .map((item) => ({ item, place: must(chance.next().value, 'endless') }))
            .sort((a, b) => a.place - b.place)
            .map(({ item }) => item)
        const { instruments, accounts, orders, transfers } = state
        const other = { instruments: shuffled(instruments), accounts: shuffled(accounts) }
        const again = encodeState({ ...state, ...other, orders: shuffled(orders), transfers: shuffled(transfers) })
        expect(again).toEqual(bytes)
        expect(encodeState(decodeState(bytes))).toEqual(bytes)
      }),
      RUNS,
    )
  })

  test('its journal, written and read again, gives the same state in a new engine', () => {
    fc.assert(
      fc.property(seed, (of) => {
        const { engine, events } = live(create, of)
        const again = create()
        for (const event of decodeEvents(encodeEvents(events).bytes).events) again.evolve(event)
        expect(again.stateBytes()).toEqual(engine.stateBytes())
        expect(again.validateState()).toBeUndefined()
      }),
      RUNS,
    )
  })

  test("an account's numbers are those of its orders, level 50 leaves nothing that could be closed, an opening has free margin", () => {
    fc.assert(
      fc.property(seed, (of) => {
        live(create, of, ({ engine, command, events }) => {
          for (const id of engine.accounts()) checkAccount(engine, id)
          if (command.kind === 'place' && events[0]?.kind === 'order_opened')
            expect(must(engine.account(command.account), 'it ordered').marginFree).toBeGreaterThanOrEqual(0)
          if (command.kind !== 'quote' || engine.market(command.instrument)?.status !== 'open') return
          for (const event of events) if (event.kind === 'stopped_out') checkStoppedOut(engine, event.account)
        })
      }),
      RUNS,
    )
  })
})

function checkAccount(engine: Engine, id: number): void {
  const account = must(engine.account(accountId(id)), 'listed')
  const holdings = engine.orders(accountId(id), 'holding')
  if (account.holdings === 0) expect(account.balance).toBeGreaterThanOrEqual(0)
  expect(account.equity).toBe(account.balance + account.profit)
  expect(account.marginFree).toBe(account.equity - account.marginUsed)
  expect(account.locked).toBeGreaterThanOrEqual(0)
  expect(sum(holdings.map((order) => order.profit ?? Number.NaN))).toBe(account.profit)
  expect(sum(holdings.map((order) => order.margin))).toBe(account.marginUsed)
}

/** Of markets that are open, unless the feed has not quoted them since the restart. */
function checkStoppedOut(engine: Engine, id: number): void {
  const { equity, marginUsed } = must(engine.account(accountId(id)), 'it was stopped out')
  if (compareLevel(equity, marginUsed, STOP_OUT_LEVEL) > 0) return
  const open = engine
    .orders(accountId(id), 'holding')
    .filter(({ instrument }) => engine.market(instrument)?.status === 'open')
  expect(open).toEqual([])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
