/**
 * The web app's own data layer against the real server, over a line that is cut at random places: in the handshake, in
 * a snapshot, in the middle of a frame, in either direction. After the cuts, what the app shows is what the server has,
 * although nothing moves any more that could repair it. `CUTS_LONG` makes a thousand cuts.
 */
import {
  CODE_SUCCESS,
  type DayMarket,
  type ForexClosed,
  type ForexTrade,
  SOCKET_LIMITS,
  SOCKET_PATH,
} from '@veritick/contract'
import { must } from '@veritick/domain'
import { type Cut, type CuttingProxy, cuttingProxy } from '@veritick/testing/cutting-proxy'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { accountNow, quoteNow, quoteOfItem, takeAccount, takeQuote } from '../../../web/src/data/live.ts'
import { LiveSocket, type Message, type Wire } from '../../../web/src/data/socket.ts'

const CUTS = process.env.CUTS_LONG === undefined ? 250 : 1000
/** Cuts between two comparisons. */
const COMPARED_EVERY = 40
/** A little more than the handshake and the snapshots have. */
const SNAPSHOT_BYTES = 25_000
const SIGN_IN_BYTES = 500
/** One cut in this many is silence, which the app notices after its own two seconds. */
const SILENT_EVERY = 250
const PACE = 1000 / SOCKET_LIMITS.pushesPerSecond

let server: TestServer
let proxy: CuttingProxy
let ana: Caller
let cutting = false
let begun = 0
/** The same cuts in every run. */
const random = randomOf(20261122)

beforeAll(async () => {
  server = await openTestServer({ embedded: true, config: { socketsPerAddress: 1000 } })
  proxy = await cuttingProxy(server.port, nextCut)
  server.feed.say('EURUSD', '1.08500', '1.08510')
  server.feed.say('USDJPY', '150.000', '150.020')
  ana = await server.person()
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

function nextCut(): Cut | undefined {
  if (!cutting) return undefined
  begun += 1
  const isUp = random() < 0.2
  const after = Math.floor(random() * (isUp ? SIGN_IN_BYTES : SNAPSHOT_BYTES))
  const how = begun % SILENT_EVERY === 0 ? 'silence' : random() < 0.5 ? 'reset' : 'end'
  return { direction: isUp ? 'up' : 'down', after, how }
}

/** The data layer as apps/web/src/data/connection.ts joins it, and the list of positions that it reads again. */
class App {
  positions: readonly number[] = []
  lost = 0
  readonly #socket: LiveSocket
  #connection = ''
  /** Waits for its next attempt. */
  #isWaiting = false
  #reads = 0
  /** All reads so far. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#socket = new LiveSocket({
      connect: () => new WebSocket(`ws://127.0.0.1:${proxy.port}${SOCKET_PATH}`) as unknown as Wire,
      onMessage: (message) => this.#take(message),
      onConnection: (connection) => {
        if (connection === 'lost') this.lost += 1
        this.#isWaiting = connection === 'lost'
        this.#connection = connection
      },
      onGap: () => undefined,
      onLogin: (code) => {
        if (code === CODE_SUCCESS) this.#readPositions()
      },
      chance: random,
    })
    this.#socket.setToken(must(ana.token, 'signed in'))
    for (const topic of ['DAY_MARKET', 'FOREX_TRADE', 'FOREX_CLOSED']) this.#socket.subscribe(topic)
    this.#socket.start()
  }

  get isLive(): boolean {
    return this.#connection === 'live'
  }

  /** The network is there again: what waits for its next attempt connects at once. */
  online(): void {
    if (this.#isWaiting) this.wake()
  }

  wake(): void {
    this.#socket.wake()
    this.#isWaiting = false
  }

  /** Waits for the reads that are on their way: the server closes next. */
  async stop(): Promise<void> {
    this.#socket.stop()
    await this.#reading
  }

  #take({ topic, data, snapshot }: Message): void {
    if (topic === 'DAY_MARKET') takeQuote(data as DayMarket)
    else if (topic === 'FOREX_TRADE') takeAccount(data as ForexTrade)
    else if (topic === 'FOREX_CLOSED' && !(snapshot && (data as ForexClosed).ids.length === 0)) this.#readPositions()
  }

  #readPositions(): void {
    this.#reads += 1
    const read = this.#reads
    const answer = ana.does('myDeal', { status: 1 }).then(({ data }) => {
      if (read === this.#reads) this.positions = data.map(({ Id }) => Id)
    })
    this.#reading = Promise.all([this.#reading, answer])
  }
}

test(`after ${CUTS} cuts the app shows what the server has`, { timeout: 400_000 }, async () => {
  const app = new App()
  const open: number[] = []
  let compared = 0
  cutting = true
  let silences = 0
  while (proxy.cuts() < CUTS) {
    if (app.isLive) await move(open)
    if (app.isLive && random() < 0.5) proxy.cutAll()
    app.online()
    if (proxy.silences() > silences) app.wake()
    silences = proxy.silences()
    await new Promise((resolve) => setTimeout(resolve, 2))
    if (proxy.cuts() < (compared + 1) * COMPARED_EVERY) continue
    compared += 1
    cutting = false
    await compare(app)
    cutting = true
  }
  cutting = false
  await compare(app)
  expect(app.lost).toBeGreaterThanOrEqual(CUTS)
  expect(compared).toBeGreaterThan(CUTS / COMPARED_EVERY / 2)
  await app.stop()
})

let step = 0

/** A price moves, and now and then the customer opens or closes a position. */
async function move(open: number[]): Promise<void> {
  step += 1
  const [bid, ask] = [`1.08${500 + (step % 100)}`, `1.08${510 + (step % 100)}`]
  server.feed.say('EURUSD', bid, ask)
  server.feed.say('USDJPY', `150.${100 + (step % 100)}`, `150.${120 + (step % 100)}`)
  if (random() > 0.05) return
  const oldest = open.length > 3 ? open.shift() : undefined
  if (oldest !== undefined) await ana.does('close', { id: oldest })
  else open.push((await ana.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })).Id)
}

/** New connections are not cut, the one that stands may still be; the paced pushes have gone out. */
async function compare(app: App): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PACE))
  const items = await server.visitor.does('tradeList', {})
  const { data: rows, ...figures } = await ana.does('myDeal', { status: 1 })
  const has = {
    quotes: items.map((item) => [item.Code, quoteOfItem(item)]),
    positions: rows.map(({ Id }) => Id),
    equity: figures.equity,
    margin: figures.margin,
    profits: rows.map(({ Id, FactProfits }) => [Id, FactProfits]),
  }
  const shows = () => {
    app.online()
    const account = accountNow()
    return {
      quotes: items.map(({ Code }) => [Code, quoteNow(Code)]),
      positions: app.positions,
      equity: account?.Equity,
      margin: account?.CautionMoneyAll,
      profits: rows.map(({ Id }) => [Id, account?.orders.get(Id)?.profit]),
    }
  }
  await expect.poll(shows, { timeout: 20_000, interval: 20 }).toEqual(has)
}

/** mulberry32: from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
