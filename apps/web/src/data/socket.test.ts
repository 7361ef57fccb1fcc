/** The live socket against a real `ws` server: drops, silences, sleep and gaps. Only the socket's timers are fake. */
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket, WebSocketServer } from 'ws'
import {
  CONNECT_TIMEOUT_MILLIS,
  type Connection,
  LiveSocket,
  LOGIN_TIMEOUT_MILLIS,
  type Message,
  SILENCE_MILLIS,
  type Wire,
} from './socket.ts'

const HEARTBEAT = 5000

type Peer = { readonly heard: string[]; readonly said: (message: object) => void; readonly cut: () => void }
let server: WebSocketServer
let peers: Peer[]
let answering: boolean
let states: Connection[]
let messages: Message[]
let gaps: string[]
let logins: number[]
let socket: LiveSocket
let connect: () => Wire

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  peers = []
  answering = true
  states = []
  messages = []
  gaps = []
  logins = []
  server = new WebSocketServer({ port: 0 })
  server.on('connection', (wire) => {
    const heard: string[] = []
    peers.push({ heard, said: (message) => wire.send(JSON.stringify(message)), cut: () => wire.terminate() })
    wire.on('message', (data) => {
      heard.push(String(data))
      if (String(data) === 'ping' && answering) wire.send('pong')
    })
  })
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  connect = () => new NodeSocket(`ws://127.0.0.1:${port}`) as unknown as Wire
  socket = new LiveSocket({
    connect: () => connect(),
    onMessage: (message) => messages.push(message),
    onConnection: (state) => states.at(-1) !== state && states.push(state),
    onGap: (topic) => gaps.push(topic),
    onLogin: (code) => logins.push(code),
    chance: () => 1,
  })
})

afterEach(async () => {
  socket.stop()
  for (const client of server.clients) client.terminate()
  await new Promise((done) => server.close(done))
  vi.useRealTimers()
})

/** The network is real: waits until a condition holds. */
async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5000; turn++) {
    if (condition()) return
    await new Promise((done) => setImmediate(done))
  }
  throw new Error('it never came')
}

const peer = (place: number): Peer => {
  const found = peers[place]
  if (!found) throw new Error(`there is no connection ${place}`)
  return found
}
const BATCH = '{"type":"batch","params":true}'
/** The received texts, without the heartbeat and the first message of every connection. */
const heard = (place: number) => peers[place]?.heard ?? []
const sent = (place: number) => heard(place).filter((text) => text !== 'ping' && text !== BATCH)
const pings = (place: number) => heard(place).filter((text) => text === 'ping').length

const CONFIRMED = { type: 'login_result', code: 1, msg: '' }
const TOO_MANY = { type: 'login_result', code: 429, reason: 'too_many_requests', msg: '' }

it('signs in, subscribes to everything in one message, and is live once the sign-in is confirmed', async () => {
  socket.setToken('token-1')
  socket.subscribe('DAY_MARKET')
  socket.subscribe('FOREX_TRADE')
  socket.start()
  expect(states).toEqual(['connecting'])
  await until(() => sent(0).length === 2)
  peer(0).said({ type: 'DAY_MARKET', seq: 1, snapshot: true, data: 'quote' })
  await until(() => messages.length === 1)
  expect(states).toEqual(['connecting'])
  peer(0).said(CONFIRMED)
  await until(() => states.at(-1) === 'live')
  expect(sent(0).map((text) => JSON.parse(text))).toEqual([
    { type: 'login', params: 'token-1' },
    { type: 'sub', params: ['DAY_MARKET', 'FOREX_TRADE'] },
  ])
})

it('counts the users of a topic: subscribed for the first, ended after the last', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  const chart = socket.subscribe('KLINE.EURUSD')
  const other = socket.subscribe('KLINE.EURUSD')
  await until(() => sent(0).length === 1)
  chart()
  chart()
  other()
  const next = socket.subscribe('KLINE.GBPUSD')
  await until(() => sent(0).length === 3)
  expect(sent(0)).toEqual([
    '{"type":"sub","params":["KLINE.EURUSD"]}',
    '{"type":"unsub","params":["KLINE.EURUSD"]}',
    '{"type":"sub","params":["KLINE.GBPUSD"]}',
  ])
  next()
})

it('sends nothing when a topic is left and joined again in one tick', async () => {
  socket.start()
  const leave = socket.subscribe('KLINE.EURUSD')
  await until(() => states.at(-1) === 'live')
  leave()
  socket.subscribe('KLINE.EURUSD')
  await until(() => pings(0) === 1)
  expect(sent(0)).toEqual(['{"type":"sub","params":["KLINE.EURUSD"]}'])
})

it('pings every 5 seconds while it is answered', async () => {
  socket.start()
  await until(() => pings(0) === 1)
  for (const beat of [2, 3, 4, 5, 6]) {
    await until(() => states.at(-1) === 'live')
    vi.advanceTimersByTime(HEARTBEAT)
    await until(() => pings(0) === beat)
  }
  expect(peers).toHaveLength(1)
})

it('connects again after more than two unanswered pings', async () => {
  answering = false
  socket.subscribe('DAY_MARKET')
  socket.start()
  for (const beat of [1, 2, 3]) {
    await until(() => pings(0) === beat)
    expect(states).toEqual(['connecting'])
    vi.advanceTimersByTime(HEARTBEAT)
  }
  expect(states.at(-1)).toBe('lost')
  answering = true
  vi.advanceTimersByTime(500)
  await until(() => states.at(-1) === 'live')
  expect(sent(1)).toEqual(['{"type":"sub","params":["DAY_MARKET"]}'])
})

it('counts the figures as old 8 seconds after the last message, and keeps the connection', async () => {
  socket.subscribe('DAY_MARKET')
  socket.start()
  await until(() => states.at(-1) === 'live')
  vi.advanceTimersByTime(SILENCE_MILLIS - HEARTBEAT)
  // Every message is a sign of life, not only the answer to a ping.
  peer(0).said({ type: 'DAY_MARKET', seq: 1, snapshot: true, data: 'a' })
  await until(() => messages.length === 1)
  answering = false
  vi.advanceTimersByTime(SILENCE_MILLIS - 1)
  expect(states).toEqual(['connecting', 'live'])
  vi.advanceTimersByTime(1)
  expect(states).toEqual(['connecting', 'live', 'lost'])
  peer(0).said({ type: 'DAY_MARKET', seq: 2, data: 'b' })
  await until(() => messages.length === 2)
  expect(states.at(-1)).toBe('live')
  expect(peers).toHaveLength(1)
})

it('reconnects after a drop, with a longer pause after each failed attempt', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  peer(0).cut()
  await until(() => states.at(-1) === 'lost')
  vi.advanceTimersByTime(499)
  expect(peers).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await until(() => states.at(-1) === 'live')
  expect(peers).toHaveLength(2)

  const real = connect
  const attempts: number[] = []
  connect = () => {
    attempts.push(Date.now())
    return new NodeSocket('ws://127.0.0.1:1') as unknown as Wire
  }
  peer(1).cut()
  await until(() => states.at(-1) === 'lost')
  for (const [tried, pause] of [500, 1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    vi.advanceTimersByTime(pause - 1)
    expect(attempts).toHaveLength(tried)
    vi.advanceTimersByTime(1)
    expect(attempts).toHaveLength(tried + 1)
    await new Promise((done) => setImmediate(done))
    await until(() => vi.getTimerCount() === 1)
  }
  connect = real
})

it('gives up a connection that does not open within 5 seconds', () => {
  const silent: Wire = {
    readyState: 0,
    send: () => undefined,
    close: () => undefined,
    onopen: null,
    onclose: null,
    onerror: null,
    onmessage: null,
  }
  connect = () => silent
  socket.start()
  vi.advanceTimersByTime(CONNECT_TIMEOUT_MILLIS - 1)
  expect(states).toEqual(['connecting'])
  vi.advanceTimersByTime(1)
  expect(states).toEqual(['connecting', 'lost'])
})

it('asks for the messages of a moment in one frame, and takes each of them', async () => {
  socket.subscribe('DAY_MARKET')
  socket.start()
  await until(() => peers.length === 1 && sent(0).length === 1)
  expect(peer(0).heard[0]).toBe(BATCH)
  const quote = (seq: number) => ({ type: 'DAY_MARKET', seq, data: `quote ${seq}` })
  peer(0).said([{ ...quote(1), snapshot: true }, { type: 'error' }, 7, quote(2)])
  peer(0).said([quote(3)])
  peer(0).said(quote(4))
  await until(() => messages.length === 4)
  expect(messages.map(({ data }) => data)).toEqual(['quote 1', 'quote 2', 'quote 3', 'quote 4'])
  expect(gaps).toEqual([])
})

it('asks for a topic again when a number is missing, and still accepts the message', async () => {
  socket.subscribe('DAY_MARKET')
  socket.start()
  await until(() => states.at(-1) === 'live')
  peer(0).said({ type: 'DAY_MARKET', seq: 7, snapshot: true, data: 'a' })
  peer(0).said({ type: 'DAY_MARKET', seq: 8, data: 'b' })
  peer(0).said({ type: 'DAY_MARKET', seq: 10, data: 'd' })
  await until(() => messages.length === 3)
  expect(gaps).toEqual(['DAY_MARKET'])
  await until(() => sent(0).length === 3)
  expect(sent(0).slice(1)).toEqual(['{"type":"unsub","params":"DAY_MARKET"}', '{"type":"sub","params":"DAY_MARKET"}'])
  peer(0).said({ type: 'DAY_MARKET', seq: 1, snapshot: true, data: 'e' })
  peer(0).said({ type: 'DAY_MARKET', seq: 2, data: 'f' })
  await until(() => messages.length === 5)
  expect(gaps).toHaveLength(1)
  expect(messages.map((message) => message.data)).toEqual(['a', 'b', 'd', 'e', 'f'])
})

it('asks for the messages of a turn in one frame, and takes each of them in order', async () => {
  socket.subscribe('DAY_MARKET')
  socket.start()
  await until(() => states.at(-1) === 'live')
  expect(peer(0).heard[0]).toBe(BATCH)
  peer(0).said([
    { type: 'login_result', code: 1, msg: '' },
    { type: 'DAY_MARKET', seq: 7, snapshot: true, data: 'a' },
    { type: 'DAY_MARKET', seq: 7, snapshot: true, data: 'b' },
    'no message',
    { type: 'DAY_MARKET', seq: 8, data: 'c' },
  ])
  await until(() => messages.length === 3)
  expect(messages.map((message) => message.data)).toEqual(['a', 'b', 'c'])
  expect([gaps, logins]).toEqual([[], [1]])
})

it('a message that covers several numbers leaves no gap; a message that starts too late does', async () => {
  socket.subscribe('DAY_MARKET')
  socket.start()
  await until(() => states.at(-1) === 'live')
  peer(0).said({ type: 'DAY_MARKET', seq: 7, snapshot: true, data: 'a' })
  peer(0).said({ type: 'DAY_MARKET', seq: 11, from: 8, data: 'b' })
  await until(() => messages.length === 2)
  expect(gaps).toEqual([])
  peer(0).said({ type: 'DAY_MARKET', seq: 15, from: 13, data: 'c' })
  await until(() => gaps.length === 1)
})

it('counts the figures as old after sleep until the server answers', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  answering = false
  socket.wake()
  expect(states.at(-1)).toBe('lost')
  peer(0).said({ type: 'DAY_MARKET', seq: 1, data: 'sent before the sleep' })
  await until(() => messages.length === 1)
  expect(states.at(-1)).toBe('lost')
  vi.advanceTimersByTime(2000)
  answering = true
  vi.advanceTimersByTime(500)
  await until(() => states.at(-1) === 'live')
  expect(peers).toHaveLength(2)
})

it('reconnects at once when it wakes during a pause', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  peer(0).cut()
  await until(() => states.at(-1) === 'lost')
  socket.wake()
  await until(() => states.at(-1) === 'live')
  expect(peers).toHaveLength(2)
})

it('signs in and out on the open connection, and reports the result', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  socket.setToken('token-2')
  await until(() => sent(0).length === 1)
  peer(0).said({ type: 'login_result', code: 999, msg: 'The session has ended' })
  await until(() => logins.length === 1)
  socket.setToken(undefined)
  await until(() => sent(0).length === 2)
  expect(sent(0)).toEqual(['{"type":"login","params":"token-2"}', '{"type":"logout"}'])
  expect(logins).toEqual([999])
})

/** A signed-in device has lost its connection, and the next one is open: its login is sent. */
async function reconnects(): Promise<void> {
  socket.setToken('token-4')
  socket.start()
  await until(() => sent(0).length === 1)
  peer(0).said(CONFIRMED)
  await until(() => states.at(-1) === 'live')
  peer(0).cut()
  await until(() => states.at(-1) === 'lost')
  vi.advanceTimersByTime(500)
  await until(() => sent(1).length === 1)
}

/** The figures of the account would be those of before the drop, although quotes and pongs arrive. */
async function staysLost(): Promise<void> {
  const before = messages.length
  peer(1).said({ type: 'DAY_MARKET', seq: 1, snapshot: true, data: 'a quote' })
  await until(() => messages.length > before)
  expect(states.at(-1)).toBe('lost')
}

it('is not live after a reconnect whose login is refused, and signs in again after growing pauses', async () => {
  await reconnects()
  await staysLost()
  for (const [refused, pause] of [1000, 2000].entries()) {
    peer(1).said(TOO_MANY)
    await until(() => logins.length === refused + 2)
    vi.advanceTimersByTime(pause - 1)
    await staysLost()
    expect(sent(1)).toHaveLength(refused + 1)
    vi.advanceTimersByTime(1)
    await until(() => sent(1).length === refused + 2)
  }
  peer(1).said(CONFIRMED)
  await until(() => states.at(-1) === 'live')
  expect(peers).toHaveLength(2)
})

it('signs in again when a login gets no answer, or an error that names no message', async () => {
  await reconnects()
  peer(1).said({ type: 'error', code: 500, reason: 'internal_error', msg: '' })
  await staysLost()
  vi.advanceTimersByTime(LOGIN_TIMEOUT_MILLIS + 1000)
  await until(() => sent(1).length === 2)
  peer(1).said(CONFIRMED)
  await until(() => states.at(-1) === 'live')
})

it('a login on a live connection keeps it live until the login fails', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  socket.setToken('token-5')
  await until(() => sent(0).length === 1)
  expect(states.at(-1)).toBe('live')
  peer(0).said(TOO_MANY)
  await until(() => states.at(-1) === 'lost')
  socket.setToken(undefined)
  await until(() => states.at(-1) === 'live')
})

it('signs in with the language of the reader, and again when it changes, also on the next connection', async () => {
  socket.setLanguage('en')
  socket.setToken('token-3')
  socket.start()
  await until(() => peers.length === 1 && sent(0).length === 1)
  socket.setLanguage('en')
  socket.setLanguage('ar')
  await until(() => sent(0).length === 2)
  peer(0).cut()
  await until(() => states.at(-1) === 'lost')
  vi.advanceTimersByTime(500)
  await until(() => peers.length === 2 && sent(1).length === 1)
  const login = (lang: string) => ({ type: 'login', params: 'token-3', lang })
  expect([...sent(0), ...sent(1)].map((text) => JSON.parse(text))).toEqual([login('en'), login('ar'), login('ar')])
})

it('ignores text that is no message of the protocol', async () => {
  socket.start()
  await until(() => states.at(-1) === 'live')
  for (const odd of [
    {},
    { type: 5 },
    { type: 'error', code: 6001, reason: 'message_malformed', msg: '' },
    { type: 'DAY_MARKET' },
  ])
    peer(0).said(odd)
  peer(0).said({ type: 'DAY_MARKET', seq: 1, data: 'good' })
  await until(() => messages.length === 1)
  expect(states).toEqual(['connecting', 'live'])
})
