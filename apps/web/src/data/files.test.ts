/** A statement against a real HTTP server: the file, its name, and refusals. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
const { downloadStatement } = await import('./files.ts')
const { clearSession, sessionNow, signIn } = await import('./session.ts')

const PERIOD = { from: '2026-11-01', to: '2026-11-21', format: 'csv' } as const
const user = { id: 7 } as Parameters<typeof signIn>[0]['user']

let server: Server
let asked: { readonly url: URL; readonly headers: IncomingHttpHeaders } | undefined
let answer: (response: ServerResponse) => void

beforeEach(async () => {
  server = createServer((request, response) => {
    asked = { url: new URL(request.url ?? '', 'http://here'), headers: request.headers }
    answer(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, request: RequestInit) => real(`http://127.0.0.1:${port}${address}`, request))
  signIn({ token: 'token-7', user })
})
afterEach(async () => {
  clearSession()
  vi.unstubAllGlobals()
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const download = (onBytes: (bytes: number) => void = () => {}) =>
  downloadStatement(PERIOD, { onBytes, signal: new AbortController().signal })
const refused = (reason: string) => (response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ code: 2252, reason, msg: 'Too many.', data: null }))

it('is a file with the name from the server, and its bytes are counted', async () => {
  answer = (response) =>
    response
      .writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="statement-R7-a-b.csv"',
      })
      .end('Time,Entry\r\n')
  const counted: number[] = []
  const file = await download((bytes) => counted.push(bytes))
  expect(file.name).toBe('statement-R7-a-b.csv')
  expect(await file.content.text()).toBe('Time,Entry\r\n')
  expect(counted.at(-1)).toBe(12)
  expect(asked?.headers.authorization).toBe('token-7')
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toMatchObject(PERIOD)
})

it('has a default name when the server sent no valid name', async () => {
  answer = (response) =>
    response
      .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="../x"' })
      .end('')
  expect((await download()).name).toBe('statement-2026-11-01-2026-11-21.csv')
})

it('is a refusal, not a file, when the server refuses', async () => {
  answer = refused('period_too_long')
  await expect(download()).rejects.toMatchObject({ reason: 'period_too_long', kind: 'refused', message: 'Too many.' })
})

it('ends the session like every call', async () => {
  answer = refused('session_ended')
  await expect(download()).rejects.toMatchObject({ reason: 'session_ended' })
  expect(sessionNow().token).toBeUndefined()
})

it('is no file when the connection breaks', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '5000' })
    response.write('Time,')
    setTimeout(() => response.destroy(), 20)
  }
  await expect(download()).rejects.toMatchObject({ kind: 'network' })
})
