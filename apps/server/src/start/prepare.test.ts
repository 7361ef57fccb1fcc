/** The answers of the ports while a start waits for PostgreSQL. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config/index.ts'
import { prepareStart } from './prepare.ts'

test('a start names the store as unreachable once an attempt has failed, not before', async () => {
  const sockets: Socket[] = []
  const postgres = createServer((socket) => sockets.push(socket))
  const database = await portOf(postgres)
  const free = createServer()
  const port = await portOf(free)
  free.close()
  await once(free, 'close')
  const read = readConfig({
    PORT: String(port),
    OFFICE_PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `postgres://ada:secret@127.0.0.1:${database}/world`,
  })
  if (!read.ok) throw new Error(read.problems.join())
  let stop = () => {}
  const stopAsked = new Promise<void>((resolve) => {
    stop = resolve
  })
  const attempted = once(postgres, 'connection')
  const log = pino({ level: 'silent' })
  const prepared = prepareStart({ config: read.config, log, stopAsked, monotonicClock: () => performance.now() })
  await attempted
  const healthOf = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).json()
  expect(await healthOf(), 'PostgreSQL has not answered yet').toEqual({ status: 'starting' })
  const next = once(postgres, 'connection')
  for (const socket of sockets) socket.destroy()
  await next
  expect(await healthOf(), 'the first attempt has failed').toEqual({ status: 'starting', reason: 'store_unreachable' })
  stop()
  const { stopped, releasePorts } = await prepared
  expect(stopped).toBe(true)
  await releasePorts()
  for (const socket of sockets) socket.destroy()
  postgres.close()
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
