/** Favourites follow the customer to every device, and only the customer. */
import { customer } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
let ben: Caller

beforeAll(async () => {
  server = await openTestServer()
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
})
afterAll(() => server.close())

test('none at first, then the order of the customer, each code once', async () => {
  expect(await ana.does('favouriteList', {})).toEqual({ codes: [] })
  const set = { codes: 'XAUUSD EURUSD XAUUSD GONE.X' }
  expect(await ana.does('favouriteSet', set)).toEqual({ codes: ['XAUUSD', 'EURUSD', 'GONE.X'] })
  expect(await ana.does('favouriteSet', set)).toEqual({ codes: ['XAUUSD', 'EURUSD', 'GONE.X'] })
  expect(await ana.does('favouriteList', {})).toEqual({ codes: ['XAUUSD', 'EURUSD', 'GONE.X'] })
  expect(await ben.does('favouriteList', {})).toEqual({ codes: [] })
})

test('the last call counts, and an empty list is one', async () => {
  await ana.does('favouriteSet', { codes: 'AAPL' })
  await ana.does('favouriteSet', { codes: '' })
  expect(await ana.does('favouriteList', {})).toEqual({ codes: [] })
})

test('a repeated request changes nothing more', async () => {
  const key = { 'idempotency-key': 'favourites-1' }
  for (const _ of ['sent', 'sent again'])
    expect((await ben.asks('favouriteSet', { codes: 'EURUSD' }, key)).data).toEqual({ codes: ['EURUSD'] })
  expect(await ben.does('favouriteList', {})).toEqual({ codes: ['EURUSD'] })
})

test.each([
  [{}, 'parameter_missing'],
  [{ codes: 7 }, 'parameter_wrong_type'],
  [{ codes: ['EURUSD'] }, 'parameter_wrong_type'],
  [{ codes: 'EURUSD,GBPUSD' }, 'parameter_not_allowed'],
  [{ codes: ' EURUSD' }, 'parameter_not_allowed'],
  [{ codes: '<script>' }, 'parameter_not_allowed'],
  [{ codes: Array.from({ length: 501 }, (_, index) => `I${index}`).join(' ') }, 'parameter_not_allowed'],
  [{ codes: 'x'.repeat(13_000) }, 'parameter_too_long'],
])('%.60j is refused and changes nothing', async (params, reason) => {
  const before = await ben.does('favouriteList', {})
  expect((await ben.asks('favouriteSet', params)).reason).toBe(reason)
  expect(await ben.does('favouriteList', {})).toEqual(before)
})

test('a visitor has none', async () => {
  expect((await server.visitor.asks('favouriteList', {})).reason).toBe('session_missing')
})
