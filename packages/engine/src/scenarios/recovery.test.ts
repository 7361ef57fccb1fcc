/**
 * After a stop: what an engine knows again from a snapshot or from its events, and what it must be told anew. Prices
 * named by events keep positions valued; nothing can be traded on them.
 */
import { accountId, millis, points } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import type { Engine, Outcome } from '../engine.ts'
import { ENGINES } from './engines.ts'
import { market, person, quote, rollover } from './people.ts'
import { termsOf } from './terms.ts'
import { applyCommand, newWorld, showUsd, type World } from './world.ts'

const ana = person('Ana', 1, 'demo')
const zoe = person('Zoe', 8, 'demo')

const WAYS: readonly { way: string; again: (world: World, create: () => Engine) => Engine }[] = [
  {
    way: 'from a snapshot',
    again: ({ engine }, create) => {
      const loaded = create()
      loaded.load(engine.durable())
      return loaded
    },
  },
  {
    way: 'from its events',
    again: ({ events }, create) => {
      const replayed = create()
      for (const event of events) replayed.evolve(event)
      return replayed
    },
  },
  {
    way: 'from a snapshot loaded over another life',
    again: ({ engine }, create) => {
      const used = newWorld(create(), [ana, person('Zoe', 7, 'demo')])
      quote('EURUSD', '1.50000', '1.50010')(used)
      ana.buys('1.00', 'EURUSD')(used)
      used.engine.load(engine.durable())
      return used.engine
    },
  },
]

describe.each(ENGINES)('$name', ({ create }) => {
  describe.each(WAYS)('$way', ({ again }) => {
    /** Ana holds EURUSD and EURJPY and waits for FREE; then quotes move on, and the process stops. */
    function restarted(): World {
      const world = newWorld(create(), [ana])
      for (const action of [
        quote('EURUSD', '1.08500', '1.08510'),
        quote('USDJPY', '150.000', '150.010'),
        quote('EURJPY', '162.500', '162.520'),
        quote('FREE', '1.10000', '1.10010'),
        ana.buys('0.10', 'EURUSD', { stopLoss: '1.08000' }),
        ana.buys('0.10', 'EURJPY'),
        ana.buys('0.10', 'FREE', { target: '1.09000' }),
        quote('EURUSD', '1.09000', '1.09010'),
        quote('USDJPY', '155.000', '155.010'),
      ]) {
        expect(action(world).ok).toBe(true)
      }
      return { ...world, engine: again(world, create) }
    }

    test('the state is the same, byte for byte', () => {
      const world = newWorld(create(), [ana])
      quote('EURUSD', '1.08500', '1.08510')(world)
      ana.buys('0.10', 'EURUSD')(world)
      expect(again(world, create).stateBytes()).toEqual(world.engine.stateBytes())
    })

    test('positions are valued at the prices and rates that their events named', () => {
      const { engine } = restarted()
      // EURUSD at 1.08500, EURJPY at 162.500 with 150.000: what came later was never written down.
      expect(engine.order(1)).toMatchObject({ closePrice: points(108_500), profit: -1_000_000 })
      expect(engine.order(2)).toMatchObject({ closePrice: points(162_500), profit: -1_333_333 })
      expect(engine.order(2)?.conversion).toEqual({ numerator: 1000, denominator: 150_000, instrument: 3, seq: 1 })
      expect(showUsd(engine.account(accountId(1))?.equity ?? 0)).toBe('99996.266667')
      expect(engine.account(accountId(1))).toMatchObject({ holdings: 2, pendings: 1 })
    })

    test('every market is closed until it is said to be open, and stale until it is quoted', () => {
      const world = restarted()
      expect(world.engine.market(termsOf('EURUSD').id)).toMatchObject({
        status: 'closed',
        quote: { seq: 1, bid: points(108_500) },
      })
      expect(ana.closes(1)(world)).toEqual({ ok: false, reason: 'market_closed' })
      market('EURUSD', 'open')(world)
      expect(ana.closes(1)(world)).toEqual({ ok: false, reason: 'price_stale' })
      expect(ana.buys('0.10', 'EURUSD')(world)).toEqual({ ok: false, reason: 'price_stale' })
      expect(ana.sets('EURUSD', { stopLoss: '1.08500' }, 1)(world)).toEqual({
        ok: false,
        reason: 'stop_loss_wrong_side',
      })
      expect(ana.sets('EURUSD', { stopLoss: '1.08499' }, 1)(world).ok).toBe(true)
      quote('EURUSD', '1.08600', '1.08610')(world)
      expect(ana.closes(1)(world)).toMatchObject({ ok: true, events: [{ kind: 'order_closed', profit: 9_000_000 }] })
    })

    test('the first quotes trigger what waited: a stop-loss at once, an entry after each price of its account', () => {
      const world = restarted()
      for (const code of ['EURUSD', 'USDJPY', 'EURJPY', 'FREE']) market(code, 'open')(world)
      expect(quote('EURUSD', '1.07900', '1.07910')(world)).toMatchObject({
        ok: true,
        events: [{ kind: 'order_closed', reason: 'stop_loss' }],
      })
      // EURJPY, which the account still holds, has no price yet: the target is reached and nothing opens.
      for (const ask of ['1.09000', '1.08990']) {
        expect(quote('FREE', '1.08980', ask)(world)).toEqual({ ok: true, events: [] })
      }
      quote('EURJPY', '162.500', '162.520')(world)
      expect(quote('FREE', '1.08980', '1.09000')(world)).toEqual({ ok: true, events: [] })
      quote('USDJPY', '150.000', '150.010')(world)
      expect(quote('FREE', '1.09010', '1.09020')(world)).toEqual({ ok: true, events: [] })
      expect(quote('FREE', '1.08980', '1.08990')(world)).toMatchObject({
        ok: true,
        events: [{ kind: 'order_opened', order: 3, pending: true, price: points(108_990) }],
      })
    })

    test('an account opens nothing before each of its prices was quoted again; it can close and cancel', () => {
      const world = restarted()
      const stale = { ok: false, reason: 'price_stale' }
      for (const code of ['EURUSD', 'USDJPY', 'EURJPY', 'FREE']) market(code, 'open')(world)
      for (const [code, bid, ask] of [
        ['EURUSD', '1.08500', '1.08510'],
        ['FREE', '1.10000', '1.10010'],
      ] as const) {
        quote(code, bid, ask)(world)
      }
      const openings = [
        ana.buys('0.10', 'FREE'),
        ana.buys('0.10', 'FREE', { target: '1.08000' }),
        ana.amends('FREE', { target: '1.08000' }, 3),
        ana.reverses(1),
      ]
      for (const opens of openings) expect(opens(world)).toEqual(stale)
      quote('EURJPY', '162.500', '162.520')(world)
      for (const opens of openings) expect(opens(world)).toEqual(stale)
      expect(ana.closesPart('0.05', 1)(world).ok).toBe(true)
      quote('USDJPY', '150.000', '150.010')(world)
      for (const opens of openings) expect(opens(world).ok).toBe(true)
      expect(ana.cancels(3)(restarted()).ok).toBe(true)
    })

    test('a rate has to be quoted before an order trades on it', () => {
      const world = restarted()
      market('EURJPY', 'open')(world)
      quote('EURJPY', '163.000', '163.020')(world)
      expect(world.engine.order(2)?.profit).toBe(32_000_000)
      expect(ana.closes(2)(world)).toEqual({ ok: false, reason: 'conversion_missing' })
      expect(zoe.opens()(world).ok).toBe(true)
      expect(zoe.buys('0.10', 'EURJPY')(world)).toEqual({ ok: false, reason: 'conversion_missing' })
      quote('USDJPY', '160.000', '160.010')(world)
      expect(ana.closes(2)(world)).toMatchObject({ ok: true, events: [{ kind: 'order_closed', profit: 30_000_000 }] })
    })

    test('no account is warned or stopped out before each of its prices was quoted again', () => {
      const world = newWorld(create(), [person('Bob', 2, 'real')])
      const bob = person('Bob', 2, 'real')
      for (const action of [
        bob.gets('2500.00'),
        quote('EURUSD', '1.10000', '1.10010'),
        quote('FREE', '1.10000', '1.10010'),
        bob.buys('1.00', 'FREE'),
        bob.buys('1.00', 'EURUSD'),
      ]) {
        expect(action(world).ok).toBe(true)
      }
      const after = { ...world, engine: again(world, create) }
      for (const code of ['EURUSD', 'FREE']) market(code, 'open')(after)
      const kinds = (outcome: Outcome) => outcome.ok && outcome.events.map((event) => event.kind)
      // FREE still counts at 1.10000 of before the stop: EURUSD alone says nothing about the account.
      expect(kinds(quote('EURUSD', '1.08500', '1.08510')(after))).toEqual([])
      expect(kinds(quote('EURUSD', '1.08400', '1.08410')(after))).toEqual([])
      // FREE has risen meanwhile: nothing was ever wrong.
      expect(kinds(quote('FREE', '1.12000', '1.12010')(after))).toEqual([])
      expect(kinds(quote('FREE', '1.10000', '1.10010')(after))).toEqual([
        'margin_notice',
        'margin_notice',
        'stopped_out',
        'order_closed',
      ])
      expect(after.engine.account(accountId(2))).toMatchObject({ holdings: 1 })
    })

    test('its own stop-loss does not wait for the other prices of an account', () => {
      const world = restarted()
      market('EURUSD', 'open')(world)
      expect(quote('EURUSD', '1.07900', '1.07910')(world)).toMatchObject({
        ok: true,
        events: [{ reason: 'stop_loss' }],
      })
    })

    test('a rate has to be heard again before the account that needs it is checked', () => {
      const bob = person('Bob', 2, 'real')
      const world = newWorld(create(), [bob])
      for (const action of [
        bob.gets('1200.00'),
        quote('USDJPY', '150.000', '150.010'),
        quote('EURJPY', '162.500', '162.520'),
        bob.buys('1.00', 'EURJPY'),
      ]) {
        expect(action(world).ok).toBe(true)
      }
      const after = { ...world, engine: again(world, create) }
      for (const code of ['USDJPY', 'EURJPY']) market(code, 'open')(after)
      expect(quote('EURJPY', '161.000', '161.020')(after)).toEqual({ ok: true, events: [] })
      expect(quote('USDJPY', '150.000', '150.010')(after)).toMatchObject({
        ok: true,
        events: [
          { kind: 'margin_notice', level: 100 },
          { kind: 'margin_notice', level: 75 },
          { kind: 'stopped_out' },
          { kind: 'order_closed' },
        ],
      })
    })

    test('17:00 in between is financed at the last prices known', () => {
      const world = restarted()
      const outcome = rollover()({ ...world, now: millis(world.now + 1) })
      expect(
        outcome.ok &&
          outcome.events.map((event) => (event.kind === 'order_financed' ? [event.order, event.amount] : event.kind)),
      ).toEqual([[1, -1_085_000], [2, -1_083_333], 'rollover_done'])
    })

    // Nothing tells whether the price was held or stale when the session ended.
    test('money of an account with a position leaves once its instrument was open again', () => {
      const rea = person('Rea', 9, 'real')
      const world = newWorld(create(), [rea])
      for (const action of [
        rea.gets('3000.00'),
        quote('EURUSD', '1.08500', '1.08510'),
        rea.buys('0.10', 'EURUSD'),
        market('EURUSD', 'closed'),
      ])
        expect(action(world).ok).toBe(true)
      const after = { ...world, engine: again(world, create) }
      const reference = '77'.repeat(16)
      expect(rea.withdraws('1.00', reference)(after)).toEqual({ ok: false, reason: 'price_stale' })
      for (const status of ['open', 'closed'] as const) market('EURUSD', status)(after)
      expect(rea.withdraws('1.00', reference)(after).ok).toBe(true)
    })

    test('a quote may be told again, never an older one', () => {
      const world = restarted()
      const instrument = termsOf('EURUSD').id
      const told = (seq: number) => () =>
        applyCommand(world, {
          kind: 'quote',
          at: world.now,
          instrument,
          seq,
          bid: points(108_500),
          ask: points(108_510),
        })
      expect(told(0)).toThrow('does not rise')
      expect(told(1)).not.toThrow()
      expect(told(1)).toThrow('does not rise')
      expect(told(5)).not.toThrow()
      expect(told(4)).toThrow('does not rise')
    })
  })
})
