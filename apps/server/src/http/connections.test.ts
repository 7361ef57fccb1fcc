/**
 * One address that opens connections or sockets and leaves them idle: it gets its share, and another address is
 * answered.
 */
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import { afterEach, expect, test, vi } from 'vitest'

const [SOCKETS, CONNECTIONS] = [2, 3]
const ATTEMPTS = 12
/** Addresses of one home line of IPv6, each in a network of its own. */
const HOME_LINE = Array.from({ length: 30 }, (_, index) => `2001:db8:0:1${(index + 16).toString(16)}::1`)
const NEIGHBOUR = '2001:db8:0:200::1'

let server: TestServer
let clients: Socket[] = []

afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await server.close()
})

async function open(trustProxy: boolean): Promise<void> {
  server = await openTestServer({
    config: { socketsPerAddress: SOCKETS, connectionsPerAddress: CONNECTIONS, trustProxy },
  })
}

/** The first line of the answer to a request whose connection then stays open. */
async function ask(port: number, localAddress: string): Promise<string> {
  const client = connect({ port, host: '127.0.0.1', localAddress })
  clients.push(client)
  client.on('error', () => {})
  await once(client, 'connect')
  // Without a request: a refused connection is answered all the same.
  await new Promise((resolve) => setTimeout(resolve, 20))
  if (!client.destroyed) client.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
  const [answer] = await once(client, 'data')
  return String(answer).split('\r\n')[0] ?? ''
}

const isRefused = (line: string) => line === 'HTTP/1.1 429 Too Many Requests'
const isAnswered = (line: string) => !isRefused(line)

test('a stop is clean although a client holds half a request, app and office', async () => {
  await open(false)
  for (const port of [server.port, server.office.port]) {
    const client = connect({ port, host: '127.0.0.1' })
    clients.push(client)
    client.on('error', () => {})
    await once(client, 'connect')
    client.write('GET / HTTP/1.1\r\nHost: a\r\n')
  }
  await server.stop()
  expect(server.logged.filter((line) => line.includes('a part did not close cleanly'))).toEqual([])
})

test('one address has at most its number of connections, app and office; other addresses are answered', async () => {
  await open(false)
  for (const port of [server.port, server.office.port]) {
    const lines: string[] = []
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) lines.push(await ask(port, '127.0.0.1'))
    expect(lines.filter(isAnswered)).toHaveLength(SOCKETS + CONNECTIONS)
    expect(lines.filter(isRefused)).toHaveLength(ATTEMPTS - SOCKETS - CONNECTIONS)
    expect(isAnswered(await ask(port, '127.0.0.2'))).toBe(true)
    clients[port === server.port ? 0 : ATTEMPTS + 1]?.destroy()
    await expect.poll(async () => isAnswered(await ask(port, '127.0.0.1'))).toBe(true)
  }
  expect(server.app.server.keepAliveTimeout).toBe(10_000)
})

test('a home line of IPv6 has four times the number, whatever networks it uses', async () => {
  await open(false)
  const isTaken = (remoteAddress: string) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
    const refuse = vi.spyOn(socket, 'end').mockReturnValue(socket)
    clients.push(socket)
    server.app.server.emit('connection', socket)
    return refuse.mock.calls.length === 0
  }
  expect(HOME_LINE.filter(isTaken)).toHaveLength(4 * (SOCKETS + CONNECTIONS))
  expect(isTaken(NEIGHBOUR)).toBe(true)
})

test('behind a proxy it has four times the sockets, and one that is closed makes room', async () => {
  await open(true)
  const phones = new Phones(server)
  const opens = (from: string) =>
    phones.open({ headers: { 'x-forwarded-for': from } }).then(
      () => true,
      () => false,
    )
  const opened: boolean[] = []
  for (const from of HOME_LINE) opened.push(await opens(from))
  expect(opened.filter(Boolean)).toHaveLength(4 * SOCKETS)
  expect(await opens(NEIGHBOUR)).toBe(true)
  const [last = ''] = HOME_LINE.slice(-1)
  expect(await opens(last)).toBe(false)
  phones.all[0]?.wire.close()
  await expect.poll(() => opens(last)).toBe(true)
  phones.hangUp()
})

test('a client whose socket is refused keeps no connection open', async () => {
  await open(false)
  const client = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  const wanted = ['Connection: Upgrade', 'Upgrade: websocket', 'Origin: https://evil.example']
  client.write(`GET /v1/ws HTTP/1.1\r\nHost: localhost:${server.port}\r\n${wanted.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(client, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
  const connections = () => new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

test('connections of a trusted proxy: none is refused, and idle ones outlive its own', async () => {
  await open(true)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    expect(await ask(server.port, '127.0.0.1')).toBe('HTTP/1.1 200 OK')
  expect(server.app.server.keepAliveTimeout).toBe(72_000)
})
