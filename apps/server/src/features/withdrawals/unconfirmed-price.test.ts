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
