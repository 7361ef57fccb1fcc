/** Calls against a real HTTP server: requests, answers and failures. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type SentRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

vi.stubGlobal('navigator', { languages: ['en-GB'] })
const { CallFailed, call, onSessionEnded } = await import('./api.ts')
const { clearSession, sessionNow, signIn } = await import('./session.ts')
const { useToasts } = await import('../design/toasts.ts')

let server: Server
let sent: SentRequest[]
let answer: { status: number; body: string }
let ended: number
let forget: () => void

const good = (data: unknown) => ({ status: 200, body: JSON.stringify({ code: 1, msg: '', data }) })
const bad = (code: number, reason: string, msg: string) => ({
  status: 200,
  body: JSON.stringify({ code, reason, msg, data: null }),
})
const said = () => useToasts.getState().toasts.map((toast) => toast.text)

beforeEach(async () => {
  sent = []
  ended = 0
  forget = onSessionEnded(() => {
    ended += 1
  })
  useToasts.setState({ toasts: [] })
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      sent.push({
        method: request.method ?? '',
        url: new URL(request.url ?? '', 'http://here'),
        headers: request.headers,
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => real(`http://127.0.0.1:${port}${address}`, request))
  signIn({ token: 'token-1', user: SIGNED_IN })
})

afterEach(async () => {
  forget()
  vi.unstubAllGlobals()
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  clearSession()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

it('reads by GET with token, language and time, and returns the data', async () => {
  answer = good([])
  expect(await call('kline', { forex_id: 3, period: '5min', limit: 300 })).toEqual([])
  const [request] = sent
  expect(request?.method).toBe('GET')
  expect(request?.url.pathname).toBe('/v1/api/forex/kline')
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toMatchObject({
    forex_id: '3',
    period: '5min',
    limit: '300',
    t: expect.stringMatching(/^\d{13}$/),
  })
  expect(request?.headers).toMatchObject({ authorization: 'token-1', lang: 'en' })
  expect(request?.headers['idempotency-key']).toBeUndefined()
})

it('sends changes by POST: the same key for the same intent, a new key for another', async () => {
  answer = good({ balance: '100000.000000' })
  const idempotencyKey = 'intent-1'
  await call('resetForexDemoAccount', {}, { idempotencyKey })
  await call('resetForexDemoAccount', {}, { idempotencyKey })
  await call('close', { id: 7, seen_price: '1.08512' })
  await call('close', { id: 7, seen_price: '1.08512' })
  expect(sent.map((request) => request.method)).toEqual(['POST', 'POST', 'POST', 'POST'])
  const keys = sent.map((request) => request.headers['idempotency-key'])
  expect(keys.slice(0, 2)).toEqual(['intent-1', 'intent-1'])
  expect(new Set(keys).size).toBe(3)
  expect(JSON.parse(sent[2]?.body ?? '')).toEqual({ id: 7, seen_price: '1.08512' })
})

it('throws a refusal with its reason, and shows it unless the call is quiet', async () => {
  answer = bad(3019, 'margin_not_enough', 'Not enough free margin.')
  const failure = await call('close', { id: 7 }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure).toMatchObject({ kind: 'refused', reason: 'margin_not_enough', message: 'Not enough free margin.' })
  expect(said()).toEqual(['Not enough free margin.'])
  await expect(call('cancelTrade', { id: 7 }, { quiet: true })).rejects.toThrow()
  expect(said()).toHaveLength(1)
  expect(sessionNow().token).toBe('token-1')
})

it('removes an ended session and notifies the shell', async () => {
  answer = bad(999, 'session_ended', 'Sign in again.')
  await expect(call('myDeal', { status: 1 }, { quiet: true })).rejects.toThrow()
  expect(sessionNow()).toEqual({ token: undefined, user: undefined })
  expect(ended).toBe(1)
})

it('removes an ended session without a message when the call was initial', async () => {
  answer = bad(999, 'session_ended', 'Sign in again.')
  await expect(call('userInfo', {}, { initial: true })).rejects.toThrow()
  expect(sessionNow().token).toBeUndefined()
  expect([ended, said()]).toEqual([0, []])
})

it('keeps the new session when a late answer ends the old one', async () => {
  answer = bad(999, 'session_ended', 'Sign in again.')
  const late = call('getBalance', {}).catch(() => undefined)
  signIn({ token: 'token-2', user: SIGNED_IN })
  await late
  expect(sessionNow().token).toBe('token-2')
})

it.each([
  [{ status: 503, body: 'upstream is down' }, 'status', 'common.error_server'],
  [{ status: 200, body: '<html>' }, 'unreadable', 'common.error_answer'],
  [{ status: 200, body: '{"hello":1}' }, 'unreadable', 'common.error_answer'],
])('%j is a failure of kind %s', async (given, kind, words) => {
  answer = given
  await expect(call('tradeList', {})).rejects.toMatchObject({ kind, message: words })
  expect(said()).toEqual([words])
})

it('reports a network failure; only the message for customers mentions orders', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const message = async () => call('tradeList', {}).catch((error: Error) => error.message)
  clearSession()
  expect(await message()).toBe('common.error_network_visitor')
  signIn({ token: 'token-3', user: SIGNED_IN })
  expect(await message()).toBe('common.error_network')
})

it('shows nothing for a cancelled call', async () => {
  answer = good([])
  const abort = new AbortController()
  abort.abort()
  await expect(call('tradeList', {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(said()).toEqual([])
})
