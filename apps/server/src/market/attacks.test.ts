/**
 * Attacks on the first version, through the real server: a customer who sees the feed trades against a price that the
 * feed has left, or places orders where a wrong quote will hit them. Each day plays the rows of the feed and reads the
 * account afterwards.
 */
import type { CallInput } from '@veritick/contract'
import { firstOf, furtherTest } from '@veritick/testing/quick'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const EURUSD = 1
const [BID, ASK] = [108_500, 108_510]

let server: TestServer
let ana: Caller
/** Seconds of the feed so far. */
let second = 0

beforeEach(async () => {
  server = await openTestServer({ checked: true })
  ana = await server.person()
  second = 0
  calm(30)
})
afterEach(() => server.close())

const row = (bid: number, ask = bid + 10) => server.feed.row('EURUSD', ++second * 1_000, [bid, ask])
/** So many seconds of a quiet market. */
const calm = (seconds: number) => {
  for (let index = 0; index < seconds; index++) row(BID + (index % 3))
  row(BID)
}
/** So many seconds in which only another instrument is quoted. */
const passes = (seconds: number) => {
  for (let passed = 1; passed <= seconds; passed++)
    server.feed.row('GBPUSD', (second + passed) * 1_000, [127_000, 127_013])
  second += seconds
}
const order = (more: Partial<CallInput<'submit'>> = {}): CallInput<'submit'> => ({
  forex_id: EURUSD,
  type: 1,
  status: 1,
  cont: '1.00',
  multiple: 30,
  ...more,
})
const orders = async (status: 0 | 1 | 3) => (await ana.does('myDeal', { status })).data

describe('no order is filled at a price that the feed has left', () => {
  furtherTest(
    'a second line with another spread, 200 points away: a trader on each row gets two trips at most',
    async () => {
      const closed = async () => {
        const reasons = await Promise.all((await orders(1)).map(({ Id }) => ana.reason('close', { id: Id })))
        return reasons.filter((reason) => reason === 'good').length
      }
      let trips = 0
      for (let index = 0; index < 20; index++) {
        row(BID - 200, BID - 175)
        await ana.asks('submit', order({ cont: '20.00' }))
        row(BID + (index % 3))
        trips += await closed()
      }
      calm(130)
      trips += await closed()
      expect(await orders(1)).toEqual([])
      expect(trips).toBeLessThanOrEqual(2)
    },
  )

  test('in a rise of 0.3 % a second: what fills, fills at the newest quote', async () => {
    let bid = BID
    for (let step = 0; step < 13; step++) {
      bid = Math.round(bid * 1.003)
      row(bid)
      const answered = await ana.asks('submit', order({ cont: '0.50' }))
      if (answered.reason !== undefined) expect(answered.reason).toBe('price_unconfirmed')
      else expect(answered.data).toMatchObject({ Price: ((bid + 10) / 100_000).toFixed(5) })
    }
    const held = await orders(1)
    expect(held.length).toBeGreaterThan(2)
    expect(held.length).toBeLessThan(6)
  })

  test('one gap of 1 %: neither order nor close at the old price, and a trader learns that it is being confirmed', async () => {
    const short = await ana.does('submit', order({ type: 2 }))
    row(BID + 1_085)
    expect(await ana.reason('submit', order())).toBe('price_unconfirmed')
    expect(await ana.reason('close', { id: short.Id })).toBe('price_unconfirmed')
    const [item] = (await server.visitor.does('tradeList', {})).filter((each) => each.Code === 'EURUSD')
    expect(item).toMatchObject({ MarketStatus: 0, Held: true, Stale: false })
    row(BID + 1_080)
    expect(await ana.does('submit', order())).toMatchObject({ Price: '1.09590' })
  })

  test('an order refused while held can be sent again under its key', async () => {
    row(BID + 1_085)
    const key = { 'idempotency-key': 'the same tap' }
    expect((await ana.asks('submit', order(), key)).reason).toBe('price_unconfirmed')
    row(BID + 1_080)
    expect((await ana.asks('submit', order(), key)).code).toBe(1)
  })

  test('an instrument that is silent while others tick is refused after ten seconds, closes too', async () => {
    const long = await ana.does('submit', order({ cont: '10.00' }))
    passes(280)
    expect(await ana.reason('close', { id: long.Id })).toBe('price_stale')
    expect(await ana.reason('submit', order({ cont: '10.00' }))).toBe('price_stale')
    row(BID - 5)
    expect(await ana.does('close', { id: long.Id })).toMatchObject({ CloseQuote: { bid: '1.08495' } })
  })

  furtherTest('an instrument that was silent once before is refused after ten seconds all the same', async () => {
    passes(100)
    row(BID)
    row(BID + 1)
    const long = await ana.does('submit', order({ cont: '10.00' }))
    passes(60)
    expect(await ana.reason('close', { id: long.Id })).toBe('price_stale')
  })

  furtherTest('a customer cannot trade in silences of 99 s that come once in eighty rows', async () => {
    const reasons: string[] = []
    for (let silence = 0; silence < 8; silence++) {
      calm(80)
      passes(90)
      reasons.push(await ana.reason('submit', order()))
      passes(8)
    }
    expect(reasons).toEqual(Array.from({ length: 8 }, () => 'price_stale'))
  })

  furtherTest('a customer trades an instrument whose pace slows once that is known, not after it ends', async () => {
    const slow = (rows: number) => {
      for (let index = 0; index < rows; index++) {
        passes(29)
        row(BID + (index % 3))
      }
      passes(25)
    }
    calm(120)
    slow(5)
    expect(await ana.reason('submit', order())).toBe('price_stale')
    passes(4)
    slow(7)
    expect(await ana.reason('submit', order())).toBe('good')
    passes(60)
    expect(await ana.reason('submit', order())).toBe('good')
    passes(10)
    expect(await ana.reason('submit', order())).toBe('price_stale')
  })

  test('crossed rows are no sign of life of their instrument', async () => {
    const long = await ana.does('submit', order())
    for (let passed = 0; passed < 138; passed++) row(BID, BID - 1)
    expect(await ana.reason('close', { id: long.Id })).toBe('price_stale')
    expect(server.context.market.stats().quality.crossed).toBe(138)
  })
})

describe('no wrong quote fills an order', () => {
  /**
   * A long with take-profit above, a short with stop-loss above, a sell limit and a buy stop above; and their mirror
   * image below.
   */
  async function traps(distance: number): Promise<void> {
    const above = { target_profit_price: price(BID + distance), stop_loss_price: '0' }
    const below = { stop_loss_price: price(BID - distance), target_profit_price: '0' }
    await ana.does('submit', order({ cont: '0.10', ...above }))
    await ana.does('submit', order({ cont: '0.10', ...below }))
    await ana.does(
      'submit',
      order({ cont: '0.10', type: 2, stop_loss_price: price(ASK + distance), target_profit_price: '0' }),
    )
    await ana.does(
      'submit',
      order({ cont: '0.10', type: 2, target_profit_price: price(ASK - distance), stop_loss_price: '0' }),
    )
    for (const [type, target] of [
      [2, BID + distance],
      [1, ASK + distance],
      [1, ASK - distance],
      [2, BID - distance],
    ] as const) {
      await ana.does('submit', order({ cont: '0.10', status: 0, type, target_price: price(target) }))
    }
  }
  const price = (points: number) => (points / 100_000).toFixed(5)

  async function nothingHappened(): Promise<void> {
    calm(5)
    expect((await orders(1)).length).toBe(4)
    expect((await orders(0)).length).toBe(4)
    expect(await orders(3)).toEqual([])
  }

  test.each(
    firstOf(1, [
      ['up', 900],
      ['down', -900],
    ] as const),
  )('one spike %s, written twice', async (_, move) => {
    await traps(300)
    row(BID + move)
    second -= 1
    row(BID + move)
    await nothingHappened()
  })

  test.each(firstOf(1, [900, -900]))(
    'a spike of %i, sent once more when the source is back after a minute',
    async (move) => {
      await traps(300)
      row(BID + move)
      second += 60
      row(BID + move)
      await nothingHappened()
    },
  )

  furtherTest('spikes up and down in turn', async () => {
    await traps(300)
    for (let index = 0; index < 8; index++) row(BID + (index % 2 === 0 ? 900 : -900))
    await nothingHappened()
  })

  test('one quote with a spread of 22 times the usual one, its bid unchanged', async () => {
    await traps(150)
    row(BID, BID + 220)
    await nothingHappened()
  })

  test('one from the future, and one that comes an hour late', async () => {
    await traps(100)
    server.feed.row('GBPUSD', second * 1_000 + 500, [127_000, 127_013])
    const [late, ahead] = [second - 3_600, second + 3_600].map((each) => each * 1_000)
    server.feed.late('EURUSD', late ?? 0, [BID + 150, ASK + 150])
    server.feed.late('EURUSD', ahead ?? 0, [BID + 150, ASK + 150])
    await nothingHappened()
  })

  test.each(
    firstOf(1, [
      ['in another unit', 900_000_000],
      ['of almost nothing', 2],
    ] as const),
  )('a price %s, said again and again: it is refused, and the process goes on', async (_, broken) => {
    await ana.does('submit', order({ cont: '25.00' }))
    for (let index = 0; index < 5; index++) row(broken + index)
    expect(await ana.reason('submit', order())).toBe('price_unconfirmed')
    row(BID + 5)
    expect(await ana.does('submit', order({ cont: '0.10' }))).toMatchObject({ Price: price(ASK + 5) })
    expect(await orders(3)).toEqual([])
  })
})
