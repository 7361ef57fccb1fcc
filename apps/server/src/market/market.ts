/**
 * The running market: the flow of quotes (flow.ts) with a store behind it, which keeps candles, the clock and the
 * numbers of quotes, and with the timer that listens for the feed.
 */
import { SPARKLINE_POINTS_MAX } from '@veritick/contract'
import { type InstrumentId, type Millis, millis, type Points } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Jobs } from '../services/jobs/index.ts'
import { LIMITS, networkCeilingOf } from '../services/rate-limits/index.ts'
import type { Store } from '../store/index.ts'
import type { CandleQuery } from './candle-query.ts'
import { CandleStore } from './candle-store.ts'
import { CandleWriter } from './candle-writer.ts'
import type { Candle } from './candles.ts'
import type { Catalogue } from './catalogue.ts'
import type { Feed, FeedQuote } from './feed.ts'
import { FEED_CHECK_EVERY } from './feed-watchdog.ts'
import { type MarketStats, QuoteFlow, type QuoteUpdate } from './flow.ts'
import { CandleHistory } from './history.ts'
import type { MarketItem } from './item.ts'
import type { MarketQuote } from './quote.ts'
import { rolloverBefore } from './rollovers.ts'

export type { CandleQuery } from './candle-query.ts'
export type { Candle } from './candles.ts'
export type { MarketStats, QuoteUpdate } from './flow.ts'
export type { MarketItem } from './item.ts'
export type { MarketQuote } from './quote.ts'

export type SparklineQuery = Pick<CandleQuery, 'instrument' | 'period' | 'asker'>

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
  /**
   * Oldest first, with the open candle unless `before` leaves it out; the same array until a candle of it changes.
   * Empty for an instrument that does not exist.
   */
  candles(query: CandleQuery): Promise<readonly Candle[]>
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
  readonly store: Pick<Store, 'query'>
  readonly jobs: Jobs
  readonly sessions: 'always' | 'real'
  /** Newest market time in the journal; `undefined` for a new store. */
  readonly resumeAt: Millis | undefined
  /** The last rollover that was done; `undefined` before the first. */
  readonly lastRollover: Millis | undefined
  /** The quotes that the journal named last. */
  readonly remembered?: ReadonlyMap<InstrumentId, MarketQuote> | undefined
  /** Resolves when all that the core was handed is durable; rejects where that cannot be said. */
  readonly durable: () => Promise<unknown>
  /** An operator has checked the wall clock for this start. */
  readonly isClockTrusted: boolean
  /** Keeps the market's memory outside the store; `undefined`: nothing does. */
  readonly memoryFile?: string
  readonly log: Logger
}

/** How far back a restarted feed sends its quotes again, so that the candles of the running days are whole. */
const SENT_AGAIN = 5 * 24 * 3_600_000

/** The log line for the operator; docs/operating.md says more. */
const WHEN_BEHIND =
  'the journal holds a later market time than the clock of this machine shows: nothing is traded until the ' +
  'clock has come there. ' +
  'If the clock is wrong, correct it: trading resumes by itself. If it is right, it was ahead before: wait, or ' +
  'restore a backup from before that time.'

const WHEN_DOUBTED =
  'the clock of this machine was not believed when the server ended, or was set while it started, and it is ahead of ' +
  'market time: nothing is traded and no night is charged. If the clock is wrong, correct it. Without a 17:00 New ' +
  'York in between trading resumes after a minute; otherwise check the clock and start once with --trust-clock.'

/** Reads what is kept, lets the feed tell its past, and stands ready to start. */
export async function openMarket(options: MarketOptions): Promise<Market> {
  const { feed, store, durable, isClockTrusted, log } = options
  const candleStore = new CandleStore(store, options.memoryFile)
  const memory = await candleStore.memory()
  const writer = await CandleWriter.open({
    store: candleStore,
    memory,
    clock: () => feed.clock(),
    speed: feed.speed,
    isClockHalted: () => feed.clockFault()?.kind === 'jumped',
    durable,
    log,
  })
  const now = () => performance.now()
  const computed = networkCeilingOf({ now, ...LIMITS.computedCandles })
  const history = new CandleHistory({
    store: candleStore,
    feed: feed.history,
    now,
    mayCompute: (network) => computed.take(network),
  })
  const market = new RunningMarket(options, writer, history)
  const known = [options.resumeAt, memory.clock].filter((moment) => moment !== undefined)
  await feed.open({
    resumeAt: known.length === 0 ? undefined : millis(Math.max(...known)),
    shownTo: memory.shown,
    isClockDoubted: memory.halted === true && !isClockTrusted,
    pastFrom: (moment) => (memory.clock === undefined ? undefined : rolloverBefore(millis(moment - SENT_AGAIN))),
    past: (quote) => market.past(quote),
  })
  market.rebuild()
  const fault = feed.clockFault()
  if (fault !== undefined) {
    const clocks = { journal: new Date(feed.clock()).toISOString(), difference: fault.difference }
    log.error(clocks, fault.kind === 'behind_journal' ? WHEN_BEHIND : WHEN_DOUBTED)
  }
  return market
}

class RunningMarket implements Market {
  readonly #options: MarketOptions
  readonly #feed: Feed
  readonly #writer: CandleWriter
  readonly #history: CandleHistory
  readonly #flow: QuoteFlow
  #feedCheck: NodeJS.Timeout | undefined

  constructor(options: MarketOptions, writer: CandleWriter, history: CandleHistory) {
    const { feed, catalogue, sessions, resumeAt, lastRollover, remembered, log } = options
    this.#options = options
    this.#feed = feed
    this.#writer = writer
    this.#history = history
    this.#flow = new QuoteFlow({
      feed,
      catalogue,
      sessions,
      lastRollover,
      resumeAt,
      remembered,
      nextSequence: (instrument) => writer.nextSequence(instrument),
      ended: (candle) => writer.keep(candle),
      log,
    })
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
    return [...this.#flow.items.values()]
  }

  item(instrument: InstrumentId): MarketItem | undefined {
    return this.#flow.items.get(instrument)
  }

  async candles(query: CandleQuery): Promise<readonly Candle[]> {
    const item = this.#flow.items.get(query.instrument)
    if (item === undefined || !this.#feed.covers(query.instrument)) return []
    return this.#history.page(query, () => ({
      session: item.session,
      clock: this.clock(),
      newest: item.candles.newest(query.period),
      waiting: () => this.#writer.waiting(query.instrument, query.period),
    }))
  }

  async sparkline(query: SparklineQuery): Promise<{ time: Millis; close: Points }[]> {
    const candles = await this.candles({ ...query, limit: SPARKLINE_POINTS_MAX })
    return candles.map(({ time, close }) => ({ time, close }))
  }

  onQuote(listener: (update: QuoteUpdate) => void): () => void {
    this.#flow.quoteListeners.add(listener)
    return () => this.#flow.quoteListeners.delete(listener)
  }

  onStatus(listener: (item: MarketItem) => void): () => void {
    this.#flow.statusListeners.add(listener)
    return () => this.#flow.statusListeners.delete(listener)
  }

  stats(): MarketStats {
    return this.#flow.stats()
  }

  async start(sink: (command: Command) => void): Promise<void> {
    this.#flow.start(sink)
    this.#writer.run(this.#options.jobs)
    await this.#feed.run(this.#flow, () => this.#writer.mayReach)
    this.#feedCheck = setInterval(() => this.#flow.checkFeed(), FEED_CHECK_EVERY)
  }

  async stop(): Promise<void> {
    clearInterval(this.#feedCheck)
    await this.#feed.stop()
    this.#options.log.info(this.stats(), 'market stopped')
    await this.#writer.stop()
  }

  /** A quote of before the start. Resolves when the store has room for the next. */
  past(quote: FeedQuote): Promise<void> | undefined {
    this.#flow.past(quote)
    return this.#writer.pressed()
  }

  rebuild(): void {
    this.#flow.rebuild()
  }
}
