/** An attacker withdrew the loss of a position whose price waited, and cancelled the withdrawal afterwards. */
import { bindTron, openChannels, provesDraw, richCustomer } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BID = 108_500
const CRASHED = 99_820
let server: TestServer
let ana: Caller
let payee: number
let second = 0

beforeAll(async () => {
  server = await openTestServer({ checked: true })
  for (let index = 0; index < 60; index++) row(BID + (index % 3))
  await openChannels(server, { draw_max_day_usd: '100000.000000' })
  ana = await richCustomer(server, 'ana', 10_000)
  payee = await bindTron(server, ana, 'ana')
})
afterAll(() => server.close())

const row = (bid: number) => server.feed.row('EURUSD', ++second * 1_000, [bid, bid + 10])

test('a withdrawal is refused while a position has no confirmed price, and its key can be used again', async () => {
  const order = { forex_id: 1, type: 1, status: 1, cont: '0.80', multiple: 30 } as const
  await ana.does('submit', order)
  const wanted = { draw_currency_id: 1, draw_method_id: payee, number: '7000' }
  const small = { ...wanted, number: '100' }
  const again = { 'idempotency-key': 'one withdrawal' }
  row(CRASHED)
  await provesDraw(server, ana, wanted)
  expect(await ana.reason('draw', wanted)).toBe('price_unconfirmed')
  await provesDraw(server, ana, small)
  expect((await ana.asks('draw', small, again)).reason).toBe('price_unconfirmed')
  server.feed.wait(30_000)
  second += 30
  expect((await ana.asks('draw', small, again)).reason).toBe('price_stale')
  expect(await ana.does('forexDetail', {})).toMatchObject({ lock_balance: '0.000000' })
  row(CRASHED - 3)
  await provesDraw(server, ana, wanted)
  expect(await ana.reason('draw', wanted)).toBe('margin_not_enough')
  await provesDraw(server, ana, small)
  expect((await ana.asks('draw', small, again)).reason).toBeUndefined()
  expect(await ana.does('forexDetail', {})).toMatchObject({ lock_balance: '100.000000' })
})

/** 16:58 New York, in seconds from the start of the feed at 15:00 UTC. The session opens again seven minutes later. */
const CLOSE = 6 * 3_600 + 58 * 60

// The engine knew 10,000 USD by the last rate of the afternoon, and a tenth of it was left by the price that was shown.
test('what is stale when its session ends pays no withdrawal in the break', async () => {
  const real = await openTestServer({ checked: true, config: { sessions: 'real' } })
  const row = (code: string, seconds: number, bid: number) =>
    real.feed.row(code, seconds * 1_000, [bid + (seconds % 3), bid + (seconds % 3) + 10])
  const both = (from: number, bid: number) => {
    for (let seconds = from; seconds < from + 60; seconds++) {
      row('USDJPY', seconds, 150_000)
      row('EURJPY', seconds, bid)
    }
  }
  both(0, 160_000)
  await openChannels(real, { draw_max_day_usd: '100000.000000' })
  const eve = await richCustomer(real, 'eve', 10_000)
  const wanted = { draw_currency_id: 1, draw_method_id: await bindTron(real, eve, 'eve'), number: '1000' }
  const draws = async () => {
    await provesDraw(real, eve, wanted)
    return eve.reason('draw', wanted)
  }
  await eve.does('submit', { forex_id: real.feed.id('EURJPY'), type: 1, status: 1, cont: '0.90', multiple: 30 })
  // The source is silent about the rate alone.
  for (let seconds = CLOSE - 60; seconds < CLOSE; seconds++) row('EURJPY', seconds, 144_400)
  expect(await draws()).toBe('price_stale')
  row('EURJPY', CLOSE + 30, 144_400)
  expect(await draws()).toBe('price_stale')
  both(CLOSE + 420, 144_400)
  expect(await draws()).toBe('balance_not_enough')
  await real.close()
})
