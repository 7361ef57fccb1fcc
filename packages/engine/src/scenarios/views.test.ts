/** The views of an engine: each figure of an order, an account and a market as people see it. */
import { accountId, points } from '@veritick/domain'
import { expect, test } from 'vitest'
import { ENGINES } from './engines.ts'
import { feeType, market, person, quote, rollover } from './people.ts'
import { termsOf } from './terms.ts'
import { clock, lots, newWorld, usd, type World } from './world.ts'

const ana = person('Ana', 1, 'demo')
const bob = person('Bob', 2, 'real')

test.each(ENGINES)('an order from its placement to its end ($name)', ({ create }) => {
  const world = newWorld(create(), [ana, bob])
  const { engine } = world
  const live = (time: string, action: (world: World) => { ok: boolean }) => {
    world.now = clock(time)
    expect(action(world).ok).toBe(true)
  }
  live('09:00', quote('USDJPY', '150.000', '150.010'))
  live('09:00', quote('EURJPY', '162.500', '162.520'))
  live(
    '09:01',
    ana.buys('0.10', 'EURJPY', { target: '162.000', stopLoss: '161.000', takeProfit: '163.000', leverage: 20 }),
  )
  const placed = {
    order: 1,
    account: 1,
    instrument: termsOf('EURJPY').id,
    side: 'buy',
    lots: lots('0.10'),
    leverage: 20,
    stopLoss: points(161_000),
    takeProfit: points(163_000),
    placedAt: clock('09:01'),
  }
  expect(engine.order(1)).toEqual({
    ...placed,
    status: 'pending',
    pending: 'limit',
    price: points(162_000),
    margin: 0,
    fee: 0,
    swap: 0,
    openedAt: undefined,
    openQuote: undefined,
    openConversion: undefined,
    wasPending: false,
    openReference: undefined,
    closePrice: undefined,
    profit: undefined,
    conversion: undefined,
  })

  live('09:05', quote('EURJPY', '161.980', '161.990'))
  live('09:06', quote('USDJPY', '151.000', '151.010'))
  live('09:07', quote('EURJPY', '162.100', '162.110'))
  live('17:00', rollover({ forex: 3 }))
  const opened = { numerator: 1000, denominator: 150_000, instrument: termsOf('USDJPY').id, seq: 1 }
  expect(engine.order(1)).toEqual({
    ...placed,
    status: 'holding',
    pending: 'limit',
    price: points(161_990),
    margin: usd('540.00'),
    fee: usd('0.70'),
    // 10,000 x 162.100 / 151.000 x 3.6 % / 360 x 3
    swap: usd('-3.220530'),
    openedAt: clock('09:05'),
    openQuote: { seq: 2, bid: points(161_980), ask: points(161_990), time: clock('09:05') },
    openConversion: opened,
    wasPending: true,
    openReference: points(162_000),
    closePrice: points(162_100),
    profit: usd('7.284768'),
    conversion: { ...opened, denominator: 151_000, seq: 2 },
  })
  expect(engine.lastRollover()).toBe(clock('17:00'))

  live('17:10', ana.closes(1))
  expect(engine.order(1)).toBeUndefined()
})

test.each(ENGINES)(
  'lists are newest first, accounts in their order, the unknown is undefined ($name)',
  ({ create }) => {
    const world = newWorld(create(), [bob, ana])
    const { engine } = world
    for (const action of [
      quote('FREE', '1.10000', '1.10010'),
      ana.buys('0.10', 'FREE'),
      ana.buys('0.10', 'FREE', { target: '1.00000' }),
      ana.sells('0.10', 'FREE'),
      ana.buys('0.10', 'FREE', { target: '1.00010' }),
    ]) {
      expect(action(world).ok).toBe(true)
    }
    expect(engine.orders(accountId(1), 'holding').map((order) => order.order)).toEqual([3, 1])
    expect(engine.orders(accountId(1), 'pending').map((order) => order.order)).toEqual([4, 2])
    const page = (offset: number, limit: number) =>
      engine.orders(accountId(1), 'pending', { offset, limit }).map((order) => order.order)
    expect([page(0, 1), page(1, 1), page(1, 9), page(2, 1), page(0, 0)]).toEqual([[4], [2], [2], [], []])
    expect(engine.orders(accountId(2), 'holding')).toEqual([])
    expect(engine.orders(accountId(99), 'pending')).toEqual([])
    expect([...engine.accounts()]).toEqual([1, 2])
    expect(engine.account(accountId(1))).toEqual({
      account: 1,
      accountKind: 'demo',
      frozen: false,
      balance: usd('100000.00'),
      locked: 0,
      profit: usd('-2.00'),
      equity: usd('99998.00'),
      marginUsed: usd('220.00'),
      marginFree: usd('99778.00'),
      holdings: 2,
      pendings: 2,
      traded: 0,
      transfers: 0,
    })
    expect([engine.account(accountId(99)), engine.order(99), engine.market(99), engine.lastRollover()]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  },
)

test.each(ENGINES)('exposures add up what all accounts of a kind hold, by instrument ($name)', ({ create }) => {
  const dan = person('Dan', 3, 'demo')
  const eve = person('Eve', 5, 'real')
  const world = newWorld(create(), [ana, dan, eve])
  const { engine } = world
  expect(engine.exposures('demo')).toEqual([])
  for (const action of [
    quote('FREE', '1.10000', '1.10010'),
    quote('USDJPY', '150.000', '150.010'),
    quote('EURJPY', '162.000', '162.010'),
    ana.buys('0.10', 'FREE'),
    ana.sells('0.30', 'FREE'),
    ana.buys('0.20', 'FREE', { target: '1.00000' }),
    dan.buys('0.20', 'FREE'),
    dan.buys('0.10', 'EURJPY', { leverage: 20 }),
    eve.gets('1000.00'),
    eve.sells('0.10', 'FREE'),
    quote('FREE', '1.10100', '1.10110'),
  ]) {
    expect(action(world).ok).toBe(true)
  }
  const sumOf = (ids: readonly number[], instrument: number) =>
    ids
      .flatMap((id) => engine.orders(accountId(id), 'holding'))
      .reduce((sum, each) => sum + (each.instrument === instrument ? (each.profit ?? 0) : 0), 0)
  const [free, cross] = [termsOf('FREE').id, termsOf('EURJPY').id]
  expect(engine.exposures('demo')).toEqual(
    [
      {
        instrument: free,
        positions: 3,
        accounts: 2,
        longLots: 3000n,
        shortLots: 3000n,
        profit: BigInt(sumOf([1, 3], free)),
      },
      {
        instrument: cross,
        positions: 1,
        accounts: 1,
        longLots: 1000n,
        shortLots: 0n,
        profit: BigInt(sumOf([1, 3], cross)),
      },
    ].sort((a, b) => a.instrument - b.instrument),
  )
  // Sold at 1.10000, to be bought back at 1.10110: 0.10 lots lose 11 USD.
  const short = { instrument: free, positions: 1, accounts: 1, longLots: 0n, shortLots: 1000n, profit: -11_000_000n }
  expect(engine.exposures('real')).toEqual([short])
  eve.closes(engine.orders(accountId(5), 'holding')[0]?.order ?? 0)(world)
  expect(engine.exposures('real')).toEqual([])
})

test.each(ENGINES)('a market shows its terms, its status, its last quote and its rate ($name)', ({ create }) => {
  const world = newWorld(create(), [])
  const { engine } = world
  const id = termsOf('EURJPY').id
  expect(engine.market(id)).toEqual({
    terms: termsOf('EURJPY'),
    status: 'open',
    quote: undefined,
    conversion: undefined,
  })
  quote('EURJPY', '162.500', '162.520')(world)
  quote('USDJPY', '150.000', '150.010')(world)
  market('EURJPY', 'stale')(world)
  expect(engine.market(id)).toEqual({
    terms: termsOf('EURJPY'),
    status: 'stale',
    quote: { seq: 1, bid: points(162_500), ask: points(162_520), time: world.now },
    conversion: { numerator: 1000, denominator: 150_000, instrument: termsOf('USDJPY').id, seq: 1 },
  })
  expect(engine.market(termsOf('FREE').id)?.conversion).toEqual({ numerator: 1, denominator: 1, instrument: 0, seq: 0 })
  expect(engine.market(termsOf('EURNOK').id)?.conversion).toBeUndefined()
  expect(engine.feeType()).toBe(1)
  feeType(2)(world)
  expect(engine.feeType()).toBe(2)
})
