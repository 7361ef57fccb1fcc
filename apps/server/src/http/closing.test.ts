/** A server closes although clients hold requests that never end; an answer that ends in time is whole. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeWithin } from './closing.ts'

let app: FastifyInstance
let answer: (body: string) => void
let clients: Socket[] = []

beforeEach(async () => {
  app = Fastify({ logger: false })
  app.get('/slow', () => new Promise((resolve) => (answer = resolve)))
  app.post('/upload', async () => 'read')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  for (const client of clients) client.destroy()
  clients = []
})

/** A client that sends this and nothing more. */
async function sends(words: string): Promise<Socket> {
  const address = app.server.address()
  const client = connect({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 })
  clients.push(client)
  client.on('error', () => {})
  await once(client, 'connect')
  if (words !== '') await new Promise<void>((sent) => client.write(words, () => sent()))
  return client
}

test.each([
  ['nothing', ''],
  ['half a header', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['half a body', 'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf'],
  ['a request whose answer does not end', 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'],
])('a client has sent %s', async (_, words) => {
  const arrived = once(app.server, 'connection')
  const client = await sends(words)
  await arrived
  // A client that does not read would not see the end.
  client.resume()
  const cut = once(client, 'close')
  await closeWithin(app, 50)
  await cut
})

test('an answer that ends within the grace is whole', async () => {
  const begun = once(app.server, 'request')
  const client = await sends('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await begun
  const said = text(client)
  const closed = closeWithin(app, 60_000)
  answer('done')
  await closed
  expect(await said).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*done$/)
})
