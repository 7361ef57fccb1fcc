/**
 * Attacks by strangers on the customers' port: floods of unknown tokens and demo accounts, foreign host names, two
 * hosts in one request. Database queries are counted, not timed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import os, { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { OFFICE_NEWS_UPLOAD_PATH } from '@veritick/contract'
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { OFFICE_CALLS } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LiveTokens } from '../features/sessions/live-tokens.ts'
import { hostNamed, hostsOf } from '../services/network/hosts.ts'
import { CALLS_PER_MINUTE, LIMITS } from '../services/rate-limits/limits.ts'

const INFO = CALLS.userInfo.path
let server: TestServer

beforeAll(async () => {
  server = await openTestServer({
    config: { demoAccountsPerMinute: 20, allowedHosts: ['trade.example.com', '*.demo.example'], trustProxy: true },
  })
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const randomToken = () => randomBytes(32).toString('base64url')
const ask = (token: string, from: string) =>
  server.app.inject({ method: 'GET', url: INFO, headers: { authorization: token, 'x-forwarded-for': from } })
const openDemo = (from: string, payload: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: CALLS.createAccountDemoForU.path,
    headers: { 'x-forwarded-for': from },
    payload,
  })
const tokenFrom = async (from: string): Promise<string> => (await openDemo(from)).json().data.token

/** The status lines that the port answers to these bytes. */
const send = (port: number, bytes: string) =>
  new Promise<readonly string[]>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('data', (data) => {
      text += String(data)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((line) => line[1] ?? '')))
  })

describe('unknown tokens', () => {
  test('a flood of them asks the store nothing, is refused after a while, and known sessions of the same address go on', async () => {
    const token = await tokenFrom('203.0.113.1')
    const looked = vi.spyOn(server.context.store.db, 'select')
    const reasons: string[] = []
    for (let count = 0; count < LIMITS.sessions.unknownTokens + 5; count += 1) {
      reasons.push((await ask(randomToken(), '203.0.113.1')).json().reason)
    }
    expect(looked).not.toHaveBeenCalled()
    expect(reasons.filter((each) => each === 'session_ended')).toHaveLength(LIMITS.sessions.unknownTokens)
    expect(reasons.slice(LIMITS.sessions.unknownTokens).every((each) => each === 'too_many_requests')).toBe(true)
    expect((await ask(token, '203.0.113.1')).json().code).toBe(1)
    expect((await ask(randomToken(), '203.0.113.2')).json().reason).toBe('session_ended')
  })

  test('a flood of invented cookies of the office asks the store nothing', async () => {
    const asked = vi.spyOn(server.context.store, 'query')
    for (const { path } of [OFFICE_CALLS.me, OFFICE_CALLS.health]) {
      const cookie = `veritick_office=${randomToken()}`
      const answer = await fetch(`${server.officeUrl}${path}`, { headers: { cookie } })
      expect(await answer.json()).toMatchObject({ reason: 'session_ended' })
    }
    expect(asked.mock.calls.filter(([text]) => text.includes('staff_sessions'))).toEqual([])
  })

  test('where the filter is full, look-ups of one address that find nothing are bounded, and another address is not in its way', async () => {
    const [known, forgotten] = [await tokenFrom('203.0.113.3'), randomToken()]
    vi.spyOn(LiveTokens.prototype, 'mayHold').mockReturnValue(true)
    const looked = vi.spyOn(server.context.store.db, 'select')
    const ask300 = Array.from({ length: 300 }, () => ask(randomToken(), '203.0.113.3'))
    const reasons = (await Promise.all(ask300)).map((each) => each.json().reason)
    expect(looked).toHaveBeenCalledTimes(LIMITS.sessions.failedLookups)
    expect(reasons.filter((each) => each === 'session_ended')).toHaveLength(LIMITS.sessions.failedLookups)
    expect(reasons.filter((each) => each === 'too_many_requests')).toHaveLength(300 - LIMITS.sessions.failedLookups)
    expect((await ask(forgotten, '203.0.113.4')).json().reason).toBe('session_ended')
    expect((await ask(known, '203.0.113.3')).json().code).toBe(1)
  })

  test('an ended session is not looked up again', async () => {
    const token = await tokenFrom('203.0.113.5')
    await new Caller(server.url, token).does('logout', {})
    const looked = vi.spyOn(server.context.store.db, 'select')
    expect((await ask(token, '203.0.113.5')).json().reason).toBe('session_ended')
    expect(looked).not.toHaveBeenCalled()
  })

  test('a session of before a restart is known after it, and one that was ended is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veritick-restart-'))
    const before = await openTestServer({ dataDir: folder, again: true })
    const [kept, left] = [await before.person(), await before.person()]
    await left.does('logout', {})
    await before.close()
    const after = await openTestServer({ dataDir: folder, again: true })
    const asks = (person: Caller) => new Caller(after.url, person.token).asks('userInfo', {})
    expect((await asks(kept)).code).toBe(1)
    const looked = vi.spyOn(after.context.store.db, 'select')
    expect((await asks(left)).reason).toBe('session_ended')
    expect(looked).not.toHaveBeenCalled()
    await after.close()
    rmSync(folder, { recursive: true })
  })
})

describe('reads that cost something', () => {
  test('every call of a visitor has a named ceiling for each network', () => {
    const open = CALL_NAMES.filter((name) => CALLS[name].caller === 'visitor' && CALLS_PER_MINUTE[name] === undefined)
    expect(open).toEqual([])
  })

  const limited = ['/healthz', '/healthz-not', '/v1/api/forex/mark/EURUSD.svg', '/api/files/none', '/mine']
  test.each([...limited, CALLS.getCompanyStatus.path])('%s says what is left of its ceiling', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url, headers: { 'x-forwarded-for': '203.0.113.60' } })
    expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(0)
  })
})

describe('demo accounts', () => {
  test.each([
    ['one IPv4 address', () => '198.51.100.7', '198.51.100.8'],
    ['the 64 bits of an IPv6 address', (index: number) => `2001:db8:0:7::${index + 1}`, '2001:db8:0:8::1'],
  ])('20 new ones a minute from %s', async (_name, from, elsewhere) => {
    server.steady.stop()
    const kept = { demo_id: `device-of-${from(0).replace(/\W/g, '-')}-long-enough`.slice(0, 60) }
    expect((await openDemo(from(0), kept)).json().code).toBe(1)
    for (let count = 1; count < 20; count += 1) expect((await openDemo(from(count))).json().code).toBe(1)
    const before = await server.stateHash()
    const refused = await openDemo(from(20))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { code: 4022, reason: 'too_many_demo_accounts', data: null },
    ])
    expect(await server.stateHash()).toBe(before)
    expect((await openDemo(from(21), kept)).json().code).toBe(1)
    expect((await openDemo(elsewhere)).json().code).toBe(1)
    server.steady.pass(60_000)
    expect((await openDemo(from(22))).json().code).toBe(1)
    server.steady.goOn()
  })

  test('80 new ones a minute from the 56 bits of a home line', async () => {
    server.steady.stop()
    const codes: number[] = []
    for (let network = 0; network < 5; network += 1)
      for (let count = 0; count < 20; count += 1)
        codes.push((await openDemo(`2001:db8:9:11${network}::${count + 1}`)).json().code)
    expect(codes).toEqual([...Array(80).fill(1), ...Array(20).fill(4022)])
    expect((await openDemo('2001:db8:9:200::1')).json().code).toBe(1)
    server.steady.goOn()
  })
})

describe('the name a request calls the server by', () => {
  const runtime = must(
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family }) => family === 'IPv4'),
    'the machine has an address',
  ).address

  test.each([
    ['localhost', true],
    ['LOCALHOST:8080', true],
    ['localhost.:8080', true],
    ['127.0.0.1:1', true],
    ['[::1]:8080', true],
    ['[0:0:0:0:0:0:0:1]', true],
    [`${runtime}:8080`, true],
    ['trade.example.com', true],
    ['Trade.Example.COM.:443', true],
    ['a.demo.example', true],
    ['a.b.demo.example', true],
    ['demo.example', false],
    ['.demo.example', false],
    ['evildemo.example', false],
    ['trade.example.com.evil.example', false],
    ['evil.example', false],
    ['203.0.113.99', false],
    ['[2001:db8::99]', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['evil.example@localhost', false],
    ['localhost/evil.example', false],
    ['localhost evil.example', false],
    ['localhost,evil.example', false],
    ['localhost:8080:80', false],
    ['localhost:', false],
    ['localhost:abc', false],
    ['[::1', false],
    ['[::1%25lo]', false],
    ['', false],
  ])('%j: %j', (host, open) => {
    const hosts = hostsOf({ names: ['trade.example.com', '*.demo.example'], now: () => 0 })
    expect(hosts.accepts({ headers: { host }, rawHeaders: ['Host', host] })).toBe(open)
  })

  test('IPv6 addresses have one spelling', () => {
    expect(hostNamed('[2001:DB8:0:0::0:7]:443')).toBe('2001:db8::7')
  })

  const get = (path: string, host: string, last = 'Connection: close\r\n') =>
    `GET ${path} HTTP/1.1\r\n${host}${last}\r\n`
  const LIST = CALLS.getCategories.path

  test.each([
    ['our own name', get(LIST, 'Host: localhost\r\n'), ['200']],
    ['a name elsewhere', get(LIST, 'Host: rebound.example\r\n'), ['421']],
    ['a page under a name elsewhere', get('/', 'Host: rebound.example\r\n'), ['421']],
    ['a file under a name elsewhere', get('/boot.js', 'Host: rebound.example\r\n'), ['421']],
    ['no name', get(LIST, ''), ['400']],
    ['two names', get(LIST, 'Host: localhost\r\nHost: rebound.example\r\n'), ['421']],
    ['two names the other way round', get(LIST, 'Host: rebound.example\r\nhost: localhost\r\n'), ['421']],
    ['HTTP/1.0 without a name', `GET ${LIST} HTTP/1.0\r\n\r\n`, ['421']],
    [
      'a second request before the answer to a good one: the connection is cut off',
      get(LIST, 'Host: localhost\r\n', '') + get(LIST, 'Host: rebound.example\r\n'),
      [],
    ],
    ['a whole address', get(`http://rebound.example${LIST}`, 'Host: localhost\r\n'), ['404']],
    ['a whole address of ours', get(`http://localhost${LIST}`, 'Host: localhost\r\n'), ['404']],
    ['a name in X-Forwarded-Host only', get(LIST, 'Host: rebound.example\r\nX-Forwarded-Host: localhost\r\n'), ['421']],
    ['the health that a load balancer asks for', get('/healthz', 'Host: 10.9.8.7\r\n'), ['200']],
  ])('%s', async (_name, bytes, statuses) => {
    expect(await send(server.port, bytes)).toEqual(statuses)
  })

  test('the office refuses them as well, and has no health of its own', async () => {
    const { port } = server.office
    expect(await send(port, get('/office/me', 'Host: rebound.example\r\n'))).toEqual(['421'])
    expect(await send(port, get('/healthz', 'Host: rebound.example\r\n'))).toEqual(['404'])
    expect(await send(port, get('/office/session/me', 'Host: rebound.example\r\n'))).toEqual(['421'])
  })

  /** The status of the answer to an upgrade. */
  const upgraded = async (host: string): Promise<number | undefined> => {
    const wire = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws`, { headers: { host } })
    const got = await new Promise<number | undefined>((resolve) => {
      wire.on('open', () => resolve(101))
      wire.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    wire.on('error', () => {})
    wire.terminate()
    return got
  }

  test.each([
    ['rebound.example', 421],
    ['localhost', 101],
    ['trade.example.com', 101],
  ])('a socket under %s: %i', async (host, status) => {
    expect(await upgraded(host)).toBe(status)
  })

  /** The system refuses this question from now on to the end of the test. */
  function systemRefuses(question: 'networkInterfaces' | 'hostname'): void {
    const refused = vi.spyOn(os, question).mockImplementation(() => {
      throw Object.assign(new Error('A system error occurred'), { code: 'ERR_SYSTEM_ERROR' })
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      refused.mockRestore()
      syncBuiltinESMExports()
      server.steady.goOn()
    })
    // The server reads its names again.
    server.steady.stop()
    server.steady.pass(60_000)
  }

  test('where the system does not tell the addresses of the machine, its own names still count', async () => {
    systemRefuses('networkInterfaces')
    const asked = ['rebound.example', 'localhost', 'trade.example.com']
    expect(await Promise.all(asked.map(upgraded))).toEqual([421, 101, 101])
    expect(await send(server.port, get('/healthz', 'Host: 10.9.8.7\r\n'))).toEqual(['200'])
    expect(await send(server.port, get(LIST, 'Host: rebound.example\r\n'))).toEqual(['421'])
  })

  test('a request whose host cannot be checked is refused, and the process goes on', async () => {
    systemRefuses('hostname')
    expect(await upgraded('rebound.example')).toBe(500)
    expect(await send(server.port, get(LIST, 'Host: rebound.example\r\n'))).toEqual(['500'])
    expect(await send(server.port, get('/healthz', 'Host: 127.0.0.1:8080\r\n'))).toEqual(['200'])
    expect(server.logged.some((line) => line.includes('its request could not be checked'))).toBe(true)
  })
})

describe('a body that does not arrive', () => {
  const head = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Content-Length: 1000\r\n${headers}\r\n`

  test('is not waited for where its caller is refused', async () => {
    const close = 'Connection: close\r\n'
    // A missing session is named in the envelope.
    expect(await send(server.port, head(CALLS.submit.path, close))).toEqual(['200'])
    const { path } = OFFICE_CALLS.companyFileAdd
    expect(await send(server.office.port, head(path, close))).toEqual(['403'])
    const own = `Origin: http://localhost\r\n${close}`
    expect(await send(server.office.port, head(path, own))).toEqual(['200'])
    expect(await send(server.office.port, head(OFFICE_NEWS_UPLOAD_PATH, close))).toEqual(['403'])
    expect(await send(server.office.port, head(OFFICE_NEWS_UPLOAD_PATH, own))).toEqual(['200'])
  })

  test('leaves no right to a session that ended meanwhile', async () => {
    const token = await tokenFrom('203.0.113.40')
    const found = vi.spyOn(server.context.sessions, 'findFor')
    const body = JSON.stringify({ forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 }).padEnd(1000)
    const socket = connect(server.port, '127.0.0.1')
    const answered = new Promise<string>((resolve) => socket.on('data', (data) => resolve(String(data))))
    socket.write(head(CALLS.submit.path, `Authorization: ${token}\r\n`))
    await expect.poll(() => found.mock.calls.length).toBe(1)
    await server.app.inject({ method: 'POST', url: CALLS.logout.path, headers: { authorization: token } })
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 2_000)
    socket.write(body)
    expect(await answered).toContain('"reason":"session_ended"')
    socket.destroy()
  })
})

describe('TLS', () => {
  test('HSTS is promised where the request came over TLS, and only there', async () => {
    const hsts = async (headers: Record<string, string>) =>
      (await server.app.inject({ method: 'GET', url: CALLS.getCategories.path, headers })).headers[
        'strict-transport-security'
      ]
    expect(await hsts({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
    expect(await hsts({ 'x-forwarded-proto': 'http' })).toBeUndefined()
    expect(await hsts({})).toBeUndefined()
  })

  test('a stranger who names https without a trusted proxy promises nothing', async () => {
    const place = await openTestServer()
    const { headers } = await fetch(`${place.url}/healthz`, { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers.get('strict-transport-security')).toBeNull()
    await place.close()
  })

  test('no page and no answer allows styles that are not in a file', async () => {
    for (const url of ['/', '/healthz', CALLS.getCategories.path]) {
      const { headers } = await server.app.inject({ method: 'GET', url })
      expect(headers['content-security-policy']).toContain("style-src 'self';")
      expect(headers['content-security-policy']).not.toContain('unsafe')
    }
    const docs = await server.app.inject({ method: 'GET', url: '/api/docs', headers: { accept: 'text/html' } })
    expect(docs.headers['content-security-policy']).toMatch(/style-src 'sha256-[\w+/]{43}='/)
    const office = await server.office.app.inject({ method: 'GET', url: '/' })
    expect(office.headers['content-security-policy']).not.toContain('unsafe')
  })
})
