/**
 * Requests that a browser sends without its customer meaning them - from another site, by a navigation, an image or a
 * prefetch - are refused at every call that changes something. A token counts in its header only.
 */
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER, refused, SUBMIT } from './refused-fixture.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer({ config: { origins: ['https://trusted.example'] } })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterAll(() => server.close())

describe('a request that the customer did not mean', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-mode': 'navigate' }],
    [{ 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-site': 'Cross-Site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
    [{ 'sec-fetch-mode': 'no-cors' }],
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ 'sec-purpose': 'prefetch;prerender' }],
    [{ purpose: 'prefetch' }],
  ])('%j is refused, by GET and by POST, and never cached', async (headers) => {
    for (const method of ['GET', 'POST']) {
      let cache: string | undefined
      const answer = await refused(server, async () => {
        const answered = await ana.raw(method, `${SUBMIT}?${ORDER}&t=2`, { headers })
        cache = answered.headers['cache-control']
        return answered
      })
      expect(answer).toMatchObject({ status: 403, reason: 'cross_site_refused' })
      expect(cache).toBe('no-store')
    }
  })

  test('reading is not refused, and our own page may do both', async () => {
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect((await ana.asks('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }, own)).code).toBe(
      1,
    )
    expect(
      (await server.visitor.raw('GET', '/v1/api/forex/trade_list', { headers: { 'sec-fetch-mode': 'navigate' } })).code,
    ).toBe(1)
  })

  test('its Origin is our own host, or one the operator trusts', async () => {
    for (const origin of [server.url, 'https://trusted.example']) {
      const own = {
        origin,
        'sec-fetch-site': origin === server.url ? 'same-origin' : 'cross-site',
        'sec-fetch-mode': 'cors',
      }
      expect(
        (await ana.asks('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }, own)).code,
      ).toBe(1)
    }
  })

  test('HEAD and OPTIONS change nothing at any call', async () => {
    const before = await server.stateHash()
    const headers = { authorization: ana.token ?? '' }
    for (const method of ['HEAD', 'OPTIONS']) {
      const answered = await fetch(`${server.url}${SUBMIT}?${ORDER}&t=head`, { method, headers })
      expect([answered.status, answered.headers.get('allow')]).toEqual([405, 'GET, POST'])
    }
    for (const { path, changes } of Object.values(CALLS)) {
      if (changes) expect((await fetch(server.url + path, { method: 'HEAD', headers })).status).toBe(405)
    }
    expect((await fetch(`${server.url}/v1/api/forex/trade_list`, { method: 'HEAD' })).status).toBe(200)
    expect(await server.stateHash()).toBe(before)
    expect((await ana.asks('userInfo', {})).code).toBe(1)
  })

  test('a token in the address or a cookie is none', async () => {
    const { token } = ana
    expect((await server.visitor.raw('GET', `${SUBMIT}?${ORDER}&authorization=${token}&token=${token}`)).reason).toBe(
      'session_missing',
    )
    expect((await server.visitor.raw('GET', '/api/user/info', { headers: { cookie: `token=${token}` } })).reason).toBe(
      'session_missing',
    )
  })
})

describe('every call that changes something', () => {
  const changing = CALL_NAMES.flatMap((name) => CALLS[name].methods.map((method) => ({ name, method }))).filter(
    ({ name }) => CALLS[name].changes,
  )
  const unmeant = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'preview' },
    { origin: 'https://elsewhere.example' },
  ]
  test('there are such calls, by GET and by POST', () => {
    expect(changing.filter(({ method }) => method === 'GET').length).toBeGreaterThan(5)
    expect(changing.filter(({ method }) => method === 'POST').length).toBeGreaterThan(20)
  })
  test.each(changing)('$method $name is refused unless it was meant, and is never kept', async ({ name, method }) => {
    const before = await server.stateHash()
    for (const headers of unmeant) {
      const answered = await ana.raw(method, CALLS[name].path, { headers: { ...headers } })
      expect([answered.status, answered.reason], JSON.stringify(headers)).toEqual([403, 'cross_site_refused'])
      expect(answered.headers['cache-control']).toBe('no-store')
    }
    expect(await server.stateHash()).toBe(before)
  })
  test.each(changing.filter(({ method }) => method === 'GET'))(
    'GET $name takes no token from the address or a cookie',
    async ({ name }) => {
      const { token = '' } = ana
      const answered = await server.visitor.raw('GET', `${CALLS[name].path}?token=${token}&authorization=${token}`, {
        headers: { cookie: `token=${token}; authorization=${token}` },
      })
      expect(answered.headers['cache-control']).toBe('no-store')
      if (CALLS[name].caller !== 'visitor') expect(answered.reason).toBe('session_missing')
    },
  )
})
