/**
 * The HTTP transport: a broken, doubled or too large request is refused with its reason and changes nothing; also the
 * document, pages, health and the log. request-guard.test.ts has requests from other sites, request-limits.test.ts the
 * limits.
 */
import { connect, type Socket } from 'node:net'
import { REASONS, STATEMENT, UPLOAD } from '@veritick/contract'
import { CALL_NAMES, CALLS, type Call } from '@veritick/contract/calls'
import { type Answered, type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkOf } from '../services/network/network-of.ts'
import { BODY_BYTES_MAX } from './app.ts'
import { URL_LENGTH_MAX } from './base.ts'
import { ORDER, refused, SUBMIT } from './refused-fixture.ts'

let server: TestServer
let ana: Caller
const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }

beforeAll(async () => {
  server = await openTestServer()
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterAll(() => server.close())

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
    expect(await refused(server, ask)).toEqual({ status, reason, field })
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

  test('a line that is no HTTP is answered 400 or cut off, and the next call is answered', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('\x16\x03\x01 no HTTP\r\n\r\n'))
      socket.on('data', (data) => resolve(String(data)))
      socket.on('close', () => resolve(''))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400|^$/)
    expect((await server.visitor.asks('getBasicInfo', {})).code).toBe(1)
  })
})

test('a client that breaks off its body is no trouble of the store, and writes nothing into the log', async () => {
  const taken: Socket[] = []
  const take = (socket: Socket) => taken.push(socket)
  server.app.server.on('connection', take)
  const lines = server.logged.length
  for (let each = 0; each < 5; each += 1) {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(
      `POST ${CALLS.logout.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        'Content-Length: 99\r\n\r\n{',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.resetAndDestroy()
  }
  const gone = () => taken.filter(({ destroyed }) => destroyed).length
  await expect.poll(gone, { timeout: 10_000 }).toBe(5)
  server.app.server.off('connection', take)
  expect((await server.visitor.asks('getBasicInfo', {})).code).toBe(1)
  // The framework tells of a reset before the body is read at its level `trace`, which is off by default.
  const isError = (line: string) => line.includes('"err"') && !line.startsWith('{"level":10,')
  expect(server.logged.slice(lines).filter(isError)).toEqual([])
})

describe('every call of the table', () => {
  test.each(CALL_NAMES)('%s: who may call it, by which method, kept only where its record says so', async (name) => {
    const call: Call = CALLS[name]
    const answered = await server.visitor.asks(name, {})
    expect(answered.status).toBe(200)
    const isKept = answered.code === 1 && call.freshSeconds !== undefined
    expect(answered.headers['cache-control']).toBe(isKept ? `public, max-age=${call.freshSeconds}` : 'no-store')
    if (call.caller !== 'visitor') expect(answered).toMatchObject({ code: 999, reason: 'session_missing', data: null })
    else expect(answered.reason).not.toBe('session_missing')
  })

  test('the document names them all, with every refusal, and loads nothing from elsewhere', async () => {
    const document = (await (await fetch(`${server.url}/api/docs`)).json()) as {
      paths: Record<string, object>
      'x-errors': readonly object[]
    }
    expect(Object.keys(document.paths).sort()).toEqual(
      [...CALL_NAMES.map((name) => CALLS[name].path), UPLOAD.path, STATEMENT.path].sort(),
    )
    expect(document['x-errors']).toHaveLength(REASONS.length)
    const page = await (await fetch(`${server.url}/api/docs`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(SUBMIT)
    expect(page).not.toMatch(/(?:src|href)="https?:/)
  })

  test.each(['/api/docs', '/api/docs/openapi.json'])('%s is not sent again to a client that has it', async (path) => {
    const first = await fetch(server.url + path)
    const etag = first.headers.get('etag') ?? 'none'
    const again = await fetch(server.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetch(server.url + path, { headers: { 'if-none-match': 'W/"another"' } })).status).toBe(200)
  })

  test('the page for browsers is not taken for the document', async () => {
    const etag = (await fetch(`${server.url}/api/docs`)).headers.get('etag') ?? 'none'
    const page = await fetch(`${server.url}/api/docs`, { headers: { accept: 'text/html', 'if-none-match': etag } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })
})

describe('pages and health', () => {
  test('the headers that keep strangers out', async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('health says only that it runs; figures are not for strangers', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({
      status: 'running',
      journal_check: { state: 'passed', percent: 100 },
    })
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })

  test('a mark is drawn for every instrument, and none for what is none', async () => {
    for (const item of await server.visitor.does('tradeList', {})) {
      const response = await fetch(server.url + item.Logo)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    }
    expect((await fetch(`${server.url}/v1/api/forex/mark/NOPE.svg`)).status).toBe(404)
  })
})

describe('the log holds no secret', () => {
  beforeEach(() => {
    expect(server.logged.length).toBeGreaterThan(0)
  })
  test('no token, no address, no query ever stands in it', () => {
    const text = server.logged.join('\n')
    for (const secret of [ana.token ?? 'none', 'multiple=30', 'demo_id', 'cont']) expect(text).not.toContain(secret)
  })
})

test('a value without a text is of the wrong type, not a failure of ours', async () => {
  for (const adult of [{ toString: 1 }, { toString: null, valueOf: null }, [], {}, null]) {
    const payload = { adult, terms: { toString: 1 } }
    const answer = await server.app.inject({ method: 'POST', url: CALLS.register.path, payload })
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

test('a client that stops in the middle of its headers is cut off well before Node would', () => {
  const { headersTimeout, requestTimeout } = server.app.server
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000])
  // Without it the limits are looked at every 30 s only.
  expect(Reflect.get(server.app.server, 'connectionsCheckingInterval')).toBe(5000)
})
