/**
 * The running market: what the feed says passes the quality gate, becomes candles, and goes into the core in the order of market
 * time, together with what time itself brings: sessions that open and close, quotes that grow stale, and 17:00 New York.
 */
import { SPARKLINE_POINTS_MAX } from '@veritick/contract'
import { type InstrumentId, type Millis, millis, must, NEVER, nightsAt, type Period, type Points, rolloverInstants } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'
import { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import type { Catalogue } from './catalogue.ts'
import type { Feed, FeedHistory, FeedListener, FeedQuote } from './feed.ts'
import { CandleHistory, type CandleQuery } from './history.ts'
import { LiveItem, type MarketItem, type MarketQuote } from './item.ts'
import { MarketKeeper } from './keeper.ts'
import { MissedNights, rolloverAfter, rolloverBefore } from './nights.ts'
import type { QualityCounts } from './quality.ts'
import { LISTEN_EVERY, Silence } from './silence.ts'

export type { Candle } from './candles.ts'
export type { CandleQuery } from './history.ts'
export type { MarketItem, MarketQuote } from './item.ts'

/** A quote just published. `candles` are live views of the newest candle of each period. */
export type QuoteUpdate = {
  readonly instrument: InstrumentId
  readonly item: MarketItem
  readonly quote: MarketQuote
  readonly candles: { readonly [period in Period]: Candle }
}

export type SparklineQuery = Pick<CandleQuery, 'instrument' | 'period' | 'asker'>

export type MarketStats = { readonly silent: boolean; readonly outOfSession: number; readonly quality: QualityCounts }

export type Market = {
  /** Market time now: of orders, sessions, candles. Never goes back. */
  clock(): Millis
  /** True when the prices are made up: the app says so. */
  readonly simulated: boolean
  /** Market seconds in a real one; 0 for a feed whose clock moves only with its prices. */
  readonly speed: number
  /** Name of the price source. */
  readonly source: string
  items(): readonly MarketItem[]
  item(instrument: InstrumentId): MarketItem | undefined
  /** Oldest first, with the open candle unless `before` leaves it out. Empty for an instrument that does not exist. */
  candles(query: CandleQuery): Promise<Candle[]>
  /** The closes of the newest candles of a period, oldest first, at most 60. */
  sparkline(query: SparklineQuery): Promise<{ time: Millis; close: Points }[]>
  /** Returns how to stop listening, as does `onStatus`. */
  onQuote(listener: (update: QuoteUpdate) => void): () => void
  onStatus(listener: (item: MarketItem) => void): () => void
  stats(): MarketStats
  /** Hands the last known quotes and statuses over, then runs. */
  start(sink: (command: Command) => void): Promise<void>
  stop(): Promise<void>
}

export type MarketOptions = {
  readonly feed: Feed
  readonly catalogue: Catalogue
  readonly store: Store
  readonly sessions: 'always' | 'real'
  /** Newest market time in the journal; `undefined` for a new store. */
  readonly resumeAt: Millis | undefined
  /** The last rollover that was done; `undefined` before the first. */
  readonly lastRollover: Millis | undefined
  readonly log: Logger
}

/** How far back a restarted feed tells its quotes again, so that the candles of the running days are whole. */
const RETOLD = 5 * 24 * 3_600_000

/** Reads what is kept, lets the feed tell its past, and stands ready to start. */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { feed, store, log } = options
  const candleStore = new CandleStore(store)
  const memory = await candleStore.memory()
  const keeper = await MarketKeeper.open({ store: candleStore, memory, clock: () => feed.clock(), log })
  const market = new RunningMarket(
    options,
    keeper,
    new CandleHistory({ store: candleStore, feed: feed.history, now: () => performance.now() }),
  )
  const known = [options.resumeAt, memory.clock].filter((moment) => moment !== undefined)
  await feed.open({
    resumeAt: known.length === 0 ? undefined : millis(Math.max(...known)),
    pastFrom: (moment) => (memory.clock === undefined ? undefined : rolloverBefore(millis(moment - RETOLD))),
    past: (quote) => market.past(quote),
  })
  market.rebuild()
  return market
}

class RunningMarket implements Market, FeedListener {
  readonly #options: MarketOptions
  readonly #feed: Feed
  readonly #keeper: MarketKeeper
  readonly #history: CandleHistory
  readonly #items = new Map<InstrumentId, LiveItem>()
  readonly #quoteListeners = new Set<(update: QuoteUpdate) => void>()
  readonly #statusListeners = new Set<(item: MarketItem) => void>()
  #sink: (command: Command) => void = () => {}
  #silent = false
  readonly #silence: Silence
  readonly #missed: MissedNights
  #nextRollover: Millis = NEVER
  /** No status changes before this moment without a quote. */
  #nextReview: Millis = millis(0)
  #silenceTimer: NodeJS.Timeout | undefined

  constructor(options: MarketOptions, keeper: MarketKeeper, history: CandleHistory) {
    this.#options = options
    this.#feed = options.feed
    this.#keeper = keeper
    this.#history = history
    this.#silence = new Silence(options.feed.clock(), options.feed.speed)
    this.#missed = new MissedNights(options.lastRollover)
    for (const entry of options.catalogue.instruments) {
      const session = options.sessions === 'real' ? entry.terms.session : 'always'
      const item = new LiveItem({ entry, session, feed: options.feed, ended: (candle) => keeper.keep(candle) })
      this.#items.set(entry.terms.id, item)
    }
  }

  get simulated(): boolean {
    return this.#feed.simulated
  }

  get speed(): number {
    return this.#feed.speed
  }

  get source(): string {
    return this.#feed.name
  }

  clock(): Millis {
    return this.#feed.clock()
  }

  items(): readonly MarketItem[] {
    return [...this.#items.values()]
  }

  item(instrument: InstrumentId): MarketItem | undefined {
    return this.#items.get(instrument)
  }

  async candles(query: CandleQuery): Promise<Candle[]> {
    const item = this.#items.get(query.instrument)
    if (item === undefined || !this.#feed.covers(query.instrument)) return []
    return this.#history.page(query, {
      session: item.session,
      clock: this.clock(),
      newest: item.candles.newest(query.period),
      waiting: this.#keeper.waiting(query.instrument, query.period),
    })
  }

  async sparkline(query: SparklineQuery): Promise<{ time: Millis; close: Points }[]> {
    const candles = await this.candles({ ...query, limit: SPARKLINE_POINTS_MAX })
    return candles.map(({ time, close }) => ({ time, close }))
  }

  onQuote(listener: (update: QuoteUpdate) => void): () => void {
    this.#quoteListeners.add(listener)
    return () => this.#quoteListeners.delete(listener)
  }

  onStatus(listener: (item: MarketItem) => void): () => void {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  stats(): MarketStats {
    const quality: QualityCounts = { good: 0, suspect: 0, confirmed: 0, crossed: 0, notPositive: 0, tooHigh: 0 }
    let outOfSession = 0
    for (const item of this.#items.values()) {
      outOfSession += item.outOfSession
      for (const name of Object.keys(quality) as (keyof QualityCounts)[]) quality[name] += item.gate.counts[name]
    }
    return { silent: this.#silent, outOfSession, quality }
  }

  /** Missed nights first, each after its own last quotes; then the newest quotes, then who is in session. */
  async start(sink: (command: Command) => void): Promise<void> {
    this.#sink = sink
    const now = this.clock()
    this.#financeMissed(now)
    this.#nextRollover = rolloverAfter(now)
    for (const item of this.#items.values()) if (item.quote !== undefined) this.#hand(item, item.quote, item.quote.time)
    this.#review(now)
    this.#keeper.run()
    this.#silence.hear(now)
    this.#feed.run(this)
    this.#silenceTimer = setInterval(() => this.#listenForSilence(), LISTEN_EVERY)
  }

  async stop(): Promise<void> {
    clearInterval(this.#silenceTimer)
    await this.#feed.stop()
    this.#options.log.info(this.stats(), 'market stopped')
    await this.#keeper.stop()
  }

  // --- Before the start -----------------------------------------------------------------------------------------------

  /** A quote of before: it counts for candles and as the last one known, and triggers nothing. */
  past(quote: FeedQuote): Promise<void> | undefined {
    const item = this.#items.get(quote.instrument)
    if (item === undefined) return undefined
    if (this.#feed.history === undefined) this.#missed.pass(quote.time, () => this.#quotesNow())
    for (const good of item.judge(quote)) this.#remember(item, good)
    return this.#keeper.pressed()
  }

  /** Where the feed knows the past by itself, the growing candles come from there. */
  rebuild(): void {
    const history = this.#feed.history
    if (history === undefined) return
    const now = this.clock()
    for (const item of this.#items.values())
      item.candles.rebuildFrom((stretch) => history.candle({ ...stretch, instrument: item.entry.terms.id }), now)
  }

  // --- What the feed says -----------------------------------------------------------------------------------------------

  quote(quote: FeedQuote): void {
    this.#hear(quote.time)
    this.#advance(quote.time)
    const item = this.#items.get(quote.instrument)
    if (item === undefined) return
    for (const good of item.judge(quote)) this.#publish(item, good, quote.time)
  }

  alive(at: Millis): void {
    this.#hear(at)
    this.#advance(at)
  }

  /** Nobody lived through the time between, so nobody pays for its nights; a night of none moves the engine's mark. */
  leapt(to: Millis): void {
    this.#hear(to)
    const skipped = rolloverInstants(millis(this.#nextRollover - 1), to)
    const last = skipped[skipped.length - 1]
    if (last !== undefined) this.#sink({ kind: 'rollover', at: last, nights: { forex: 0, metals: 0, us_stocks: 0 } })
    this.#nextRollover = rolloverAfter(to)
    this.#nextReview = to
    this.#advance(to)
  }

  missed(to: Millis): void {
    this.#hear(to)
    this.#options.log.warn({ to: new Date(to).toISOString() }, 'quotes were missed; candles are taken from the feed')
    this.#advance(to)
    this.rebuild()
  }

  ended(at: Millis): void {
    this.#advance(at)
    this.#setSilent(true)
  }

  // --- How it happens ---------------------------------------------------------------------------------------------------

  /** `at`: when it counts. A quote that had to be confirmed counts with the one that confirmed it, and is older. */
  #publish(item: LiveItem, quote: FeedQuote, at: Millis): void {
    const published = this.#remember(item, quote)
    if (published === undefined) return
    const stands = quote.time === at || item.stands(quote, at)
    if (stands) item.freshen()
    // The status first: a good quote that makes an instrument fresh may trigger at once.
    if (item.review(at, this.#silent)) this.#tellStatus(item, at)
    if (item.status === 'open') this.#nextReview = millis(Math.min(this.#nextReview, item.nextChange(at)))
    // One of a break, or too old, belongs into the chart, but nobody could have traded on it.
    if (stands || item.status !== 'open') this.#hand(item, published, at)
    if (this.#quoteListeners.size === 0) return
    const update: QuoteUpdate = { instrument: item.entry.terms.id, item, quote: published, candles: item.candles.all() }
    for (const listener of this.#quoteListeners) listener(update)
  }

  /** `undefined` when no number could be reserved: such a quote is not published. */
  #remember(item: LiveItem, quote: FeedQuote): MarketQuote | undefined {
    const seq = this.#keeper.nextSequence(item.entry.terms.id)
    if (seq === undefined) return undefined
    item.candles.add(quote)
    item.quote = { seq, bid: quote.bid, ask: quote.ask, time: quote.time }
    return item.quote
  }

  #hand(item: LiveItem, quote: MarketQuote, at: Millis): void {
    if (quote.seq <= item.handed) return
    item.handed = quote.seq
    this.#sink(quoteCommand(item, quote, at))
  }

  #financeMissed(now: Millis): void {
    const { history } = this.#feed
    this.#missed.pass(now, history === undefined ? () => this.#quotesNow() : (night) => this.#quotesBefore(night, history))
    for (const { at, closes } of this.#missed.all) {
      for (const [instrument, close] of closes) this.#hand(must(this.#items.get(instrument), 'a close is of an item'), close, close.time)
      this.#sink({ kind: 'rollover', at, nights: nightsAt(at) })
    }
    // Closes that were asked for afterwards have numbers above that of the newest quote, which numbers must not pass.
    for (const item of this.#items.values()) {
      if (item.quote === undefined || item.quote.seq >= item.handed) continue
      item.quote = { ...item.quote, seq: this.#keeper.nextSequence(item.entry.terms.id) ?? item.quote.seq }
    }
  }

  #quotesNow(): ReadonlyMap<InstrumentId, MarketQuote> {
    const quotes = new Map<InstrumentId, MarketQuote>()
    for (const [instrument, { quote }] of this.#items) if (quote !== undefined) quotes.set(instrument, quote)
    return quotes
  }

  #quotesBefore(night: Millis, history: FeedHistory): ReadonlyMap<InstrumentId, MarketQuote> {
    const quotes = new Map<InstrumentId, MarketQuote>()
    for (const instrument of this.#items.keys()) {
      const last = this.#feed.covers(instrument) ? history.quoteBefore(instrument, night) : undefined
      const seq = last === undefined ? undefined : this.#keeper.nextSequence(instrument)
      if (last !== undefined && seq !== undefined) quotes.set(instrument, { seq, bid: last.bid, ask: last.ask, time: last.time })
    }
    return quotes
  }

  /** Does what is due up to a moment, in the order of its time. */
  #advance(to: Millis): void {
    while (Math.min(this.#nextRollover, this.#nextReview) <= to) {
      if (this.#nextRollover <= this.#nextReview) this.#rollOver(this.#nextRollover)
      else this.#review(this.#nextReview)
    }
  }

  #rollOver(upTo: Millis): void {
    while (this.#nextRollover <= upTo) {
      const at = this.#nextRollover
      this.#sink({ kind: 'rollover', at, nights: nightsAt(at) })
      this.#nextRollover = rolloverAfter(at)
    }
  }

  #review(at: Millis): void {
    let next = NEVER
    for (const item of this.#items.values()) {
      if (item.review(at, this.#silent)) this.#tellStatus(item, at)
      next = millis(Math.min(next, item.nextChange(at)))
    }
    this.#nextReview = next
  }

  #tellStatus(item: LiveItem, at: Millis): void {
    this.#sink({ kind: 'market', at, instrument: item.entry.terms.id, status: item.status })
    for (const listener of this.#statusListeners) listener(item)
  }

  #hear(at: Millis): void {
    this.#silence.hear(at)
    if (this.#silent) this.#setSilent(false)
  }

  #listenForSilence(): void {
    if (!this.#silent && this.#silence.listen(this.clock())) this.#setSilent(true)
  }

  #setSilent(silent: boolean): void {
    this.#silent = silent
    this.#options.log[silent ? 'warn' : 'info'](silent ? 'the feed is silent: every price is stale' : 'the feed speaks again')
    this.#review(this.clock())
  }
}

function quoteCommand(item: LiveItem, quote: MarketQuote, at: Millis): Command {
  const { seq, bid, ask, time } = quote
  return { kind: 'quote', at, instrument: item.entry.terms.id, seq, bid, ask, ...(time === at ? {} : { time }) }
}
