/** A reader that stops reading, over a real line: it gets the newest value instead of a backlog, or it is let go. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SOCKET_CLOSE, SOCKET_LIMITS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { BEHIND_BYTES, CLOSING_MILLIS, Connection, READ_BYTES_PER_SECOND } from './connection.ts'
import { Turn } from './frames.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
})
afterAll(() => server.close())

const padding = 'x'.repeat(10_000)
const value = (number: number) => JSON.stringify({ number, padding })

/** Both ends of a line, the reader not reading, the writer behind. */
async function stalled() {
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [wire, request] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  const heard: { type: string; seq: number; data: { number: number } }[] = []
  reader.on('message', (data) => heard.push(JSON.parse(String(data))))
  const connection = new Connection(wire, request.socket, { language: 'en', address: '127.0.0.1' })
  for (const topic of ['DAY_MARKET', 'FOREX_CLOSED']) connection.join(topic)
  reader.pause()
  let number = 0
  while (wire.bufferedAmount <= BEHIND_BYTES) {
    connection.push('DAY_MARKET', 'EURUSD', value(++number))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { reader, wire, stream: request.socket, connection, heard, sent: number }
}

test('only the newest of what it missed, nothing that must not be lost is dropped, and the numbers have no gap', async () => {
  const { reader, wire, connection, heard, sent } = await stalled()
  for (let number = sent + 1; number <= sent + 50; number++) connection.push('DAY_MARKET', 'EURUSD', value(number))
  connection.push('DAY_MARKET', 'USDJPY', value(-1))
  for (const number of [1, 2, 3]) connection.tell('FOREX_CLOSED', value(number))
  connection.checkConnection(0)
  expect(connection.behind).toBe(true)

  reader.resume()
  while (wire.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  connection.checkConnection(500)
  while (heard.at(-1)?.data.number !== -1) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(connection.behind).toBe(false)
  const quotes = heard.filter((message) => message.type === 'DAY_MARKET')
  expect(quotes.map((message) => message.data.number)).toEqual([
    ...Array.from({ length: sent }, (_, index) => index + 1),
    sent + 50,
    -1,
  ])
  expect(quotes.map((message) => message.seq)).toEqual(quotes.map((_, index) => index + 1))
  expect(heard.filter((message) => message.type === 'FOREX_CLOSED').map((message) => message.data.number)).toEqual([
    1, 2, 3,
  ])
  reader.terminate()
})

test('ten seconds behind: let go with its own code', async () => {
  const { reader, connection } = await stalled()
  const closed = once(reader, 'close')
  connection.checkConnection(1000)
  connection.checkConnection(1000 + SOCKET_LIMITS.unsentMillis - 1)
  expect(reader.readyState).toBe(WebSocket.OPEN)
  connection.checkConnection(1000 + SOCKET_LIMITS.unsentMillis)
  reader.resume()
  expect((await closed)[0]).toBe(SOCKET_CLOSE.slowReader)
})

test('a reader that never reads again: the goodbye is stuck behind what it has not read, so the line is cut soon after', async () => {
  const { reader, wire, connection } = await stalled()
  connection.checkConnection(0)
  const cut = once(wire, 'close')
  const terminate = vi.spyOn(wire, 'terminate')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    connection.checkConnection(SOCKET_LIMITS.unsentMillis)
    vi.advanceTimersByTime(CLOSING_MILLIS - 1)
    expect([wire.readyState, terminate.mock.calls.length]).toEqual([WebSocket.CLOSING, 0])
    vi.advanceTimersByTime(1)
    expect(terminate).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
  await cut
  expect(wire.readyState).toBe(WebSocket.CLOSED)
  reader.terminate()
})

test('the same snapshot again no sooner than a second later, whether it was left since or not', async () => {
  const { reader, connection } = await stalled()
  expect(connection.mayBegin('DAY_MARKET', 0)).toBe(true)
  connection.leave('DAY_MARKET')
  connection.join('DAY_MARKET')
  expect(connection.mayBegin('DAY_MARKET', 999)).toBe(false)
  expect(connection.mayBegin('FOREX_TRADE', 999)).toBe(true)
  expect(connection.mayBegin('DAY_MARKET', 1000)).toBe(true)
  reader.terminate()
})

test('a mebibyte unsent: let go at once, even for what must not be lost', async () => {
  const { reader, wire, connection } = await stalled()
  const closed = once(reader, 'close')
  let told = 0
  while (wire.readyState === WebSocket.OPEN) connection.tell('FOREX_CLOSED', value(++told))
  expect(wire.bufferedAmount).toBeGreaterThan(SOCKET_LIMITS.unsentBytes)
  expect(wire.bufferedAmount).toBeLessThan(SOCKET_LIMITS.unsentBytes + 3 * padding.length)
  expect(told).toBeGreaterThan(50)
  reader.resume()
  expect((await closed)[0]).toBe(SOCKET_CLOSE.slowReader)
})

test('what was held back for a topic is forgotten when it is left', async () => {
  const { reader, wire, connection, heard, sent } = await stalled()
  connection.push('DAY_MARKET', 'EURUSD', value(sent + 1))
  connection.leave('DAY_MARKET')
  reader.resume()
  while (wire.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  connection.checkConnection(0)
  connection.tell('FOREX_CLOSED', value(7))
  while (heard.at(-1)?.type !== 'FOREX_CLOSED') await new Promise((resolve) => setTimeout(resolve, 5))
  expect(must(heard.at(-2), 'the last quote').data.number).toBe(sent)
  reader.terminate()
})

test('calls that its connection carried before, as those of a proxy do, count for nothing', async () => {
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { padding }
  for (let sent = 0; sent <= READ_BYTES_PER_SECOND; sent += padding.length) {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent, headers }), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  const reader = new WebSocket(`ws://127.0.0.1:${port}`, { agent })
  const [wire, { socket }] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  const connection = new Connection(wire, socket, { language: 'en', address: '127.0.0.1' })
  expect(socket.bytesRead).toBeGreaterThan(READ_BYTES_PER_SECOND)
  connection.checkConnection(0)
  expect(wire.readyState).toBe(WebSocket.OPEN)
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  reader.terminate()
  agent.destroy()
})

const CODES = ['EURUSD', 'USDJPY', 'GBPUSD', 'AUDUSD', 'XAUUSD']
const pricesFrom = (first: number) =>
  new Turn(
    'DAY_MARKET',
    CODES.map((code, at) => ({ slot: code, seq: first + at, data: `"${code}"`, symbol: code })),
  )

test('a reader that narrowed DAY_MARKET gets its messages of a turn in one write', async () => {
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: unknown[] = []
  reader.on('message', (data) => heard.push(JSON.parse(String(data))))
  const [wire, request] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  const connection = new Connection(wire, request.socket, { language: 'en', address: '127.0.0.1' })
  connection.symbols = new Set(CODES.filter((code) => code !== 'USDJPY'))
  connection.join('DAY_MARKET')
  const written = vi.spyOn(request.socket, 'write')
  const own = connection.share(pricesFrom(1))
  expect(written).toHaveBeenCalledOnce()
  expect(own).toBe(4)
  connection.share(pricesFrom(6))
  connection.say({ type: 'pong' })
  const type = 'DAY_MARKET'
  await expect
    .poll(() => heard)
    .toEqual([
      { type, seq: 1, snapshot: true, data: 'EURUSD' },
      { type, seq: 3, from: 2, data: 'GBPUSD' },
      { type, seq: 4, data: 'AUDUSD' },
      { type, seq: 5, data: 'XAUUSD' },
      { type, seq: 6, data: 'EURUSD' },
      { type, seq: 8, from: 7, data: 'GBPUSD' },
      { type, seq: 9, data: 'AUDUSD' },
      { type, seq: 10, data: 'XAUUSD' },
      { type: 'pong' },
    ])
  connection.symbols = undefined
  expect(connection.share(pricesFrom(11))).toBe(0)
  reader.terminate()
})

test('the newest of what a reader missed goes out in one write', async () => {
  const { reader, wire, connection, stream, heard, sent } = await stalled()
  for (const code of CODES) connection.push('DAY_MARKET', code, value(-1))
  reader.resume()
  while (wire.bufferedAmount > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const written = vi.spyOn(stream, 'write')
  const caughtUp = connection.checkConnection(0)
  expect(written).toHaveBeenCalledOnce()
  expect(caughtUp).toBe(CODES.length)
  await expect.poll(() => heard.length).toBe(sent + CODES.length)
  expect(connection.checkConnection(500)).toBe(0)
  reader.terminate()
})

test('a reader that narrowed DAY_MARKET gets the shared bytes of other topics', async () => {
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [wire, request] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  const connection = new Connection(wire, request.socket, { language: 'en', address: '127.0.0.1' })
  const written = vi.spyOn(request.socket, 'write')
  const turnOf = (topic: string, seq: number, isSnapshot = false) => {
    return new Turn(topic, [{ slot: topic, seq, data: '{}', symbol: 'EURUSD' }], isSnapshot)
  }
  connection.symbols = new Set(['USDJPY'])
  const isShared = (topic: string) => {
    connection.join(topic)
    connection.begin(turnOf(topic, 1, true))
    const turn = turnOf(topic, 2)
    connection.share(turn)
    return written.mock.calls.some(([bytes]) => bytes === turn.plain)
  }
  expect(isShared('KLINE_EURUSD')).toBe(true)
  expect(isShared('DAY_MARKET')).toBe(false)
  reader.terminate()
})
