/**
 * The HTTP door itself: what comes in broken, doubled, too large, from elsewhere or by the wrong way is refused in its
 * own words and changes nothing.
 */
import { connect } from 'node:net'
import { REASONS, STATEMENT, UPLOAD } from '@veritick/contract'
import { CALL_NAMES, CALLS, type Call } from '@veritick/contract/calls'
import { type Answered, type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '../services/network/network-of.ts'
import { LIMITS } from '../services/rate-limits/limits.ts'
import { BODY_BYTES_MAX } from './app.ts'
import { URL_LENGTH_MAX } from './base.ts'

let doors: TestServer
let ana: Caller
const SUBMIT = '/v1/api/forex/submit'
const ORDER = 'forex_id=1&type=1&status=1&cont=0.10&multiple=30'
const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }

beforeAll(async () => {
  doors = await openTestServer({ config: { origins: ['https://trusted.example'] } })
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await doors.person()
}, 60_000)
afterEach(() => {
  doors.steady.goOn()
  vi.restoreAllMocks()
})
afterAll(() => doors.close(), 30_000)

/**
 * Ceilings a minute go by the machine's own clock: while a test goes up to one no minute ends, however busy the machine
 * is.
 */
function stopTheMinute(): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
}

/** The answer, after a look that nothing happened. */
async function refused(ask: () => Promise<Answered>): Promise<Pick<Answered, 'status' | 'reason' | 'field'>> {
  const before = await doors.stateHash()
  const { status, reason, field } = await ask()
  expect(await doors.stateHash()).toBe(before)
  return { status, reason, field }
}

describe('bodies and addresses', () => {
  test.each<[string, () => Promise<Answered>, number, string, string?]>([
    [
      'a parameter twice in the address',
      () => ana.raw('GET', `${SUBMIT}?${ORDER}&cont=5&t=1`),
      200,
      'parameter_doubled',
      'cont',
    ],
    [
      'twice in a form',
      () => ana.raw('POST', SUBMIT, { headers: FORM_BODY, body: `${ORDER}&cont=5` }),
      200,
      'parameter_doubled',
      'cont',
    ],
    [
      'twice in JSON',
      () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '{"cont":1,"cont":2}' }),
      200,
      'parameter_doubled',
      'cont',
    ],
    [
      'in address and body',
      () => ana.raw('POST', `${SUBMIT}?cont=1`, { headers: FORM_BODY, body: ORDER }),
      200,
      'parameter_doubled',
      'cont',
    ],
    ['broken JSON', () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '{"cont":' }), 400, 'body_malformed'],
    ['NaN in JSON', () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '{"cont":NaN}' }), 400, 'body_malformed'],
    ['a list', () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '[1]' }), 400, 'body_malformed'],
    [
      '1e309 as a JSON number',
      () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '{"forex_id":1,"type":1,"status":1,"cont":1e309}' }),
      200,
      'number_malformed',
      'cont',
    ],
    [
      'an object for a number',
      () =>
        ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: '{"forex_id":{"$gt":0},"type":1,"status":1,"cont":1}' }),
      200,
      'parameter_wrong_type',
      'forex_id',
    ],
    [
      '1e-2 as a JSON number',
      () =>
        ana.raw('POST', SUBMIT, {
          headers: JSON_BODY,
          body: '{"forex_id":1,"type":1,"status":1,"multiple":30,"cont":1e-2}',
        }),
      200,
      'number_malformed',
      'cont',
    ],
    [
      'a body of another kind',
      () => ana.raw('POST', SUBMIT, { headers: { 'content-type': 'text/xml' }, body: '<cont/>' }),
      415,
      'body_type_unknown',
    ],
    [
      'a body too large',
      () => ana.raw('POST', SUBMIT, { headers: JSON_BODY, body: `{"x":"${'x'.repeat(BODY_BYTES_MAX)}"}` }),
      413,
      'body_too_large',
    ],
    [
      'an address too long',
      () => ana.raw('GET', `${SUBMIT}?${ORDER}&x=${'x'.repeat(URL_LENGTH_MAX)}`),
      414,
      'url_too_long',
    ],
    ['an unknown call', () => ana.raw('GET', '/v1/api/forex/nothing'), 404, 'path_unknown'],
    ['a broken address', () => ana.raw('GET', '/v1/%zz'), 404, 'path_unknown'],
    [
      'a method the call does not take',
      () => ana.raw('POST', '/v1/api/forex/trade_list', { headers: JSON_BODY, body: '{}' }),
      405,
      'method_not_allowed',
    ],
    ['DELETE', () => ana.raw('DELETE', `${SUBMIT}?${ORDER}`), 405, 'method_not_allowed'],
    [
      'an empty key',
      () => ana.raw('POST', SUBMIT, { headers: { ...FORM_BODY, 'idempotency-key': '' }, body: ORDER }),
      200,
      'idempotency_key_invalid',
      'idempotency-key',
    ],
    [
      'a key too long',
      () => ana.raw('POST', SUBMIT, { headers: { ...FORM_BODY, 'idempotency-key': 'k'.repeat(256) }, body: ORDER }),
      200,
      'idempotency_key_invalid',
      'idempotency-key',
    ],
  ])('%s', async (_name, ask, status, reason, field) => {
    expect(await refused(ask)).toEqual({ status, reason, field })
  })

  test('JSON, form and address are the same order', async () => {
    const answers = [
      await ana.raw('POST', SUBMIT, {
        headers: { ...JSON_BODY, 'idempotency-key': 'a' },
        body: '{"forex_id":1,"type":1,"status":1,"cont":0.1,"multiple":30}',
      }),
      await ana.raw('POST', SUBMIT, { headers: { ...FORM_BODY, 'idempotency-key': 'a' }, body: `${ORDER}&t=7` }),
      await ana.raw('GET', `${SUBMIT}?${ORDER.replace('0.10', '0.1')}&t=8`, { headers: { 'idempotency-key': 'a' } }),
    ]
    const [first, ...others] = answers.map((each) => each.reason ?? (each.data as { Id: number }).Id)
    expect(first).toBeTypeOf('number')
    expect(others).toEqual(['idempotency_mismatch', first])
  })

  test('a line that is no HTTP at all hurts nobody', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(doors.port, '127.0.0.1', () => socket.write('\x16\x03\x01 rubbish\r\n\r\n'))
      socket.on('data', (data) => resolve(String(data)))
      socket.on('close', () => resolve(''))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400|^$/)
    expect((await doors.visitor.asks('getBasicInfo', {})).code).toBe(1)
  })
})

describe('calls that nobody meant', () => {
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
      const answer = await refused(async () => {
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
      (await doors.visitor.raw('GET', '/v1/api/forex/trade_list', { headers: { 'sec-fetch-mode': 'navigate' } })).code,
    ).toBe(1)
  })

  test('its Origin is our own host, or one the operator trusts', async () => {
    for (const origin of [doors.url, 'https://trusted.example']) {
      const own = {
        origin,
        'sec-fetch-site': origin === doors.url ? 'same-origin' : 'cross-site',
        'sec-fetch-mode': 'cors',
      }
      expect(
        (await ana.asks('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }, own)).code,
      ).toBe(1)
    }
  })

  test('HEAD and OPTIONS change nothing, whatever the call', async () => {
    const before = await doors.stateHash()
    const headers = { authorization: ana.token ?? '' }
    for (const method of ['HEAD', 'OPTIONS']) {
      const answered = await fetch(`${doors.url}${SUBMIT}?${ORDER}&t=head`, { method, headers })
      expect([answered.status, answered.headers.get('allow')]).toEqual([405, 'GET, POST'])
    }
    for (const { path, changes } of Object.values(CALLS)) {
      if (changes) expect((await fetch(doors.url + path, { method: 'HEAD', headers })).status).toBe(405)
    }
    expect((await fetch(`${doors.url}/v1/api/forex/trade_list`, { method: 'HEAD' })).status).toBe(200)
    expect(await doors.stateHash()).toBe(before)
    expect((await ana.asks('userInfo', {})).code).toBe(1)
  })

  test('a token in the address or a cookie is none', async () => {
    const { token } = ana
    expect((await doors.visitor.raw('GET', `${SUBMIT}?${ORDER}&authorization=${token}&token=${token}`)).reason).toBe(
      'session_missing',
    )
    expect((await doors.visitor.raw('GET', '/api/user/info', { headers: { cookie: `token=${token}` } })).reason).toBe(
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
    const before = await doors.stateHash()
    for (const headers of unmeant) {
      const answered = await ana.raw(method, CALLS[name].path, { headers: { ...headers } })
      expect([answered.status, answered.reason], JSON.stringify(headers)).toEqual([403, 'cross_site_refused'])
      expect(answered.headers['cache-control']).toBe('no-store')
    }
    expect(await doors.stateHash()).toBe(before)
  })
  test.each(changing.filter(({ method }) => method === 'GET'))(
    'GET $name takes no token from the address or a cookie',
    async ({ name }) => {
      const { token = '' } = ana
      const answered = await doors.visitor.raw('GET', `${CALLS[name].path}?token=${token}&authorization=${token}`, {
        headers: { cookie: `token=${token}; authorization=${token}` },
      })
      expect(answered.headers['cache-control']).toBe('no-store')
      if (CALLS[name].caller !== 'visitor') expect(answered.reason).toBe('session_missing')
    },
  )
})

describe('every call of the table', () => {
  test.each(CALL_NAMES)('%s: who may call it, by which method, kept only where its record says so', async (name) => {
    const call: Call = CALLS[name]
    const answered = await doors.visitor.asks(name, {})
    expect(answered.status).toBe(200)
    const isKept = answered.code === 1 && call.freshSeconds !== undefined
    expect(answered.headers['cache-control']).toBe(isKept ? `public, max-age=${call.freshSeconds}` : 'no-store')
    if (call.caller !== 'visitor') expect(answered).toMatchObject({ code: 999, reason: 'session_missing', data: null })
    else expect(answered.reason).not.toBe('session_missing')
  })

  test('the document names them all, with every refusal, and loads nothing from elsewhere', async () => {
    const document = (await (await fetch(`${doors.url}/api/docs`)).json()) as {
      paths: Record<string, object>
      'x-errors': readonly object[]
    }
    expect(Object.keys(document.paths).sort()).toEqual(
      [...CALL_NAMES.map((name) => CALLS[name].path), UPLOAD.path, STATEMENT.path].sort(),
    )
    expect(document['x-errors']).toHaveLength(REASONS.length)
    const page = await (await fetch(`${doors.url}/api/docs`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(SUBMIT)
    expect(page).not.toMatch(/(?:src|href)="https?:/)
  })

  test.each(['/api/docs', '/api/docs/openapi.json'])('%s is not sent again to who has it', async (path) => {
    const first = await fetch(doors.url + path)
    const etag = first.headers.get('etag') ?? 'none'
    const again = await fetch(doors.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetch(doors.url + path, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200)
  })

  test('the page for people is not taken for the document', async () => {
    const etag = (await fetch(`${doors.url}/api/docs`)).headers.get('etag') ?? 'none'
    const page = await fetch(`${doors.url}/api/docs`, { headers: { accept: 'text/html', 'if-none-match': etag } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })
})

describe('pages and health', () => {
  test('the headers that keep strangers out', async () => {
    const { headers } = await fetch(`${doors.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('health says only that it runs; figures are not for strangers', async () => {
    expect(await (await fetch(`${doors.url}/healthz`)).json()).toEqual({
      status: 'running',
      journal_check: { state: 'passed', percent: 100 },
    })
    expect((await fetch(`${doors.url}/metrics`)).status).toBe(404)
  })

  test('a mark is drawn for every instrument, and none for what is none', async () => {
    for (const item of await doors.visitor.does('tradeList', {})) {
      const response = await fetch(doors.url + item.Logo)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
    expect((await fetch(`${doors.url}/v1/api/forex/mark/NOPE.svg`)).status).toBe(404)
  })
})

describe('what is kept from the log', () => {
  beforeEach(() => {
    expect(doors.logged.length).toBeGreaterThan(0)
  })
  test('no token, no address, no query ever stands in it', () => {
    const text = doors.logged.join('\n')
    for (const secret of [ana.token ?? 'none', 'multiple=30', 'demo_id', 'cont']) expect(text).not.toContain(secret)
  })
})

test('one account may not ask for changes without end; others are not in its way', async () => {
  const [wild, calm] = [await doors.person(), await doors.person()]
  doors.steady.stop()
  // Through the door without its sockets: hundreds of connections at once are another matter, and too many for a busy
  // machine.
  const ask = (index: number) => {
    const headers = { authorization: wild.token, 'idempotency-key': `wild ${index}` }
    // Refused for what is missing, after it was counted: the engine has nothing to decide.
    return doors.app.inject({ method: 'POST', url: CALLS.cancelTrade.path, headers, payload: {} })
  }
  const answers = await Promise.all(Array.from({ length: LIMITS.changes.atOnce + 10 }, (_, index) => ask(index)))
  expect(answers.find((each) => each.statusCode === 429)?.json()).toMatchObject({
    reason: 'too_many_requests',
    data: null,
  })
  expect(answers.filter((each) => each.statusCode === 200)).toHaveLength(LIMITS.changes.atOnce)
  expect((await calm.asks('cancelTrade', { id: 1_000_000 })).status).toBe(200)
  expect((await wild.asks('userInfo', {})).code).toBe(1)
}, 60_000)

test('a value without a text is of the wrong type, not a failure of ours', async () => {
  for (const adult of [{ toString: 1 }, { toString: null, valueOf: null }, [], {}, null]) {
    const payload = { adult, terms: { toString: 1 } }
    const answer = await doors.app.inject({ method: 'POST', url: CALLS.register.path, payload })
    expect(answer.statusCode).toBe(200)
  }
  const schema = CALLS.register.request.shape.adult
  for (const adult of [{ toString: 1 }, [], null]) {
    expect(schema.safeParse(adult).error?.issues.map(({ message }) => message)).toEqual(['parameter_wrong_type'])
  }
})

test.each([
  [undefined, 'closed connection'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
  ['2001:db8:1:3::7', '2001:db8:1:3::'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('one address may not page charts without end', async () => {
  stopTheMinute()
  const answers = await Promise.all(
    Array.from({ length: LIMITS.network.charts + 10 }, () =>
      doors.visitor.asks('kline', { forex_id: 1, period: '1min', limit: 1 }),
    ),
  )
  expect(answers.filter((each) => each.status === 429).length).toBeGreaterThan(0)
  expect(answers.filter((each) => each.code === 1).length).toBeGreaterThan(LIMITS.network.charts - 10)
}, 30_000)

test.each([
  ['the documentation', '/api/docs', LIMITS.network.documentation],
  ['the document itself', '/api/docs/openapi.json', LIMITS.network.documentation],
  ['the list of what can be traded', CALLS.tradeList.path, LIMITS.network.lists],
])(
  'one address may not have %s sent without end, and another one is answered',
  async (_name, url, max) => {
    const ask = (remoteAddress: string) => doors.app.inject({ method: 'GET', url, remoteAddress })
    const answers: number[] = []
    while (answers.length <= max) answers.push((await ask('203.0.113.9')).statusCode)
    expect(answers.slice(0, max).every((status) => status === 200)).toBe(true)
    expect(answers.at(-1)).toBe(429)
    expect((await ask('203.0.113.10')).statusCode).toBe(200)
  },
  120_000,
)

test('a client that stops in the middle of its headers is cut off well before Node would', () => {
  const { headersTimeout, requestTimeout } = doors.app.server
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000])
  // Without it the limits are looked at every 30 s only.
  expect(Reflect.get(doors.app.server, 'connectionsCheckingInterval')).toBe(5000)
})

test('one address may not open accounts without end', async () => {
  stopTheMinute()
  const answers: Answered[] = []
  while (answers.length < LIMITS.network.signIns + 1 && answers.at(-1)?.status !== 429) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, () => doors.visitor.raw('GET', '/api/user/createAccountDemoForU?demo_id=x')),
      )),
    )
  }
  expect(answers.at(-1)).toMatchObject({ status: 429, reason: 'too_many_requests', data: null })
  expect(answers.filter((each) => each.status === 200).length).toBeGreaterThan(LIMITS.network.signIns - 50)
}, 60_000)
