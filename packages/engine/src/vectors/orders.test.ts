/**
 * Vectors of order triggers, gaps and validation against our own rule 4. A bar is played as the market would walk it,
 * one price step after the other; between bars it jumps. Every fill of ours is at one of these published quotes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lotUnits, points } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import type { Event } from '../events.ts'
import { ENGINES } from '../scenarios/engines.ts'
import {
  dollars,
  eventsOf,
  fillOf,
  type OrderTerms,
  openFixture,
  type SingleAccountFixture,
} from './single-account-fixture.ts'
import { different, get, type Handling, list, num, parseVectors, runVectors, text, type Vector } from './vector.ts'

type Path = readonly number[]

/** Every step from the first corner to the last; the first is a jump from wherever the market was. */
function walk(fixture: SingleAccountFixture, corners: Path, step: number): readonly Event[] {
  const events: Event[] = []
  let from = corners[0] ?? 0
  events.push(...fixture.quote(from))
  for (const corner of corners.slice(1)) {
    const steps = Math.round(Math.abs(corner - from) / step)
    for (let done = 1; done <= steps; done += 1) {
      events.push(...fixture.quote(Number((from + Math.sign(corner - from) * done * step).toFixed(5))))
    }
    from = corner
  }
  return events
}

/** Open, then the nearer of high and low, then the other, then close. */
function cornersOf(bar: unknown): Path {
  const [open, high, low, close] = [num(bar, 'open'), num(bar, 'high'), num(bar, 'low'), num(bar, 'close')]
  return high - open <= open - low ? [open, high, low, close] : [open, low, high, close]
}

const STEP = 0.01

function onFixtures(check: (fixture: SingleAccountFixture) => void, decimals = 2): void {
  for (const { create } of ENGINES) check(openFixture(create, { decimals, deposit: 10_000_000 }))
}

/** Where a pending order waits: the market stands on the other side of its level before the first bar. */
function waiting(
  fixture: SingleAccountFixture,
  order: { side: 'buy' | 'sell'; level: number; kind: 'limit' | 'stop'; units: number },
): void {
  const { side, level, kind, units } = order
  const above = (side === 'buy') === (kind === 'limit')
  fixture.quote(Number((level + (above ? 1 : -1)).toFixed(5)))
  const placed = eventsOf(fixture.place({ side, units, target: level }))
  expect(placed).toMatchObject([{ kind: 'order_placed', pending: kind }])
}

const side = ({ inputs }: Vector) => (text(inputs, 'side') === 'buy' ? ('buy' as const) : ('sell' as const))

/** One fill or none for each bar, as the vector lists them. */
function barsFill(vector: Vector, kind: 'limit' | 'stop', key: string): void {
  onFixtures((fixture) => {
    waiting(fixture, { side: side(vector), level: num(vector.inputs, key), kind, units: num(vector.inputs, 'qty') })
    const fills = list(vector.inputs, 'bars')
      .filter((bar) => typeof bar !== 'string')
      .map((bar) => fillOf(fixture, walk(fixture, cornersOf(bar), STEP)))
    // A bar that was over before the order came is played before it: nothing there to fill, hence its `null`.
    const before = list(vector.inputs, 'bars')
      .filter((bar) => typeof bar === 'string')
      .map(() => null)
    expect([...before, ...fills]).toEqual(list(vector.expected, 'fill'))
  })
}

/** A bar before the placement, written in words: "... O290 H292 L289 C291". */
function oldBarFirst(vector: Vector, kind: 'limit' | 'stop', key: string): void {
  const [, ...numbers] = /O(\S+) H(\S+) L(\S+) C(\S+)/.exec(text(vector.inputs, 'bars', 0)) ?? []
  const [open = 0, high = 0, low = 0, close = 0] = numbers.map(Number)
  onFixtures((fixture) => {
    walk(fixture, cornersOf({ open, high, low, close }), STEP)
    waiting(fixture, { side: side(vector), level: num(vector.inputs, key), kind, units: num(vector.inputs, 'qty') })
    expect([null, fillOf(fixture, walk(fixture, cornersOf(get(vector.inputs, 'bars', 1)), STEP))]).toEqual(
      list(vector.expected, 'fill'),
    )
  })
}

/** A position from `entry`, walked through the corners; the event that ended it. */
function held(
  fixture: SingleAccountFixture,
  terms: OrderTerms,
  entry: number,
  corners: Path,
): Extract<Event, { kind: 'order_closed' }> {
  fixture.quote(entry)
  eventsOf(fixture.place(terms))
  const closed = walk(fixture, corners, STEP).find((event) => event.kind === 'order_closed')
  if (closed?.kind !== 'order_closed') throw new Error('the position was not closed')
  return closed
}

const agrees: Handling['agrees'] = {
  stop_market_bar: (vector) => barsFill(vector, 'stop', 'stop'),
  stop_market_gap: (vector) => barsFill(vector, 'stop', 'stop'),
  stop_no_old_data: (vector) => oldBarFirst(vector, 'stop', 'stop'),
  limit_bar: (vector) => barsFill(vector, 'limit', 'limit'),
  limit_bar_touch_inside: (vector) => barsFill(vector, 'limit', 'limit'),
  limit_gap_favourable: (vector) => barsFill(vector, 'limit', 'limit'),
  limit_no_old_data: (vector) => oldBarFirst(vector, 'limit', 'limit'),
  market_bid_ask: (vector) =>
    onFixtures((fixture) => {
      fixture.quote(num(vector.inputs, 'bid'), num(vector.inputs, 'ask'))
      expect(fillOf(fixture, eventsOf(fixture.place({ side: side(vector), units: 1000 })))).toBe(
        num(vector.expected, 'fill'),
      )
    }, 5),
  stop_market_last_price: (vector) =>
    onFixtures((fixture) => {
      const [first = 0, ...later] = list(vector.inputs, 'prices').map((price) => num(price))
      fixture.quote(first)
      eventsOf(fixture.place({ side: side(vector), units: 1, target: num(vector.inputs, 'stop') }))
      expect([null, ...later.map((price) => fillOf(fixture, fixture.quote(price)))]).toEqual(
        list(vector.expected, 'fill'),
      )
    }),
  market_if_touched: (vector) =>
    onFixtures((fixture) => {
      waiting(fixture, { side: side(vector), level: num(vector.inputs, 'trigger'), kind: 'limit', units: 1 })
      expect(fillOf(fixture, walk(fixture, cornersOf(get(vector.inputs, 'bar')), STEP))).toBe(
        num(vector.expected, 'fill'),
      )
    }),
  market_order_bar_timing: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      // During the bar the market stands where it closes in the end.
      walk(fixture, cornersOf(get(inputs, 'bar')), STEP)
      expect(fillOf(fixture, eventsOf(fixture.place({ side: 'buy', units: 1 })))).toBe(num(expected, 'fill'))
    }),
  order_validation: (vector) => checkAccepted(vector, (ours, theirs) => expect(ours).toBe(theirs)),
  stop_entry: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      const stop = num(inputs, 'stop')
      fixture.quote(102)
      eventsOf(
        fixture.place({
          side: 'buy',
          units: 1,
          target: stop,
          stopLoss: num(inputs, 'sl'),
          takeProfit: num(inputs, 'tp'),
        }),
      )
      const events = walk(fixture, cornersOf(get(inputs, 'next_bar')), STEP)
      expect(fillOf(fixture, events)).toBe(num(expected, 'entry'))
      expect(events).toHaveLength(1)
    }),
  sl_before_tp: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      const [, open = 0, high = 0, low = 0] = (/O(\S+) H(\S+) L(\S+)/.exec(text(inputs, 'note')) ?? []).map(Number)
      const stops = { stopLoss: num(inputs, 'sl'), takeProfit: num(inputs, 'tp') }
      const closed = held(fixture, { side: 'buy', units: 1, ...stops }, 106, [open, high, low])
      expect([fixture.decimal(closed.price), closed.reason]).toEqual([num(expected, 'exit'), 'stop_loss'])
    }),
  stop_entry_and_tp_same_bar: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      fixture.quote(num(inputs, 'bar', 'open'))
      const stops = { stopLoss: num(inputs, 'sl'), takeProfit: num(inputs, 'tp') }
      eventsOf(fixture.place({ side: 'sell', units: 1, target: num(inputs, 'stop'), ...stops }))
      const [opened, closed, ...more] = walk(fixture, cornersOf(get(inputs, 'bar')), STEP)
      expect(opened).toMatchObject({ kind: 'order_opened', price: points(num(inputs, 'stop') * 100) })
      expect(closed).toMatchObject({
        kind: 'order_closed',
        price: points(num(expected, 'exit') * 100),
        reason: 'take_profit',
      })
      expect(more).toEqual([])
    }),
  sl_gap: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      const closed = held(
        fixture,
        { side: 'buy', units: 1, stopLoss: num(inputs, 'sl') },
        102.7,
        cornersOf(get(inputs, 'next_bar')),
      )
      expect([fixture.decimal(closed.price), fixture.decimal(closed.reference ?? points(0))]).toEqual([
        num(expected, 'exit'),
        num(expected, 'recorded_sl'),
      ])
    }),
  sl_hit_entry_day: ({ inputs, expected }) =>
    onFixtures((fixture) => {
      const closed = held(fixture, { side: 'buy', units: 1, stopLoss: num(inputs, 'sl') }, 755, [755, 700])
      expect(fixture.decimal(closed.price)).toBe(num(expected, 'exit'))
    }),
}

/** EURUSD in lots of at least 1,000 units, DE30 of at least 1, as the vectors have it. */
function checkAccepted({ inputs, expected }: Vector, compare: (ours: boolean, theirs: boolean) => void): void {
  const minimum = text(inputs, 'symbol') === 'EURUSD' ? 1000 : 1
  const [qty, market] = [num(inputs, 'qty'), num(inputs, 'market')]
  const target = get(inputs, 'stop') ?? get(inputs, 'limit')
  for (const { create } of ENGINES) {
    // Four decimals: a lot of 100 units.
    const lots = minimum * 100
    const fixture = openFixture(create, {
      decimals: 4,
      deposit: 10_000_000,
      terms: { lotMin: lotUnits(lots), lotStep: lotUnits(lots) },
    })
    fixture.quote(market)
    const terms: OrderTerms = { side: qty > 0 ? 'buy' : 'sell', units: Math.abs(qty) }
    const outcome = fixture.place(typeof target === 'number' ? { ...terms, target } : terms)
    compare(outcome.ok, get(expected, 'accepted') === true)
  }
}

const oneLevelOnly = (key: string) => ({
  reason: `our pending orders have one level, no ${key}`,
  proof: ({ inputs }: Vector) => expect(JSON.stringify(inputs)).toContain(`"${key}"`),
})
const wrongSide = {
  reason:
    'theirs is told limit or stop and refuses the wrong side; ours is called what it is by where the market stands',
  proof: (vector: Vector) => checkAccepted(vector, (ours, theirs) => expect([ours, theirs]).toEqual([true, false])),
}
const tooFar = {
  reason: 'theirs refuses a level further than 50 % from the market, ours waits for it',
  proof: (vector: Vector) => checkAccepted(vector, (ours, theirs) => expect([ours, theirs]).toEqual([true, false])),
}

const differs: Handling['differs'] = {
  'O-007': {
    reason: 'theirs triggers on trades only, ours on quotes',
    proof: (vector) =>
      onFixtures((fixture) => {
        expect(get(vector.expected, 'fill')).toBeNull()
        fixture.quote(290)
        eventsOf(fixture.place({ side: 'buy', units: 100, target: num(vector.inputs, 'stop') }))
        expect(fillOf(fixture, walk(fixture, cornersOf(get(vector.inputs, 'quote_bar')), STEP))).toBe(290.5)
      }),
  },
  'O-019': oneLevelOnly('limit'),
  'O-020': oneLevelOnly('limit'),
  'O-022': oneLevelOnly('trigger'),
  'O-023': oneLevelOnly('trail'),
  'O-025': {
    reason: 'a market order fills now or is refused; theirs waits for the next open',
    proof: () =>
      onFixtures((fixture) =>
        expect(fixture.place({ side: 'buy', units: 1 })).toEqual({ ok: false, reason: 'price_stale' }),
      ),
  },
  'O-032': wrongSide,
  'O-034': {
    reason: 'ours refuses a target at the market',
    proof: (vector) => checkAccepted(vector, (ours, theirs) => expect([ours, theirs]).toEqual([false, true])),
  },
  'O-037': tooFar,
  'O-041': wrongSide,
  'O-043': wrongSide,
  'O-044': tooFar,
  'O-052': oneLevelOnly('limit'),
  'O-054': {
    reason: 'our stop-loss is live from the fill on, theirs from the next bar',
    proof: ({ inputs, expected }) =>
      onFixtures((fixture) => {
        const terms = { side: 'buy' as const, units: 1, target: num(inputs, 'stop'), stopLoss: num(inputs, 'sl') }
        const closed = held(fixture, terms, 755, [755, 760, 700])
        expect(fixture.decimal(closed.price)).toBe(num(inputs, 'sl'))
        different(fixture.decimal(closed.price), num(expected, 'exit'))
      }),
  },
  'O-055': {
    reason: 'our fee is charged once, at the opening, theirs again at the exit',
    proof: ({ inputs, expected }) =>
      onFixtures((fixture) => {
        // Fixed 10 and 1 % of the notional 100 at the entry are 11 in one fee of 11 a lot of 100.
        const [entry, exit, qty] = [num(inputs, 'entry'), num(inputs, 'exit'), num(inputs, 'qty')]
        const fee = num(inputs, 'fixed') + num(inputs, 'rate') * entry * qty
        fixture.quote(entry)
        eventsOf(fixture.place({ side: 'buy', units: qty }))
        fixture.quote(exit)
        eventsOf(fixture.close(1))
        const gross = dollars(fixture.account().balance) - 10_000_000
        expect(gross).toBe(num(expected, 'pnl_gross'))
        different(num(inputs, 'cash') + gross - fee, num(expected, 'equity_final'))
      }),
  },
  'O-056': {
    reason: 'our spread is a count of price steps above the bid, theirs a share of the price',
    proof: ({ inputs, expected }) =>
      onFixtures((fixture) => {
        const [open, spread] = [num(inputs, 'open'), num(inputs, 'spread')]
        fixture.quote(open, Number((open + spread).toFixed(5)))
        const fill = fillOf(fixture, eventsOf(fixture.place({ side: 'buy', units: 1 })))
        different(fill ?? 0, num(expected, 'entry'))
      }),
  },
}

const statistics = 'a statistic over closed trades: the ranking and statistics of a later feature'
const later: Handling['later'] = Object.fromEntries(
  [
    'drawdown_durations',
    'portfolio_stats_full_run',
    'stat_win_rate',
    'stat_expectancy',
    'stat_avg_loser',
    'stat_avg_winner',
    'stat_profit_factor',
    'stat_max_drawdown',
    'stat_sortino',
    'stat_volatility',
    'stat_sharpe',
    'stat_cagr',
    'stat_longest_recovery_days',
    'stat_trade_set',
    'stat_annualised',
    'stat_win_loss_rates',
    'trade_building',
    'trade_building_scale_in',
  ].map((kind) => [kind, statistics]),
)

const file = fileURLToPath(new URL('../../../../../shared/data/vectors/vectors-orders.json', import.meta.url))

describe('order vectors', () => {
  if (!existsSync(file)) test.skip(`skipped: the recordings are not here (${file})`, () => {})
  else runVectors(parseVectors(readFileSync(file, 'utf8')), { agrees, differs, later })
})
