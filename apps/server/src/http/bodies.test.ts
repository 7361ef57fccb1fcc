/**
 * Clients whose bodies are made of tiny chunks, or never end: they are cut off, and the server is handed over few
 * chunks. Bodies as real clients send them are read.
 */

import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { freePort } from '@veritick/testing/free-port'
import { openTestServer } from '@veritick/testing/test-server'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMetrics } from '../metrics/index.ts'
import { holdPorts } from '../start/placeholder.ts'
import { CHUNK_BYTES_MEAN_MIN, CHUNKS_FREE, REST_BYTES_MAX } from './bodies.ts'
import { openWeb, type WebFixture } from './web-fixture.ts'

/** Fits into the 64 KiB that Node reads at once. */
const TINY = '1\r\na\r\n'.repeat(10_000)
const END = '0\r\n\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const HOST = '127.0.0.1'

let web: WebFixture
let bodies: unknown[]
let called: Called
let clients: Socket[] = []

beforeEach(async () => {
  bodies = []
  const wire = (app: FastifyInstance) => {
    app.post('/echo', async ({ body }) => {
      bodies.push(body)
      return 'read'
    })
  }
  web = await openWeb({ wire })
  called = countCalls(web.app.server)
  await web.app.listen({ port: 0, host: HOST })
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await web.close()
})

const portOf = ({ server }: { readonly server: Server }) => (server.address() as AddressInfo).port
const port = () => portOf(web.app)
const head = (method: string, path: string, lines: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`

type Called = { kOnBody: number; kOnHeadersComplete: number }

/** How often Node's parser calls JavaScript for a chunk and for a request, of all connections of the server. */
function countCalls(server: Server): Called {
  const counted: Called = { kOnBody: 0, kOnHeadersComplete: 0 }
  type Parser = { [at: number]: (...parts: unknown[]) => unknown } & { readonly constructor: Record<string, number> }
  server.on('connection', (socket: Socket) => {
    const { parser } = socket as Socket & { readonly parser?: Parser }
    if (parser === undefined) throw new Error('this Node has its parser elsewhere')
    for (const name of ['kOnBody', 'kOnHeadersComplete'] as const) {
      const at = parser.constructor[name] ?? -1
      const real = parser[at]
      if (real === undefined) throw new Error('an earlier connection kept the parser from calling')
      parser[at] = function counting(...parts) {
        counted[name] += 1
        return real.apply(this, parts)
      }
      socket.once('close', () => {
        parser[at] = real
      })
    }
  })
  return counted
}

function open(to: number): Socket {
  const client = connect(to, HOST)
  client.on('error', () => {})
  clients.push(client)
  return client
}

/** Sends the pieces, and then nothing more. Gives what was answered, once the server has ended the connection. */
async function untilEnded(to: number, ...pieces: readonly string[]): Promise<string> {
  const client = open(to)
  let text = ''
  client.on('data', (data) => {
    text += String(data)
  })
  for (const piece of pieces) client.write(piece)
  if (!client.destroyed) await new Promise((resolve) => client.once('close', resolve))
  return text
}

describe('tiny chunks', () => {
  test.each([
    ['a path that answers before the body', head('POST', '/unknown', CHUNKED)],
    ['a page', head('GET', '/', CHUNKED)],
    ['a body that is read', head('POST', '/echo', JSON_TYPE + CHUNKED)],
    ['a body that is announced first', head('POST', '/echo', `Expect: 100-continue\r\n${JSON_TYPE}${CHUNKED}`)],
    ['no host', `POST /echo HTTP/1.1\r\n${JSON_TYPE}${CHUNKED}\r\n`],
    ['HTTP/1.0', `POST /unknown HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n${CHUNKED}\r\n`],
  ])('of a client are not handed over beyond the limit: %s', async (_name, first) => {
    await untilEnded(port(), first + TINY)
    expect(called.kOnBody).toBeLessThan(CHUNKS_FREE + 5)
    expect(bodies).toEqual([])
  })

  test('of a client are answered with 400 where the body is read', async () => {
    const answer = await untilEnded(port(), head('POST', '/echo', JSON_TYPE + CHUNKED) + TINY)
    expect(answer).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  test('of a client that was answered end its connection, although more would come', async () => {
    const answer = await untilEnded(port(), head('POST', '/unknown', CHUNKED), '1\r\na\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 .*connection: close/is)
  })

  test('leave nothing behind: the next clients are read', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await untilEnded(port(), head('POST', '/echo', JSON_TYPE + CHUNKED) + TINY)
      await untilEnded(port(), head('GET', '/unknown', '').repeat(500))
      const body = JSON.stringify({ turn })
      const asked = { method: 'POST', body, headers: { 'content-type': 'application/json', connection: 'close' } }
      expect(await (await fetch(`http://${HOST}:${port()}/echo`, asked)).text()).toBe('read')
    }
    expect(bodies).toHaveLength(5)
  })
})

test('a client that sends 1,000 requests at once is parsed no further than the second', async () => {
  await untilEnded(port(), head('GET', '/unknown', '').repeat(1_000))
  expect(called.kOnHeadersComplete).toBeLessThan(3)
})

test('a client whose long body no route reads is cut off after the answer; a short rest is read', async () => {
  const long = `Content-Length: ${REST_BYTES_MAX + 1}\r\n`
  expect(await untilEnded(port(), head('POST', '/unknown', long), 'a')).toMatch(/^HTTP\/1\.1 404 .*connection: close/is)
  const client = open(port())
  client.write(head('POST', '/unknown', `Content-Length: ${REST_BYTES_MAX}\r\n`))
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 .*connection: keep-alive/is)
  client.write('a'.repeat(REST_BYTES_MAX))
  client.write(head('GET', '/healthz', 'Connection: close\r\n'))
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
})

test('a client that sends its body in chunks as real ones do is read', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(15_000) })
  const chunksOf = (size: number) =>
    (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).map((each) => `${each.length.toString(16)}\r\n${each}\r\n`)
  const sizes = [CHUNK_BYTES_MEAN_MIN, 536, 1_460, 8_192]
  for (const size of sizes) {
    const answer = await untilEnded(port(), head('POST', '/echo', JSON_TYPE + CHUNKED) + chunksOf(size).join('') + END)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  }
  expect(bodies).toHaveLength(sizes.length)
})

test('every port of the process ends the connection of such a client', async () => {
  const limits = { trustProxy: false, socketsPerAddress: 2, connectionsPerAddress: 3 }
  const server = await openTestServer()
  const metrics = await openMetrics({ registry: new Registry(), port: 0, limits })
  const free = await freePort()
  const starting = await holdPorts([{ host: HOST, port: free }], limits)
  for (const each of [server.port, server.office.port, portOf(metrics), free]) {
    const answer = await untilEnded(each, head('POST', '/unknown', CHUNKED) + TINY)
    expect(answer === '' || /^HTTP\/1\.1 (404|503|400) .*connection: close/is.test(answer)).toBe(true)
    expect(await untilEnded(each, head('POST', '/unknown', CHUNKED), '1\r\na\r\n')).toMatch(/connection: close/i)
  }
  await starting.release()
  await metrics.close()
  await server.close()
})
