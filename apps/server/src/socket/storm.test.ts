/**
 * Hundreds of clients that lose their connection at once and come back at once, as after a broken uplink, while a
 * customer trades: every client gets its prices again, and no order is refused, lost or late for good. `npm run bench
 * -- sockets` does the same with 5,000 in processes of their own.
 */
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'

const CLIENTS = 400
const STORMS = 3

let server: TestServer
let clients: Client[] = []

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { socketsPerAddress: 2 * CLIENTS } })
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(async () => {
  for (const { wire } of clients) wire.terminate()
  clients = []
  await server.close()
})

class Client {
  readonly wire = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws`)
  /** Frames of prices since it has connected. */
  frames = 0
  bid = ''

  constructor() {
    this.wire.on('error', () => {})
    this.wire.on('open', () => {
      this.wire.send('{"type":"batch","params":true}')
      this.wire.send('{"type":"sub","params":"DAY_MARKET"}')
    })
    this.wire.on('message', (data) => {
      this.frames += 1
      this.bid = /"EURUSD".*?"bid":"([^"]+)"/.exec(String(data))?.[1] ?? this.bid
    })
  }
}

test(`${CLIENTS} clients come back at once, ${STORMS} times: all have prices, no order is lost`, async () => {
  const ana = await server.person()
  const placed: number[] = []
  let isTrading = true
  const trading = (async () => {
    while (isTrading) {
      placed.push((await ana.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })).Id)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  let cents = 0
  for (let storm = 0; storm <= STORMS; storm += 1) {
    for (const { wire } of clients) wire.terminate()
    const before = placed.length
    clients = Array.from({ length: CLIENTS }, () => new Client())
    await expect.poll(() => clients.filter(({ frames }) => frames > 0).length, { timeout: 60_000 }).toBe(CLIENTS)
    cents += 1
    const bid = `1.086${String(cents).padStart(2, '0')}`
    server.feed.say('EURUSD', bid, '1.08700')
    await expect.poll(() => clients.filter((client) => client.bid === bid).length).toBe(CLIENTS)
    await expect.poll(() => server.hub.stats().connections).toBe(CLIENTS)
    await expect.poll(() => placed.length).toBeGreaterThan(before)
  }
  isTrading = false
  await trading
  const held: number[] = []
  for (let page = 1; held.length < placed.length; page += 1) {
    const { data } = await ana.does('myDeal', { status: 1, page })
    if (data.length === 0) break
    held.push(...data.map(({ Id }) => Id))
  }
  expect(held.sort((a, b) => a - b)).toEqual(placed.sort((a, b) => a - b))
})
