/**
 * Prices and running candles to the connections that listen for them, at the pace of a screen. The quotes of one turn
 * of the event loop leave together, as bytes that are made once. A turn is written in slices, and
 * orders are answered in between; quotes that come meanwhile leave with the next turn.
 */
import { klineTopic, PERIODS, SOCKET_LIMITS } from '@veritick/contract'
import type { Candle, MarketItem } from '../market/index.ts'
import type { Audience } from './audience.ts'
import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { type SharedMessage, Turn } from './frames.ts'
import { inSlices, MESSAGES_PER_WRITE } from './slices.ts'
import { Throttle } from './throttle.ts'
import { dayMarketData, klineData } from './topics.ts'

type Candles = { readonly [Period in (typeof PERIODS)[number]]?: Candle | undefined }
/** A value before it has its number. */
type Value = Omit<SharedMessage, 'seq'>

/** At most one push in this time for each instrument. */
export const PUSH_MILLIS = 1000 / SOCKET_LIMITS.pushesPerSecond
/** How often due values are looked for; a value waits at most this long beyond its pace. */
const TICK_MILLIS = 50
/** The same first messages serve many sockets for this long at most: terms may change without a quote. */
const SNAPSHOT_AGE_MILLIS = 1000
const DAY_MARKET = 'DAY_MARKET'

export class QuotePush {
  readonly #market: Context['market']
  readonly #now: () => number
  readonly #audience: Audience
  readonly #throttle = new Throttle<number>(PUSH_MILLIS)
  /** The running candles of each instrument, as its newest quote left them. */
  readonly #candles = new Map<number, Candles>()
  /** The last number of each public topic, the same for every socket. */
  readonly #numbers = new Map<string, number>()
  /** Instruments of the next turn. */
  readonly #gathered = new Set<number>()
  #isTurnPlanned = false
  /** The first messages of DAY_MARKET with every instrument, until a price changes; `madeAt` on the monotonic clock. */
  #everything: { readonly snapshot: Turn; readonly madeAt: number } | undefined
  /** The first messages of each candle topic, until a quote changes its candles or its number. */
  readonly #klines = new Map<string, Turn>()
  /** Candles that are being read, by instrument: all connections wait for the same. */
  readonly #reading = new Map<number, Promise<void>>()
  readonly #ends: readonly (() => void)[]

  /** `onMoved` is called at each new quote. */
  constructor(context: Pick<Context, 'market' | 'monotonicClock'>, audience: Audience, onMoved: () => void) {
    this.#market = context.market
    this.#now = context.monotonicClock
    this.#audience = audience
    const timer = setInterval(() => this.#pushDue(), TICK_MILLIS)
    this.#ends = [
      this.#market.onQuote((quote) => {
        this.#candles.set(quote.instrument, quote.candles)
        this.#klines.delete(klineTopic(quote.item.entry.terms.code))
        this.#mark(quote.instrument)
        onMoved()
      }),
      this.#market.onStatus((changed) => this.#mark(changed.entry.terms.id)),
      () => clearInterval(timer),
    ]
  }

  /** The first messages of DAY_MARKET: every instrument that the connection shows. */
  startDayMarket(connection: Connection): void {
    if (connection.symbols !== undefined) {
      const shown = this.#market.items().filter(({ entry }) => connection.shows(entry.terms.code))
      connection.begin(this.#snapshotOf(DAY_MARKET, shown.map(dayMarketValue)))
      return
    }
    const now = this.#now()
    if (this.#everything === undefined || now - this.#everything.madeAt >= SNAPSHOT_AGE_MILLIS) {
      const snapshot = this.#snapshotOf(DAY_MARKET, this.#market.items().map(dayMarketValue))
      this.#everything = { snapshot, madeAt: now }
    }
    connection.begin(this.#everything.snapshot)
  }

  /** The first messages of a candle topic: the running candle of each period. */
  async startKline(connection: Connection, topic: string, item: MarketItem): Promise<void> {
    if (!this.#candles.has(item.entry.terms.id)) await this.#readCandles(item.entry.terms.id)
    const known = this.#klines.get(topic)
    const snapshot = known ?? this.#snapshotOf(topic, this.#klineValues(topic, item))
    if (known === undefined) this.#klines.set(topic, snapshot)
    connection.begin(snapshot)
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  /** The newest candles of an instrument that was not quoted since the start. */
  #readCandles(instrument: number): Promise<void> {
    const known = this.#reading.get(instrument)
    if (known !== undefined) return known
    const newest = PERIODS.map(async (period) => {
      const [candle] = await this.#market.candles({ instrument, period, limit: 1 })
      return [period, candle] as const
    })
    const reading = Promise.all(newest)
      .then((found) => {
        // The candles of a quote that came meanwhile are newer.
        if (!this.#candles.has(instrument)) this.#candles.set(instrument, Object.fromEntries(found))
      })
      .finally(() => this.#reading.delete(instrument))
    this.#reading.set(instrument, reading)
    return reading
  }

  #mark(instrument: number): void {
    this.#everything = undefined
    this.#throttle.mark(instrument, this.#now(), (each) => this.#gather(each))
  }

  #pushDue(): void {
    for (const instrument of this.#throttle.take(this.#now())) this.#gather(instrument)
  }

  #gather(instrument: number): void {
    this.#gathered.add(instrument)
    if (!this.#isTurnPlanned) this.#planTurn()
  }

  #planTurn(): void {
    this.#isTurnPlanned = true
    setImmediate(() => inSlices(this.#writing(this.#nextTurns()), () => this.#endTurn()))
  }

  /** The gathered instruments as messages, of every public topic with a connection. */
  #nextTurns(): Turn[] {
    const items = [...this.#gathered].flatMap((instrument) => this.#market.item(instrument) ?? [])
    for (const instrument of this.#gathered) this.#throttle.settle(instrument)
    this.#gathered.clear()
    this.#everything = undefined
    const turns: Turn[] = []
    const add = (topic: string, values: () => readonly Value[]) => {
      if (this.#audience.listening(topic).size > 0) turns.push(this.#turnOf(topic, values()))
    }
    add(DAY_MARKET, () => items.map(dayMarketValue))
    for (const item of items) {
      const topic = klineTopic(item.entry.terms.code)
      add(topic, () => this.#klineValues(topic, item))
    }
    return turns
  }

  /**
   * Writes the turns, a socket at each step, and says how many messages that was. A connection that joins meanwhile has
   * a snapshot with all of a turn; the number of the snapshot says so.
   */
  *#writing(turns: readonly Turn[]): Generator<number> {
    for (const turn of turns) {
      if (turn.messages.length === 0) continue
      for (const connection of this.#audience.listening(turn.topic)) yield MESSAGES_PER_WRITE + connection.share(turn)
    }
  }

  #endTurn(): void {
    this.#isTurnPlanned = false
    if (this.#gathered.size > 0) this.#planTurn()
  }

  #turnOf(topic: string, values: readonly Value[]): Turn {
    const before = this.#numberOf(topic)
    this.#numbers.set(topic, before + values.length)
    this.#klines.delete(topic)
    return new Turn(
      topic,
      values.map((value, index) => ({ ...value, seq: before + index + 1 })),
    )
  }

  #snapshotOf(topic: string, values: readonly Value[]): Turn {
    const seq = this.#numberOf(topic)
    return new Turn(
      topic,
      values.map((value) => ({ ...value, seq })),
      true,
    )
  }

  /** Numbers begin at 1, which is what the first snapshot stands at. */
  #numberOf(topic: string): number {
    return this.#numbers.get(topic) ?? 1
  }

  #klineValues(topic: string, item: MarketItem): readonly Value[] {
    const known = this.#candles.get(item.entry.terms.id)
    return PERIODS.flatMap((period) => {
      const candle = known?.[period]
      if (candle === undefined) return []
      return [{ slot: `${topic} ${period}`, data: klineData(item, period, candle), symbol: undefined }]
    })
  }
}

function dayMarketValue(item: MarketItem): Value {
  const { code } = item.entry.terms
  return { slot: code, data: dayMarketData(item), symbol: code }
}
