/**
 * Fifty clients that stop reading, beside some that read: the memory of the server stays flat, the others get every
 * price, and a client that reads again gets the newest price of every instrument. The buffers of the system take about
 * 4 MB of each connection before the server notices. `READERS_LONG` opens two hundred such clients.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type DayMarket, klineTopic, SOCKET_LIMITS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ordinaryPoints } from '../market/catalogue.ts'

const SLOW = process.env.READERS_LONG === undefined ? 50 : 200
const GOOD = 5
/** Slow readers that read again. Each of the others would cost the test 4 MB of parsing. */
const RETURNING = 10
const PACE = 1000 / SOCKET_LIMITS.pushesPerSecond
/**
 * Turns of all prices while the readers are behind: 4 s. After 10 s they are closed; the rest is for the system, which
 * fills the buffers of some sockets later than those of others.
 */
const TURNS = 16
/** A price of every instrument is 20 kB: this much would wait for each reader if all of it was kept. */
const KEPT_BYTES = TURNS * 20_000
/** For each slow reader: its newest values, and what its stream holds. */
const FLAT_BYTES = KEPT_BYTES / 4

let server: TestServer
let codes: readonly string[]
/** The first bid of each instrument, in its points. */
let bids: ReadonlyMap<string, number>
let clients: Reader[] = []
let spoken = 0

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { socketsPerAddress: 1000 } })
  const entries = server.context.market.items().map(({ entry }) => entry)
  codes = entries.map(({ terms }) => terms.code)
  bids = new Map(entries.map((entry) => [entry.terms.code, ordinaryPoints(entry)]))
  server.steady.stop()
})
afterAll(async () => {
  for (const { wire } of clients) wire.terminate()
  clients = []
  server.steady.goOn()
  await server.close()
})

class Reader {
  readonly wire = new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws`)
  /** The newest bid of each instrument, in points. */
  readonly bids = new Map<string, number>()

  async open(topics: readonly string[]): Promise<void> {
    clients.push(this)
    await new Promise((resolve, reject) => this.wire.on('open', resolve).on('error', reject))
    this.wire.on('message', (data) => {
      const { type, data: value } = JSON.parse(String(data)) as { type: string; data: DayMarket }
      if (type === 'DAY_MARKET') this.bids.set(value.symbol, Number(value.quotation.bid?.replace('.', '')))
    })
    this.wire.send(JSON.stringify({ type: 'sub', params: topics }))
  }
}

const bidOf = (code: string): number => must(bids.get(code), code) + spoken

/** A price of every instrument, and time for the next one. */
function speak(): void {
  spoken += 1
  server.steady.pass(PACE)
  for (const code of codes) server.feed.row(code, spoken * 1000, [bidOf(code), bidOf(code) + 10])
}

/** The reader has the newest price of every instrument. */
const hasNewest = (reader: Reader): boolean => codes.every((code) => reader.bids.get(code) === bidOf(code))
const newestFor = (readers: readonly Reader[]) =>
  expect.poll(() => readers.every(hasNewest), { timeout: 60_000, interval: 5 }).toBe(true)

/** Bytes that the server holds, without garbage. */
async function held(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  await pause(50)
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`${SLOW} slow readers: memory flat, the others get everything, the newest price on return`, {
  timeout: 300_000,
}, async () => {
  const good = Array.from({ length: GOOD }, () => new Reader())
  const slow = Array.from({ length: SLOW }, () => new Reader())
  for (const reader of good) await reader.open(['DAY_MARKET'])
  for (const reader of slow) {
    await reader.open(['DAY_MARKET', ...codes.map(klineTopic)])
    reader.wire.pause()
  }
  // Candles of twelve periods fill the buffers of the system sooner.
  for (let turn = 0; server.hub.stats().behind < SLOW; turn += 1) {
    expect(turn).toBeLessThan(200)
    speak()
    await newestFor(good)
    await pause(20)
  }
  // From here on only prices are sent: a client that does not read can still write.
  for (const { wire } of slow) wire.send(JSON.stringify({ type: 'unsub', params: codes.map(klineTopic) }))
  await pause(200)
  speak()
  await newestFor(good)
  const before = await held()
  for (let turn = 0; turn < TURNS; turn += 1) {
    speak()
    await newestFor(good)
  }
  const grown = ((await held()) - before) / SLOW
  expect(server.hub.stats()).toEqual({ connections: SLOW + GOOD, behind: SLOW })
  expect(grown).toBeLessThan(FLAT_BYTES)

  const returning = slow.slice(0, RETURNING)
  for (const { wire } of returning) wire.resume()
  await newestFor(returning)
  await expect.poll(() => server.hub.stats().behind).toBe(SLOW - RETURNING)
  // They live: the next price reaches them as it reaches the others.
  speak()
  await newestFor([...good, ...returning])
})
