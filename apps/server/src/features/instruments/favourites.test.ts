/** Favourites follow the customer to every device, and only the customer. */
import { setTimeout as pause } from 'node:timers/promises'
import { customer } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../../services/rate-limits/index.ts'

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

test('a customer changes them so often in a minute, and another one as often', async () => {
  const set = (who: Caller, index: number) => who.asks('favouriteSet', { codes: `I${index}` })
  const sent = async (who: Caller, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, (_, index) => set(who, index)))
    return answers.filter(({ code }) => code === 1).length
  }
  server.passTime(LIMITS.favourites.millis)
  expect(await sent(ana, LIMITS.favourites.max + 5)).toBe(LIMITS.favourites.max)
  expect((await set(ana, 99)).reason).toBe('too_many_requests')
  expect((await set(ben, 1)).code).toBe(1)
  server.passTime(LIMITS.favourites.millis)
  expect((await set(ana, 99)).code).toBe(1)
})

test('changes of all customers are written one after the other, so that no order waits for many', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => server.person()))
  const { store } = server.context
  const write = store.query
  let [under, most] = [0, 0]
  const slowly = async (statement: string, values?: readonly unknown[]): Promise<unknown[]> => {
    if (!statement.startsWith('insert into favourites')) return write(statement, values)
    under += 1
    most = Math.max(most, under)
    await pause(5)
    return write(statement, values).finally(() => {
      under -= 1
    })
  }
  const spied = vi.spyOn(store, 'query').mockImplementation(slowly as never)
  await Promise.all(people.map((person) => person.does('favouriteSet', { codes: 'EURUSD' })))
  spied.mockRestore()
  expect(most).toBe(1)
})

test('a visitor has none', async () => {
  expect((await server.visitor.asks('favouriteList', {})).reason).toBe('session_missing')
})
