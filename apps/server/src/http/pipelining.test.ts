/** A client that sends requests before the answers: one reaches the server, and no file stays open behind it. */
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { openTestServer } from '@veritick/testing/test-server'
import { Phones } from '@veritick/testing/test-sockets'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ASSET, openWeb, type WebFixture } from './web-fixture.ts'

const REQUESTS = 1_000

let web: WebFixture
let handled: string[]

beforeEach(async () => {
  handled = []
  const wire = (app: FastifyInstance) => {
    app.addHook('onRequest', async ({ url }) => void handled.push(url))
    app.post('/echo', async ({ body }) => body)
  }
  web = await openWeb({ wire })
  await web.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => web.close())

const port = () => (web.app.server.address() as AddressInfo).port
const head = (path: string, lines = '') => `GET ${path} HTTP/1.1\r\nHost: localhost:${port()}\r\n${lines}\r\n`

/** Files of the test's folder that the process holds open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((entry) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${entry}`)
      return path.startsWith(web.folder) ? [path] : []
    } catch {
      return []
    }
  })

/** Sends `text` in one piece. Resolves when the server has closed the connection. */
async function cutOff(text: string): Promise<void> {
  const client: Socket = connect(port(), '127.0.0.1')
  client.on('error', () => {})
  client.on('data', () => {})
  client.write(text)
  if (!client.destroyed) await new Promise((resolve) => client.once('close', resolve))
}

test.each([
  ['an asset', ASSET, ''],
  ['a path that no page has', '/unknown.bin', ''],
  ['an asset with an Expect that no server knows', ASSET, 'Expect: a miracle\r\n'],
])('a client that sends 1,000 requests of %s at once is cut off after the first', async (_name, path, lines) => {
  await cutOff(head(path, lines).repeat(REQUESTS))
  expect(handled).toEqual([path])
  await expect.poll(openFiles).toEqual([])
})

test('a client that leaves 1,000 requests of an asset behind keeps no file open', async () => {
  const client = connect(port(), '127.0.0.1')
  client.on('error', () => {})
  client.write(head(ASSET).repeat(REQUESTS))
  await Promise.race([once(client, 'data'), once(client, 'close')])
  client.destroy()
  await expect.poll(openFiles).toEqual([])
  expect(handled).toEqual([ASSET])
})

test('a client that asks again after each answer is served on one connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  const get = async (method: string, path: string, body?: string) => {
    const headers = body === undefined ? {} : { 'content-type': 'text/plain', 'content-length': body.length }
    const asked = ask({ port: port(), host: '127.0.0.1', method, path, agent, headers })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    sockets.add(asked.socket)
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
  for (let turn = 0; turn < 20; turn++) {
    expect(await get('GET', ASSET)).toBe(200)
    expect(await get('HEAD', ASSET)).toBe(200)
    // Refused by its type before its body has come.
    expect(await get('POST', '/echo', 'x'.repeat(1_000))).toBe(415)
    expect(await get('GET', '/unknown.bin')).toBe(404)
  }
  expect(sockets.size).toBe(1)
  agent.destroy()
})

test('a client of the real server is cut off on both ports, and its sockets open', async () => {
  const server = await openTestServer()
  for (const each of [server.port, server.office.port]) {
    const client = connect(each, '127.0.0.1')
    client.on('error', () => {})
    let answers = 0
    client.on('data', (data) => {
      answers += String(data).split('HTTP/1.1 ').length - 1
    })
    client.write(`GET /unknown.bin HTTP/1.1\r\nHost: localhost:${each}\r\n\r\n`.repeat(50))
    await new Promise((resolve) => client.once('close', resolve))
    expect(answers).toBeLessThan(2)
  }
  const phones = new Phones(server)
  await phones.open()
  expect(phones.all).toHaveLength(1)
  phones.hangUp()
  await server.close()
})
