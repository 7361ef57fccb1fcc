/** Prices and running candles to the connections that listen for them, at the pace of a screen. */
import { klineTopic, PERIODS, SOCKET_LIMITS } from '@veritick/contract'
import type { Candle, MarketItem } from '../market/index.ts'
import type { Audience } from './audience.ts'
import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { Pace } from './pace.ts'
import { dayMarketData, klineData } from './topics.ts'

type Candles = { readonly [Period in (typeof PERIODS)[number]]?: Candle | undefined }
type KlinePart = { readonly period: string; readonly data: string }

/** At most one push in this time for each instrument. */
export const PUSH_MILLIS = 1000 / SOCKET_LIMITS.pushesPerSecond
/** How often due values are looked for; a value waits at most this long beyond its pace. */
const TICK_MILLIS = 50

export class QuotePush {
  readonly #market: Context['market']
  readonly #now: () => number
  readonly #audience: Audience
  readonly #pace = new Pace<number>(PUSH_MILLIS)
  /** The running candles of each instrument, as its newest quote left them. */
  readonly #candles = new Map<number, Candles>()
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
        this.#mark(quote.instrument)
        onMoved()
      }),
      this.#market.onStatus((changed) => this.#mark(changed.entry.terms.id)),
      () => clearInterval(timer),
    ]
  }

  /** The first messages of DAY_MARKET: every instrument that the connection shows. */
  dayMarketOf(connection: Connection): string[] {
    return this.#market
      .items()
      .filter(({ entry }) => connection.shows(entry.terms.code))
      .map(dayMarketData)
  }

  /** The first messages of a candle topic: the running candle of each period. */
  async startKline(connection: Connection, topic: string, item: MarketItem): Promise<void> {
    const instrument = item.entry.terms.id
    if (!this.#candles.has(instrument)) {
      const found = await Promise.all(
        PERIODS.map(async (period) => {
          const [newest] = await this.#market.candles({ instrument, period, limit: 1 })
          return [period, newest] as const
        }),
      )
      // A quote that came meanwhile knows better.
      if (!this.#candles.has(instrument)) this.#candles.set(instrument, Object.fromEntries(found))
    }
    const parts = this.#klineParts(item).map((part) => part.data)
    connection.snapshot(topic, parts)
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  #mark(instrument: number): void {
    this.#pace.mark(instrument, this.#now(), (each) => this.#push(each))
  }

  #pushDue(): void {
    for (const instrument of this.#pace.take(this.#now())) this.#push(instrument)
  }

  #push(instrument: number): void {
    const item = this.#market.item(instrument)
    if (item === undefined) return
    const { code } = item.entry.terms
    const listeners = this.#audience.listening('DAY_MARKET')
    if (listeners.size > 0) {
      const data = dayMarketData(item)
      for (const connection of listeners) if (connection.shows(code)) connection.push('DAY_MARKET', code, data)
    }
    const topic = klineTopic(code)
    const watchers = this.#audience.listening(topic)
    if (watchers.size === 0) return
    for (const { period, data } of this.#klineParts(item)) {
      for (const connection of watchers) connection.push(topic, `${topic} ${period}`, data)
    }
  }

  #klineParts(item: MarketItem): readonly KlinePart[] {
    const known = this.#candles.get(item.entry.terms.id)
    return PERIODS.flatMap((period) => {
      const candle = known?.[period]
      return candle === undefined ? [] : [{ period, data: klineData(item, period, candle) }]
    })
  }
}
