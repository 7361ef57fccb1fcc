/**
 * One instrument on the running market: its last good quote, its growing candles, and whether it can be traded now. It decides
 * nothing about others and tells nobody; market.ts does.
 */
import { type Millis, millis, type Points, type Session, type SessionState, sessionAt } from '@veritick/domain'
import type { MarketStatus } from '@veritick/engine'
import type { StoredCandle } from './candle-store.ts'
import { CandleBuilder } from './candles.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Feed, FeedQuote } from './feed.ts'
import { QualityGate } from './quality.ts'

/** A published quote. `seq` is our own number, rising for ever. */
export type MarketQuote = { readonly seq: number; readonly bid: Points; readonly ask: Points; readonly time: Millis }

/** An instrument as others see it: a live view, the same object for as long as the market runs. */
export type MarketItem = {
  readonly entry: CatalogueEntry
  /** The last good quote; `undefined` before the first. */
  readonly quote: MarketQuote | undefined
  /** First bid of the trading day of the last quote. */
  readonly open: Points | undefined
  /** Whether positions can be closed and stops work now. New orders also need the terms to be enabled. */
  readonly status: MarketStatus
  readonly stale: boolean
  /** When a closed session opens; `undefined` while it runs, and for an instrument that has no feed. */
  readonly nextOpen: Millis | undefined
}

export class LiveItem implements MarketItem {
  readonly entry: CatalogueEntry
  readonly session: Session
  readonly gate: QualityGate
  readonly candles: CandleBuilder
  quote: MarketQuote | undefined
  status: MarketStatus = 'closed'
  /** Quotes that belonged to no trading day. */
  outOfSession = 0
  /** Number of the last quote that the core was handed. */
  handed = 0
  readonly #covered: boolean
  readonly #quoteAgeMax: number
  #state: SessionState
  /** A good quote has come since the start or since it last grew stale. */
  #fresh = false

  constructor(options: { entry: CatalogueEntry; session: Session; feed: Feed; ended: (candle: StoredCandle) => void }) {
    const { entry, session, feed, ended } = options
    const instrument = entry.terms.id
    this.entry = entry
    this.session = session
    this.gate = new QualityGate(feed.guardMin(instrument))
    this.candles = new CandleBuilder(session, (period, candle) => ended({ instrument, period, candle }))
    this.#covered = feed.covers(instrument)
    this.#quoteAgeMax = feed.quoteAgeMax(instrument)
    this.#state = { open: false, changesAt: millis(0) }
  }

  get open(): Points | undefined {
    return this.candles.newest('1day')?.open
  }

  get stale(): boolean {
    return this.status === 'stale'
  }

  get nextOpen(): Millis | undefined {
    return this.#covered && !this.#state.open ? this.#state.changesAt : undefined
  }

  /** The quotes that count after this one, oldest first. Nothing is remembered of them yet. */
  judge(quote: FeedQuote): readonly FeedQuote[] {
    // What a stock is quoted at before the opening and after the close belongs to no trading day.
    if (this.session === 'us_stocks' && !this.sessionAt(quote.time).open) {
      this.outOfSession++
      return []
    }
    return this.gate.judge(quote)
  }

  /** A good quote came: what was stale is fresh again. Quotes of before the start do not count. */
  freshen(): void {
    this.#fresh = true
  }

  /** Whether a quote that had to be confirmed can still be traded on: its session has run on, and it has not grown too old. */
  stands(quote: FeedQuote, at: Millis): boolean {
    const then = sessionAt(this.session, quote.time)
    return then.open && at < then.changesAt && at - quote.time <= this.#quoteAgeMax
  }

  /** True when the status is another than before. `silent`: the feed as a whole gives no sign of life. */
  review(at: Millis, silent: boolean): boolean {
    const status = this.#statusAt(at, silent)
    if (status === this.status) return false
    this.status = status
    return true
  }

  /** The next moment at which the status may change without a quote. */
  nextChange(at: Millis): Millis {
    const session = this.sessionAt(at).changesAt
    if (this.status !== 'open' || this.quote === undefined) return session
    return millis(Math.min(session, this.quote.time + this.#quoteAgeMax + 1))
  }

  sessionAt(at: Millis): SessionState {
    if (at >= this.#state.changesAt) this.#state = sessionAt(this.session, at)
    return this.#state
  }

  #statusAt(at: Millis, silent: boolean): MarketStatus {
    if (silent) this.#fresh = false
    if (!this.#covered || !this.sessionAt(at).open) return 'closed'
    if (this.quote === undefined || at - this.quote.time > this.#quoteAgeMax) this.#fresh = false
    return this.#fresh ? 'open' : 'stale'
  }
}
