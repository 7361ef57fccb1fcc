/**
 * Stands between browser and server and quotes at a rate of its own: every message of the server passes, except later
 * quotes and candles, which are made here from the last ones that it sent. So a figure says what this many quotes a
 * second cost, however busy the machine is. It also serves the pages of the peer, under `/peer`.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@veritick/domain'
import { WebSocket, WebSocketServer } from 'ws'

const DAY_MARKET = 'DAY_MARKET'
const KLINE = 'KLINE.'
/** A page asks for one frame for all messages of a moment. */
const BATCH = JSON.stringify({ type: 'batch', params: true })
/** Between two batches of quotes, milliseconds: the server looks as often. */
const LOOK_MILLIS = 50

type Quotation = {
  close: string | null
  bid: string | null
  ask: string | null
  time: number
  seq: number
  held: boolean
  stale: boolean
}
type Message = { type: string; seq: number; data: unknown; snapshot?: boolean }
type DayMarket = { symbol: string; quotation: Quotation }
type Candle = { Period: string; Close: string; High: string; Low: string } & Record<string, unknown>
type Kline = { symbol: string; kline: Candle }

/** The quotes: a fixed number a second, one after the other of these instruments; `candles` of the first of them. */
export type Ticking = { readonly perSecond: number; readonly codes: readonly string[] }

export type Ticker = {
  readonly url: string
  /** Codes in the order in which the server sent them. */
  codes(): readonly string[]
  /** Quotes to the pages of this kind until it is told to stop; the other kind gets none. */
  tick(page: 'app' | 'peer', ticking: Ticking): () => void
  /** So many quotes at once, as fast as the page takes them. */
  burst(count: number, codes: readonly string[], marketMillis: number): Promise<void>
  /** A page of the peer by its name. */
  peer(name: string, html: string): void
  stop(): Promise<void>
}

export async function startTicker(world: string): Promise<Ticker> {
  const target = new URL(world)
  const lines = new Set<Line>()
  const peers = new Map<string, string>()
  const server = createServer((asked, answer) => {
    const page = peers.get(asked.url?.replace(/^\/peer\//, '') ?? '')
    if (page === undefined) return passOn(target, asked, answer)
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (wire, asked) => {
    const isPeer = asked.url?.startsWith('/peer') === true
    const upstream = new WebSocket(`ws://${target.host}${isPeer ? '/v1/ws' : (asked.url ?? '')}`)
    const line = new Line(wire, upstream, isPeer ? 'peer' : 'app')
    lines.add(line)
    wire.on('close', () => lines.delete(line))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const timers = new Set<NodeJS.Timeout>()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codes: () => [...must([...lines][0], 'a page is connected').codes()],
    tick: (page, { perSecond, codes }) => {
      const began = performance.now()
      let sent = 0
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
        for (; sent < due; sent += 1) {
          const code = must(codes[sent % codes.length], 'there are codes')
          for (const line of lines) if (line.page === page) line.quote(code, LOOK_MILLIS)
        }
        for (const line of lines) line.flush()
      }, LOOK_MILLIS)
      timers.add(timer)
      return () => clearInterval(timer)
    },
    burst: async (count, codes, marketMillis) => {
      for (let sent = 0; sent < count; sent += 1) {
        const code = must(codes[sent % codes.length], 'there are codes')
        for (const line of lines) if (line.page === 'app') await line.room().then(() => line.quote(code, marketMillis))
        if (sent % BURST !== BURST - 1) continue
        for (const line of lines) line.flush()
        // The browser draws in between, as it would in an hour.
        await new Promise((resolve) => setTimeout(resolve, BURST_PAUSE_MILLIS))
      }
    },
    peer: (name, html) => void peers.set(name, html),
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      for (const line of lines) line.end()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
/** Quotes between two frames of a page that is ticked as fast as it draws. */
const BURST = 20
const BURST_PAUSE_MILLIS = 16
/** Bytes on their way to the page; more wait. */
const UNSENT_MAX = 65_536

/** One socket of a page. */
class Line {
  readonly page: 'app' | 'peer'
  readonly #wire: WebSocket
  readonly #upstream: WebSocket
  readonly #quotes = new Map<string, DayMarket>()
  readonly #candles = new Map<string, Map<string, Kline>>()
  readonly #seq = new Map<string, number>()
  #steps = 0
  /** True once the page wants the messages of a moment in one frame. */
  #isBatching = false
  #turn: string[] = []

  constructor(wire: WebSocket, upstream: WebSocket, page: 'app' | 'peer') {
    this.page = page
    this.#wire = wire
    this.#upstream = upstream
    const early: string[] = []
    wire.on('message', (bytes) => {
      if (String(bytes) === BATCH) this.#isBatching = true
      if (upstream.readyState === WebSocket.OPEN) upstream.send(String(bytes))
      else early.push(String(bytes))
    })
    upstream.on('open', () => {
      for (const text of early) upstream.send(text)
    })
    upstream.on('message', (bytes) => this.#hear(String(bytes)))
    upstream.on('close', () => wire.close())
    wire.on('close', () => upstream.close())
  }

  codes(): Iterable<string> {
    return this.#quotes.keys()
  }

  /**
   * The next quote of an instrument a step up or down, and its candles if the page listens to them. It is open for
   * orders, also where the server waited for a confirmation or a newer quote when it sent the last one.
   */
  quote(code: string, marketMillis: number): void {
    const known = this.#quotes.get(code)
    if (known === undefined) return
    this.#steps += 1
    const step = this.#steps % 3 === 0 ? -1 : this.#steps % 3 === 1 ? 1 : 2
    const { quotation } = known
    const moved = (price: string | null) =>
      price === null ? null : stepped(price, this.#steps % 40 < 20 ? step : -step)
    const next: Quotation = {
      ...quotation,
      close: moved(quotation.close),
      bid: moved(quotation.bid),
      ask: moved(quotation.ask),
      time: quotation.time + marketMillis,
      seq: quotation.seq + 1,
      held: false,
      stale: false,
    }
    const data: DayMarket = { symbol: code, quotation: next }
    this.#quotes.set(code, data)
    this.#say(DAY_MARKET, data)
    for (const { kline } of this.#candles.get(code)?.values() ?? []) this.#candle(code, kline, next)
  }

  /** Sends what waits for the rest of its moment. */
  flush(): void {
    const turn = this.#turn.splice(0)
    if (turn.length === 0 || this.#wire.readyState !== WebSocket.OPEN) return
    this.#wire.send(this.#isBatching ? `[${turn.join(',')}]` : turn.join(''))
  }

  /** Resolves when the page has taken most of what was sent. */
  async room(): Promise<void> {
    while (this.#wire.bufferedAmount > UNSENT_MAX) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  end(): void {
    this.#wire.terminate()
    this.#upstream.terminate()
  }

  #candle(code: string, last: Candle, { close, time }: Quotation): void {
    if (close === null) return
    const from = candleOf(last.Period, time)
    const isNew = typeof last.Time === 'number' && from > last.Time
    const kline: Candle = isNew
      ? { ...last, Time: from, Open: close, High: close, Low: close, Close: close }
      : {
          ...last,
          Close: close,
          High: Number(close) > Number(last.High) ? close : last.High,
          Low: Number(close) < Number(last.Low) ? close : last.Low,
        }
    const data: Kline = { symbol: code, kline }
    this.#candles.get(code)?.set(kline.Period, data)
    this.#say(KLINE + code, data)
  }

  #hear(text: string): void {
    if (!/^[{[]/.test(text)) {
      this.#wire.send(text)
      return
    }
    const frame: Message | readonly Message[] = JSON.parse(text)
    for (const message of Array.isArray(frame) ? frame : [frame]) this.#take(message)
    this.flush()
  }

  #take(message: Message): void {
    const { type, seq, data, snapshot = false } = message
    const isQuote = type === DAY_MARKET
    const isCandle = type.startsWith(KLINE)
    if (isQuote) this.#learn(data as DayMarket, snapshot)
    if (isCandle) this.#learnCandle(data as Kline)
    if (!snapshot && (isQuote || isCandle)) return
    this.#seq.set(type, seq)
    this.#put(JSON.stringify(message))
  }

  #learn(data: DayMarket, isSnapshot: boolean): void {
    if (isSnapshot || !this.#quotes.has(data.symbol)) this.#quotes.set(data.symbol, data)
  }

  #learnCandle(data: Kline): void {
    const known = this.#candles.get(data.symbol) ?? new Map<string, Kline>()
    this.#candles.set(data.symbol, known)
    if (!known.has(data.kline.Period)) known.set(data.kline.Period, data)
  }

  #say(type: string, data: unknown): void {
    const seq = (this.#seq.get(type) ?? 0) + 1
    this.#seq.set(type, seq)
    this.#put(JSON.stringify({ type, seq, data }))
  }

  #put(text: string): void {
    this.#turn.push(text)
    if (!this.#isBatching) this.flush()
  }
}

/** A price that is `steps` of its own steps higher. */
function stepped(price: string, steps: number): string {
  const decimals = price.split('.')[1]?.length ?? 0
  return ((Number(price.replace('.', '')) + steps) / 10 ** decimals).toFixed(decimals)
}

const MINUTES: Readonly<Record<string, number>> = { '1min': 1, '5min': 5, '15min': 15, '30min': 30, '60min': 60 }

/** When the candle of this moment begins; days begin with the session, and here none does. */
function candleOf(period: string, time: number): number {
  const length = (MINUTES[period] ?? 0) * 60_000
  return length === 0 ? 0 : time - (time % length)
}

function passOn(target: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port } = target
  const headers = { ...asked.headers, host: target.host }
  const next = request({ hostname, port, path: asked.url, method: asked.method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  next.on('error', () => answer.destroy())
  asked.pipe(next)
}
