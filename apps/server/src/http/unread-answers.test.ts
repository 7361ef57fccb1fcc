/** Clients that ask for long answers and read nothing: they lose their own connections, and other clients none. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitClients } from './connections.ts'
import { limitUnread, UNREAD, type UnreadLimits } from './unread-answers.ts'

const MEGABYTE = 1_048_576
/** Far more than the system keeps for a connection. */
const LONG = Buffer.alloc(32 * MEGABYTE)
/** Bytes of one such answer stay unread, not those of two. */
const OF_ONE = 40 * MEGABYTE

let server: Server
const clients: Socket[] = []
/** The server's ends of the connections, in their order. */
const held: Socket[] = []

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  held.length = 0
  server.close()
})

async function listen(limit: (server: Server) => void): Promise<void> {
  server = createServer((_request, response) => void response.end(LONG))
  limit(server)
  server.on('connection', (socket) => held.push(socket))
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
}

const limited = (limits: Partial<UnreadLimits>) =>
  listen((of) => {
    const watch = limitUnread(of, { ...UNREAD, ...limits })
    of.prependListener('request', (_request, response) => watch(response))
  })

/** Asks and does not read on once the answer has begun. Gives the number of the connection. */
async function ask(localAddress: string): Promise<number> {
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  clients.push(client)
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(client, 'data')
  client.pause()
  return held.length - 1
}

const cutOff = () => held.flatMap((socket, index) => (socket.destroyed ? [index] : []))

test('a connection that takes nothing of its answer is cut off', async () => {
  await limited({ patienceMs: 500 })
  await ask('127.0.0.1')
  expect(cutOff()).toEqual([])
  await expect.poll(cutOff, { timeout: 10_000 }).toEqual([0])
})

test('every server of the process expects progress, and a client that reads gets the whole answer', async () => {
  await listen((of) => limitClients(of, { trustProxy: false, socketsPerAddress: 5, connectionsPerAddress: 5 }))
  await ask('127.0.0.1')
  await expect.poll(() => held[0]?.timeout).toBe(UNREAD.patienceMs)
  const [client] = clients
  let read = 0
  client?.on('data', (bytes: Buffer) => {
    read += bytes.length
  })
  client?.resume()
  await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(LONG.length - MEGABYTE)
  await expect.poll(() => held[0]?.timeout).not.toBe(UNREAD.patienceMs)
  expect(cutOff()).toEqual([])
})

test('of a network that leaves too much unread the oldest answers are cut off, and of no other network', async () => {
  await limited({ bytesOfNetworkMax: OF_ONE })
  await ask('127.0.0.2')
  const first = await ask('127.0.0.1')
  const second = await ask('127.0.0.1')
  await expect.poll(cutOff).toEqual([first])
  await ask('127.0.0.1')
  await expect.poll(cutOff).toEqual([first, second])
})

test('when all leave too much unread, the network that leaves most loses its oldest answer', async () => {
  await limited({ bytesMax: 2 * OF_ONE })
  await ask('127.0.0.2')
  const first = await ask('127.0.0.1')
  expect(cutOff()).toEqual([])
  await ask('127.0.0.1')
  await expect.poll(cutOff).toEqual([first])
})
