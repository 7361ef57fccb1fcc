/** A sign-in that waits for the store while its socket closes: the hub keeps nothing of a connection that is gone. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection } from './connection.ts'
import { Hub } from './hub.ts'

let server: TestServer
let hub: Hub
let lines: WebSocketServer

beforeAll(async () => {
  server = await openTestServer()
  hub = new Hub(server.context)
  lines = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(lines, 'listening')
})
afterAll(async () => {
  hub.stop()
  lines.close()
  await server.close()
})

test('a sign-in that ends after the socket has closed has no effect', async () => {
  const ana = await server.person()
  const session = must(await server.context.sessions.find(ana.token ?? ''), 'she is signed in')
  const reader = new WebSocket(`ws://127.0.0.1:${(lines.address() as AddressInfo).port}`)
  const [wire, request] = (await once(lines, 'connection')) as [WebSocket, IncomingMessage]
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  const connection = new Connection(wire, request.socket, { language: 'en', address: '127.0.0.1' })
  hub.add(connection)
  hub.join(connection, 'FOREX_TRADE')
  hub.signIn(connection, session)
  expect(connection.session).toBe(session)
  hub.signOut(connection)

  reader.terminate()
  await once(wire, 'close')
  hub.remove(connection)
  hub.signIn(connection, session)
  expect(connection.session).toBeUndefined()
})
