/**
 * "As if these orders had ended" in both engines: an order that takes the place of others is checked like one that
 * comes after their end.
 */
import { must, type Points } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import type { Event, QuoteEvidence } from './events.ts'
import * as fastClosing from './fast/closing.ts'
import { EventSink } from './fast/event-sink.ts'
import { evolve as fastEvolve } from './fast/evolve.ts'
import * as fastOpening from './fast/opening.ts'
import { priceMoved } from './fast/prices.ts'
import { State as FastState } from './fast/state.ts'
import { stateFault } from './fast/validate.ts'
import * as referenceClosing from './reference/closing.ts'
import { evolve as referenceEvolve } from './reference/evolve.ts'
import * as referenceOpening from './reference/opening.ts'
import { createReferenceEngine } from './reference/reference-engine.ts'
import { emptyState } from './reference/state.ts'
import { person, quote } from './scenarios/people.ts'
import { clock, newWorld } from './scenarios/world.ts'

const ana = person('Ana', 7, 'real')
const EURUSD = 1
const USDJPY = 3
const AT = clock('10:00')

/** Orders 1 and 2 are holdings, 3 is pending; then EURUSD moves to `bid`. */
function history(deposit: string, bid: string, ask: string): readonly Event[] {
  const world = newWorld(createReferenceEngine(), [ana])
  const actions = [
    ana.gets(deposit),
    quote('EURUSD', '1.08500', '1.08510'),
    quote('USDJPY', '151.200', '151.210'),
    ana.buys('0.50', 'EURUSD', { leverage: 100 }),
    ana.sells('0.30', 'USDJPY', { leverage: 100 }),
    ana.buys('0.10', 'EURUSD', { leverage: 100, target: '1.07000' }),
    quote('EURUSD', bid, ask),
  ]
  for (const action of actions) expect(action(world).ok).toBe(true)
  return world.events
}

const QUOTES = (bid: number, ask: number): ReadonlyMap<number, QuoteEvidence> =>
  new Map([
    [EURUSD, { seq: 9, bid: bid as Points, ask: ask as Points, time: AT }],
    [USDJPY, { seq: 9, bid: 151_200 as Points, ask: 151_210 as Points, time: AT }],
  ])

type After = fastOpening.AccountAfter

/** The account after the orders are ended in thought, and after they have really ended. */
function fast(events: readonly Event[], quotes: ReadonlyMap<number, QuoteEvidence>, ended: readonly number[]): After[] {
  const state = new FastState()
  for (const event of events) fastEvolve(state, event)
  for (const [instrument, published] of quotes) {
    const market = must(state.market(instrument), 'it is known')
    market.status = 'open'
    market.hasLiveQuote = true
    market.take(published)
    priceMoved(state, market)
  }
  const account = state.accountSlot(ana.account)
  const slots = ended.map((order) => must(state.orders.find(order), 'it lives'))
  const thought = fastOpening.accountAfter(state, account, slots)
  const sink = new EventSink(state)
  for (const slot of slots) {
    const end = { slot, at: AT, request: undefined }
    if (state.orders.exposure.get(slot) < 0) fastClosing.cancelOrder(state, sink, { ...end, reason: 'user' })
    else fastClosing.closeAndProtect(state, sink, { ...end, reason: 'user', reference: undefined })
  }
  expect(stateFault(state)).toBeUndefined()
  return [thought, fastOpening.accountAfter(state, account)]
}

function reference(
  events: readonly Event[],
  quotes: ReadonlyMap<number, QuoteEvidence>,
  ended: readonly number[],
): After[] {
  const state = emptyState()
  for (const event of events) referenceEvolve(state, event)
  for (const [instrument, liveQuote] of quotes) {
    const known = must(state.instruments.get(instrument), 'it is known')
    state.instruments.set(instrument, { ...known, status: 'open', liveQuote })
  }
  const account = () => must(state.accounts.get(ana.account), 'it is open')
  const orders = ended.map((order) => must(state.orders.get(order), 'it lives'))
  const thought = referenceOpening.accountAfter(state, account(), orders)
  for (const order of orders) {
    const end = { at: AT, request: undefined }
    if (order.pending !== undefined) {
      referenceEvolve(state, referenceClosing.cancelOrder(order, { ...end, reason: 'user' }))
      continue
    }
    for (const event of referenceClosing.closeAndProtect(state, order, {
      ...end,
      reason: 'user',
      reference: undefined,
    })) {
      referenceEvolve(state, event)
    }
  }
  return [thought, referenceOpening.accountAfter(state, account())]
}

describe('an account as if some of its orders had ended is what it is after their end', () => {
  test.each<[string, { deposit: string; bid: number; ask: number; ended: readonly number[]; orders: number }]>([
    ['nothing', { deposit: '5000.00', bid: 108_500, ask: 108_510, ended: [], orders: 3 }],
    ['a holding in profit', { deposit: '5000.00', bid: 109_700, ask: 109_710, ended: [1], orders: 2 }],
    ['a holding at a loss', { deposit: '5000.00', bid: 107_900, ask: 107_910, ended: [1], orders: 2 }],
    ['a holding in yen', { deposit: '5000.00', bid: 108_500, ask: 108_510, ended: [2], orders: 2 }],
    ['a pending order', { deposit: '5000.00', bid: 108_500, ask: 108_510, ended: [3], orders: 2 }],
    ['everything', { deposit: '5000.00', bid: 107_900, ask: 107_910, ended: [3, 1, 2], orders: 0 }],
    [
      'everything, with a debt that the operator pays',
      { deposit: '900.00', bid: 100_000, ask: 100_010, ended: [1, 2], orders: 1 },
    ],
  ])('%s', (_, { deposit, bid, ask, ended, orders }) => {
    const events = history(deposit, '1.08500', '1.08510')
    const [thought, real] = fast(events, QUOTES(bid, ask), ended)
    expect(thought).toEqual(real)
    expect(reference(events, QUOTES(bid, ask), ended)).toEqual([thought, real])
    expect(thought?.orders).toBe(orders)
  })

  test('an account in a margin call may open what takes the place of its loss', () => {
    const events = history('900.00', '1.08500', '1.08510')
    const state = new FastState()
    for (const event of events) fastEvolve(state, event)
    for (const market of state.markets) market.hasLiveQuote = true
    const market = must(state.market(EURUSD), 'it is known')
    market.take({ seq: 9, bid: 107_600 as Points, ask: 107_610 as Points, time: AT })
    const account = state.accountSlot(ana.account)
    const first = must(state.orders.find(1), 'it lives')
    const terms = { account, market, side: 'sell', lots: state.orders.lots.get(first), leverage: 100 } as const
    const position = { ...terms, marginPrice: 107_600 as Points }
    expect(fastOpening.openingFault(state, position, fastOpening.accountAfter(state, account))).toBe('margin_call')
    expect(fastOpening.openingFault(state, position, fastOpening.accountAfter(state, account, [first]))).toBeUndefined()
  })
})
