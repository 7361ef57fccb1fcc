/** The positions of all customers together, by instrument, checked by hand, and the books beside them. */

import { customer, fund, openChannels } from '@veritick/testing/customers'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let ben: Caller
let demo: Caller
let risk: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
  demo = await server.person()
  for (const person of [ana, ben]) await fund(server, person, 1000)
  risk = await staffed(server, 'risk')
}, 180_000)
afterAll(() => server.close())

const order = (code: string, type: 1 | 2, cont: string) =>
  ({ forex_id: server.feed.id(code), type, status: 1, cont, multiple: 30 }) as const

test('nothing held is nothing shown; the books hold what customers have', async () => {
  const { data, platform } = await risk.does('exposure', {})
  expect(data).toEqual([])
  expect(platform).toMatchObject({ positions: 0, net_usd: '0.000000', balances: '2000.000000', locked: '0.000000' })
  expect(platform.books.find((each) => each.side === 'cashIn')?.sum).toBe('-2000.000000')
})

test('long and short of all, in lots and USD, with what they have gained; demo apart', async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  server.feed.say('USDJPY', '150.000', '150.010')
  await ana.does('submit', order('EURUSD', 1, '0.10'))
  await ben.does('submit', order('EURUSD', 2, '0.03'))
  await ben.does('submit', order('USDJPY', 2, '0.01'))
  await demo.does('submit', order('EURUSD', 1, '1.00'))
  server.feed.say('EURUSD', '1.08600', '1.08610')
  server.passWallTime(6000)
  const { data, total, platform, kind } = await risk.does('exposure', {})
  expect([total, kind, data.map((row) => row.code)]).toEqual([2, 'real', ['EURUSD', 'USDJPY']])
  expect(data[0]).toMatchObject({
    positions: 2,
    accounts: 2,
    long_lots: '0.1000',
    short_lots: '0.0300',
    net_lots: '0.0700',
    // 10,000 at 1.08600 and 3,000 at 1.08610.
    long_usd: '10860.000000',
    short_usd: '3258.300000',
    net_usd: '7601.700000',
    // 10,000 x 0.00090 - 3,000 x 0.00110
    profit: '5.700000',
    bid: '1.08600',
    ask: '1.08610',
  })
  // 1,000 USD against yen: bought back at 150.010 for yen that are worth 1/150.000 each; rounded up.
  expect(data[1]).toMatchObject({ long_usd: '0.000000', short_usd: '1000.066667', net_usd: '-1000.066667' })
  expect(platform).toMatchObject({
    positions: 3,
    long_usd: '10860.000000',
    short_usd: '4258.366667',
    net_usd: '6601.633333',
  })
  const sum = platform.books.reduce((all, each) => all + BigInt(each.sum.replace('.', '')), 0n)
  expect(sum).toBe(0n)
  const shown = await risk.does('exposure', { kind: 'demo' })
  expect(shown.data).toMatchObject([{ long_lots: '1.0000', short_lots: '0.0000', positions: 1 }])
})

test('many requests at once are one reading, and only roles with the permission get it', async () => {
  const looks = await Promise.all(Array.from({ length: 20 }, () => risk.does('exposure', {})))
  expect(new Set(looks.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(await risk.reason('exposure', { kind: 'both' })).toBe('parameter_not_allowed')
  for (const role of ['support', 'compliance', 'content', 'admin'] as const) {
    expect(await (await staffed(server, role)).reason('exposure', {}), role).toBe('not_permitted')
  }
})
