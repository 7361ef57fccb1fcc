/**
 * Turns the feed into commands of the engine in the order of market time: quotes that passed the gate, statuses, and
 * the changes that time itself causes: sessions that open and close, prices that grow stale, and 17:00 New York. It
 * stores nothing and waits for nothing, so that the simulator can run it as it is. market.ts gives it a store.
 *
 * A status goes to the engine in the same turn as the quote that causes it, and before any quote that it must stop or
 * allow. A quote goes to it when an order can be filled at it: with its row, or when its instrument opens.
 */
import {
  type InstrumentId,
  type Millis,
  millis,
  must,
  NEVER,
  nightsAt,
  type Period,
  rolloverInstants,
} from '@veritick/domain'
import type { Command } from '@veritick/engine'
import type { Logger } from 'pino'
import type { StoredCandle } from './candle-store.ts'
import type { Candle } from './candles.ts'
import type { Catalogue } from './catalogue.ts'
import type { ClockFault } from './clock.ts'
import type { Feed, FeedHistory, FeedListener, FeedQuote } from './feed.ts'
import { FeedWatchdog } from './feed-watchdog.ts'
import { conversionOf, LiveItem, type MarketItem } from './item.ts'
import { noCounts, type QualityCounts } from './quality-counts.ts'
import type { MarketQuote } from './quote.ts'
import { MissedNights, rolloverAfter } from './rollovers.ts'

/** A quote just published. `candles` are live views of the newest candle of each period. */
export type QuoteUpdate = {
  readonly instrument: InstrumentId
  readonly item: MarketItem
  readonly quote: MarketQuote
  readonly candles: { readonly [period in Period]: Candle }
}

export type MarketStats = {
  readonly silent: boolean
  readonly outOfSession: number
  readonly quality: QualityCounts
  /** Why the market clock stands still; `undefined` while it runs. */
  readonly clockFault: ClockFault | undefined
  /** How often a fault of the clock has halted trading since the start. */
  readonly halts: number
}

export type FlowOptions = {
  readonly feed: Feed
  readonly catalogue: Catalogue
  readonly sessions: 'always' | 'real'
  /** The last rollover that was done; `undefined` before the first. */
  readonly lastRollover: Millis | undefined
  /** Newest market time in the journal: before the first rollover the nights after it count as missed. */
  readonly resumeAt?: Millis | undefined
  /** The quotes that the journal named last. They stand for those that a restarted feed does not give again. */
  readonly remembered?: ReadonlyMap<InstrumentId, MarketQuote> | undefined
  /** The next number of an instrument's quote; `undefined`: there is none now. */
  readonly nextSequence: (instrument: InstrumentId) => number | undefined
  /** Told each candle that a later quote has closed. */
  readonly ended: (candle: StoredCandle) => void
  readonly log: Logger
}

/**
 * Market time after a start for which the feed may give the price of an instrument. Then the engine is told the one
 * that the journal named last: no account is without a stop-out for longer (decision 92).
 */
export const REMEMBERED_AFTER = 300_000

export class QuoteFlow implements FeedListener {
  readonly items: ReadonlyMap<InstrumentId, LiveItem>
  readonly quoteListeners = new Set<(update: QuoteUpdate) => void>()
  readonly statusListeners = new Set<(item: MarketItem) => void>()
  readonly #options: FlowOptions
  readonly #feed: Feed
  readonly #watchdog: FeedWatchdog
  readonly #missed: MissedNights
  #sink: (command: Command) => void = () => {}
  #silent = false
  #halted = false
  #halts = 0
  /** Market time of the last thing that happened. */
  #now: Millis = millis(0)
  #nextRollover: Millis = NEVER
  /** No status changes before this moment without a quote. */
  #nextReview: Millis = millis(0)
  #tellRemembered: Millis = NEVER

  constructor(options: FlowOptions) {
    const { feed, catalogue, ended } = options
    this.#options = options
    this.#feed = feed
    this.#watchdog = new FeedWatchdog(feed.clock(), feed.speed)
    this.#missed = new MissedNights(options.lastRollover ?? options.resumeAt)
    const items = catalogue.instruments.map((entry) => {
      const session = options.sessions === 'real' ? entry.terms.session : 'always'
      return new LiveItem({ entry, session, feed, ended })
    })
    this.items = new Map(items.map((item) => [item.entry.terms.id, item]))
    for (const item of items) {
      const source = conversionOf(item)
      if (source === undefined) continue
      item.rate = this.items.get(source)
      item.rate?.dependents.push(item)
    }
  }

  stats(): MarketStats {
    const quality = noCounts()
    let outOfSession = 0
    for (const item of this.items.values()) {
      outOfSession += item.outOfSession
      for (const name of Object.keys(quality) as (keyof QualityCounts)[]) quality[name] += item.gate.counts[name]
    }
    return { silent: this.#silent, outOfSession, quality, clockFault: this.#feed.clockFault(), halts: this.#halts }
  }

  // --- Before the start
  // -------------------------------------------------------------------------------------------------

  /**
   * A quote of before: it counts for candles, teaches the gate what a live one teaches, and triggers nothing. It is
   * handed to the engine only where an order could be filled at it when it came.
   */
  past(quote: FeedQuote): void {
    const item = this.items.get(quote.instrument)
    if (item === undefined) return
    if (this.#feed.history === undefined) this.#missed.pass(quote.time, () => this.#quotesNow())
    item.passTo(quote.time)
    const { published, passed } = item.validateQuote(quote, quote.time, true)
    const seq = published && this.#options.nextSequence(quote.instrument)
    if (published !== undefined && seq !== undefined) item.takePast({ published, passed }, seq)
    // A row that only holds it counts as well, also for those that are converted by it.
    for (const each of [item, ...item.dependents]) each.reviewPast(quote.time)
  }

  /** Where the feed knows the past by itself, the growing candles come from there. */
  rebuild(): void {
    const history = this.#feed.history
    if (history === undefined) return
    const now = this.#feed.clock()
    for (const item of this.items.values())
      item.candles.rebuildFrom((stretch) => history.candle({ ...stretch, instrument: item.entry.terms.id }), now)
  }

  /** Missed nights first, each after its own last quotes; then the newest quotes, then the instruments in session. */
  start(sink: (command: Command) => void): void {
    this.#sink = sink
    const now = this.#feed.clock()
    this.#now = now
    // The engine knows what each instrument can be worth before it trades any.
    for (const item of this.items.values()) {
      item.begin(now)
      this.#sink(item.statusCommand(now))
    }
    this.#financeMissed(now)
    this.#nextRollover = rolloverAfter(now)
    this.#tellRemembered = millis(now + REMEMBERED_AFTER)
    for (const item of this.items.values())
      if (item.tradable !== undefined) this.#hand(item, item.tradable, item.tradable.time)
    this.#review(now)
    this.#watchdog.received(now)
  }

  // --- What the feed says
  // -------------------------------------------------------------------------------------------------

  quote(quote: FeedQuote): void {
    // A source that is ahead of the market clock does not move it; one that is behind does not turn it back.
    const at = millis(Math.max(this.#now, Math.min(quote.time, this.#feed.clock())))
    this.#received(at)
    this.#advance(at)
    const item = this.items.get(quote.instrument)
    if (item === undefined) return
    const { published, passed } = item.validateQuote(quote, at)
    if (published === undefined) this.#reviewOne(item, at)
    else this.#publish(item, { published, passed }, at)
  }

  alive(at: Millis): void {
    this.#received(at)
    this.#advance(at)
  }

  /**
   * No account existed during the gap of the feed's clock, so no account pays for its nights; a rollover of no nights
   * moves the engine's last rollover.
   */
  leapt(to: Millis): void {
    this.#received(to)
    this.#interrupt()
    const skipped = rolloverInstants(millis(this.#nextRollover - 1), to)
    const last = skipped[skipped.length - 1]
    if (last !== undefined) this.#sink({ kind: 'rollover', at: last, nights: { forex: 0, metals: 0, us_stocks: 0 } })
    this.#nextRollover = rolloverAfter(to)
    this.#nextReview = to
    this.#advance(to)
  }

  /** Newer quotes exist than the published ones, so nothing is traded before the feed gives one. */
  missed(to: Millis): void {
    this.#received(to)
    this.#interrupt()
    this.#options.log.warn({ to: new Date(to).toISOString() }, 'quotes were missed; candles are taken from the feed')
    for (const item of this.items.values()) item.wither()
    this.#review(this.#now)
    this.#advance(to, this.#feed.history)
    this.rebuild()
  }

  halted(at: Millis): void {
    if (this.#halted) return
    this.#halted = true
    this.#halts++
    this.#options.log.error({ fault: this.#feed.clockFault() }, 'the clock cannot be believed: trading is halted')
    this.#setSilent(true, at)
  }

  ended(at: Millis): void {
    this.#advance(at)
    this.#setSilent(true, at)
  }

  /** To be called every FEED_CHECK_EVERY: what time brings happens even where the feed says nothing. */
  checkFeed(): void {
    const now = this.#feed.clock()
    this.#advance(now)
    if (!this.#silent && this.#watchdog.isSilent(now)) this.#setSilent(true, now)
  }

  // --- How it happens
  // -----------------------------------------------------------------------------------------------------

  #publish(
    item: LiveItem,
    good: { readonly published: FeedQuote; readonly passed: readonly FeedQuote[] },
    at: Millis,
  ): void {
    const seq = this.#options.nextSequence(item.entry.terms.id)
    if (seq === undefined) {
      // The feed has left the last published price, and the new price cannot be published: trading on the old price
      // stops.
      item.wither()
      this.#reviewOne(item, at)
      return
    }
    const quote = item.take(good, seq)
    item.freshen()
    // The status first: a good quote that makes an instrument fresh may trigger at once.
    const isChanged = this.#reviewStatus(item, at)
    this.#nextReview = millis(Math.min(this.#nextReview, item.nextChange(at)))
    this.#offer(item, at)
    // After the quote, so that what is converted by it opens on the new rate.
    if (isChanged) this.#reviewDependents(item, at)
    if (this.quoteListeners.size === 0) return
    const update: QuoteUpdate = { instrument: item.entry.terms.id, item, quote, candles: item.candles.all() }
    for (const listener of this.quoteListeners) listener(update)
  }

  /** Engine and gate get the newest quote once an order can be filled at it. Any other costs a lying source nothing. */
  #offer(item: LiveItem, at: Millis): void {
    const { quote } = item
    if (item.status !== 'open' || quote === undefined || quote === item.tradable) return
    item.tradable = quote
    item.gate.learn(at)
    this.#hand(item, quote, at)
  }

  #hand(item: LiveItem, quote: MarketQuote, at: Millis): void {
    if (quote.seq <= item.handed) return
    item.handed = quote.seq
    this.#sink(item.quoteCommand(quote, at))
  }

  #financeMissed(now: Millis): void {
    const { history } = this.#feed
    this.#missed.pass(
      now,
      history === undefined ? () => this.#quotesNow() : (night) => this.#quotesBefore(night, history),
    )
    for (const { at, closes } of this.#missed.all) {
      for (const [instrument, close] of closes)
        this.#hand(must(this.items.get(instrument), 'a close is of an item'), close, close.time)
      this.#sink({ kind: 'rollover', at, nights: nightsAt(at) })
    }
    // The prices of missed nights took the next numbers. The newest quote was numbered before them and is handed to the
    // engine after them, so it takes a new number: numbers of quotes rise.
    for (const item of this.items.values()) {
      const { tradable } = item
      if (tradable === undefined || tradable.seq >= item.handed) continue
      item.tradable = { ...tradable, seq: this.#options.nextSequence(item.entry.terms.id) ?? tradable.seq }
      if (item.quote === tradable) item.quote = item.tradable
    }
  }

  #quotesNow(): ReadonlyMap<InstrumentId, MarketQuote> {
    const quotes = new Map<InstrumentId, MarketQuote>()
    for (const [instrument, { tradable }] of this.items) if (tradable !== undefined) quotes.set(instrument, tradable)
    return quotes
  }

  #quotesBefore(night: Millis, history: FeedHistory): ReadonlyMap<InstrumentId, MarketQuote> {
    const quotes = new Map<InstrumentId, MarketQuote>()
    for (const instrument of this.items.keys()) {
      const last = this.#feed.covers(instrument) ? history.quoteBefore(instrument, night) : undefined
      const seq = last === undefined ? undefined : this.#options.nextSequence(instrument)
      if (last !== undefined && seq !== undefined)
        quotes.set(instrument, { seq, bid: last.bid, ask: last.ask, time: last.time })
    }
    return quotes
  }

  /** Does what is due up to a moment, in the order of its time. `missed`: knows the quotes that were not given. */
  #advance(to: Millis, missed?: FeedHistory): void {
    this.#now = millis(Math.max(this.#now, to))
    while (Math.min(this.#nextRollover, this.#nextReview, this.#tellRemembered) <= to) {
      if (this.#tellRemembered <= Math.min(this.#nextRollover, this.#nextReview)) this.#retell(this.#tellRemembered)
      else if (this.#nextRollover <= this.#nextReview) this.#rollOver(this.#nextRollover, missed)
      else this.#review(this.#nextReview)
    }
  }

  /**
   * It values positions and fills nothing: an instrument without a quote of the feed is stale or closed. A rate that
   * the feed does not have stays unknown, because orders would be converted by it.
   */
  #retell(at: Millis): void {
    this.#tellRemembered = NEVER
    for (const [instrument, quote] of this.#options.remembered ?? []) {
      const item = this.items.get(instrument)
      if (item === undefined || item.handed > 0) continue
      if (item.dependents.length > 0 && !this.#feed.covers(instrument)) continue
      this.#options.log.warn({ instrument: item.entry.terms.code }, 'no price since the start: the last of the journal')
      this.#hand(item, quote, at)
    }
  }

  /** A night is charged at its own close, also where its quotes were missed. */
  #rollOver(at: Millis, missed?: FeedHistory): void {
    const closes = missed === undefined ? [] : this.#quotesBefore(at, missed)
    for (const [instrument, close] of closes) {
      const item = must(this.items.get(instrument), 'a close is of an item')
      this.#hand(item, close, close.time)
      item.quote = close
      item.tradable = close
    }
    this.#sink({ kind: 'rollover', at, nights: nightsAt(at) })
    this.#nextRollover = rolloverAfter(at)
  }

  #review(at: Millis): void {
    let next = NEVER
    for (const item of this.items.values()) {
      this.#reviewOne(item, at)
      next = millis(Math.min(next, item.nextChange(at)))
    }
    this.#nextReview = next
  }

  /** The instrument and those that hang on it. */
  #reviewOne(item: LiveItem, at: Millis): void {
    if (this.#reviewStatus(item, at)) this.#reviewDependents(item, at)
    this.#nextReview = millis(Math.min(this.#nextReview, item.nextChange(at)))
  }

  #reviewDependents(item: LiveItem, at: Millis): void {
    for (const dependent of item.dependents) this.#reviewStatus(dependent, at)
  }

  #reviewStatus(item: LiveItem, at: Millis): boolean {
    if (!item.review(at, this.#silent)) return false
    this.#sink(item.statusCommand(at))
    for (const listener of this.statusListeners) listener(item)
    this.#offer(item, at)
    return true
  }

  #interrupt(): void {
    for (const item of this.items.values()) item.pace.interrupted()
  }

  #received(at: Millis): void {
    this.#watchdog.received(at)
    if (!this.#silent) return
    this.#halted = false
    this.#setSilent(false, at)
  }

  #setSilent(silent: boolean, at: Millis): void {
    this.#silent = silent
    this.#options.log[silent ? 'warn' : 'info'](
      silent ? 'the feed is silent: every price is stale' : 'the feed speaks again',
    )
    if (silent) this.#interrupt()
    this.#review(at)
  }
}
