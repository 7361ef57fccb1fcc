/**
 * The limits of connections hold for every HTTP server of the process: both addresses of localhost, the page of a
 * starting process, and the metrics.
 */

import dns from 'node:dns'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { freePort } from '@veritick/testing/free-port'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openMetrics } from '../metrics/index.ts'
import { holdPorts } from '../start/placeholder.ts'

const LIMITS = { trustProxy: false, socketsPerAddress: 2, connectionsPerAddress: 3 }
const CONNECTIONS = 5
const REFUSED = 'HTTP/1.1 429 Too Many Requests'
const REQUESTS = 50
/** Stand for 127.0.0.1 and ::1, which not every machine has. Both are reached from one address. */
const [FIRST, SECOND] = ['127.0.0.1', '127.0.0.2']

let clients: Socket[] = []
let close: () => Promise<unknown> = async () => {}

afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  vi.restoreAllMocks()
  await close()
})

type Place = { readonly host: string; readonly port: number }

function client({ host, port }: Place): Socket {
  const opened = connect({ host, port, localAddress: '127.0.0.1' })
  opened.on('error', () => {})
  clients.push(opened)
  return opened
}

/** Opens a connection to each place, one after the other, and sends nothing. Gives how many are refused so far. */
async function connectTo(places: readonly Place[]): Promise<() => number> {
  const refused = new Set<Socket>()
  for (const place of places) {
    const opened = client(place)
    opened.on('data', () => refused.add(opened))
    await once(opened, 'connect')
  }
  return () => refused.size
}

/** The first line of the answer. */
async function ask(place: Place): Promise<string> {
  const opened = client(place)
  await once(opened, 'connect')
  opened.write(`GET /metrics HTTP/1.1\r\nHost: localhost:${place.port}\r\n\r\n`)
  const [answer] = await once(opened, 'data')
  opened.destroy()
  return String(answer).split('\r\n')[0] ?? ''
}

/** How many requests of one piece are answered. The last one asks to end the connection. */
async function answeredOf(place: Place): Promise<number> {
  const written = vi.spyOn(ServerResponse.prototype, 'writeHead')
  const opened = client(place)
  opened.resume()
  // Of these requests only: the server may still answer the one of a client that was cut off before.
  const url = `/metrics?client=${place.host}:${place.port}`
  const head = `GET ${url} HTTP/1.1\r\nHost: localhost:${place.port}\r\n`
  opened.write(`${`${head}\r\n`.repeat(REQUESTS)}${head}Connection: close\r\n\r\n`)
  await new Promise((resolve) => opened.once('close', resolve))
  const answered = (written.mock.contexts as readonly ServerResponse[]).filter(({ req }) => req.url === url).length
  written.mockRestore()
  return answered
}

describe('a server on localhost', () => {
  let server: TestServer
  const places = () => [FIRST, SECOND].map((host) => ({ host, port: server.port }))

  beforeEach(async () => {
    const found = [FIRST, SECOND].map((address) => ({ address, family: 4 }))
    const lookup = dns.lookup as (...parts: unknown[]) => void
    vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
      if (name !== 'localhost') return lookup(name, ...rest)
      const done = rest.at(-1) as (error: null, address: unknown, family?: number) => void
      return (rest[0] as { readonly all?: boolean }).all === true ? done(null, found) : done(null, FIRST, 4)
    }) as never)
    vi.spyOn(dns.promises, 'lookup').mockResolvedValue(found as never)
    server = await openTestServer({ config: { ...LIMITS, host: 'localhost', officeHost: 'localhost' } })
    close = () => server.close()
  })

  test('a client has at most its number of connections at both addresses together', async () => {
    const refused = await connectTo(Array.from({ length: CONNECTIONS }, places).flat())
    await expect.poll(refused).toBe(CONNECTIONS)
    for (const place of places()) expect(await ask(place)).toBe(REFUSED)
  })

  test('a client that sends requests before the answers is cut off at both, of the app and of the office', async () => {
    for (const port of [server.port, server.office.port])
      for (const host of [FIRST, SECOND]) expect(await answeredOf({ host, port })).toBeLessThan(2)
  })

  test('a client of either address is answered, and its socket opens', async () => {
    for (const { host, port } of places()) {
      const answer = await fetch(`http://${host}:${port}/healthz`, { headers: { connection: 'close' } })
      expect(answer.status).toBe(200)
      const socket = new WebSocket(`ws://${host}:${port}/v1/ws`, { headers: { host: `localhost:${port}` } })
      await once(socket, 'open')
      socket.terminate()
    }
  })

  test('a client finds neither address open once the server has stopped', async () => {
    const stopped = places()
    await server.close()
    close = async () => {}
    for (const place of stopped) {
      const [error] = await once(connect(place), 'error')
      expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    }
  })
})

describe.each([
  ['the page of a starting process', startingPage],
  ['the metrics', metrics],
] as const)('%s', (_name, open) => {
  let place: Place
  beforeEach(async () => {
    place = await open()
  })

  test('has at most the number of connections of one address', async () => {
    const refused = await connectTo(Array.from({ length: 2 * CONNECTIONS }, () => place))
    await expect.poll(refused).toBe(CONNECTIONS)
    expect(await ask(place)).toBe(REFUSED)
    clients[0]?.destroy()
    await expect.poll(() => ask(place)).not.toBe(REFUSED)
  })

  test('cuts off a client that sends requests before the answers', async () => {
    expect(await answeredOf(place)).toBeLessThan(2)
  })
})

async function startingPage(): Promise<Place> {
  const place = { host: FIRST, port: await freePort() }
  const { release } = await holdPorts([place], LIMITS)
  close = release
  return place
}

async function metrics(): Promise<Place> {
  const app = await openMetrics({ registry: new Registry(), port: 0, limits: LIMITS })
  close = () => app.close()
  return { host: FIRST, port: (app.server.address() as AddressInfo).port }
}
