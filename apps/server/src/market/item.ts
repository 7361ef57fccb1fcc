/**
 * One instrument on the running market: its last good quote, its growing candles, and whether it can be traded now. Of
 * other instruments it knows the one that converts its currency; flow.ts tells the engine.
 */

import {
  conversionFrom,
  type InstrumentId,
  isDayTheSession,
  lotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  notionalOf,
  type Points,
  type Session,
  type SessionState,
  sessionAt,
} from '@veritick/domain'
import type { Command, MarketStatus } from '@veritick/engine'
import type { StoredCandle } from './candle-store.ts'
import { CandleBuilder } from './candles.ts'
import { type CatalogueEntry, priceRange } from './catalogue.ts'
import type { Feed, FeedQuote } from './feed.ts'
import { Pace } from './pace.ts'
import { LATE, QualityGate, type QuoteVerdict } from './quality.ts'
import type { MarketQuote } from './quote.ts'

/** A suspect that is neither confirmed nor refuted within this much market time leaves the instrument stale. */
export const HOLD_MAX = 10_000

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
  gate: QualityGate
  pace: Pace
  readonly candles: CandleBuilder
  quote: MarketQuote | undefined
  /** The instrument that converts its currency; `undefined` where there is none. */
  rate: LiveItem | undefined
  /** The instruments whose currency it converts. */
  readonly dependents: LiveItem[] = []
  /** The newest good quote at which an order could be filled: the engine knows no other. */
  tradable: MarketQuote | undefined
  status: MarketStatus = 'closed'
  /** Quotes that belonged to no trading day. */
  outOfSession = 0
  /** Number of the last quote that the core was handed. */
  handed = 0
  readonly #feed: Feed
  readonly #range: ReturnType<typeof priceRange>
  readonly #covered: boolean
  /** `Feed.spacing` of its newest quote. */
  #spacing: number
  #state: SessionState
  /** It holds from here until it changes. */
  #stateFrom: Millis = millis(0)
  /** A good quote has come since the start or since it last grew stale. */
  #fresh = false
  /** Its market was closed when it was last looked at. */
  #inBreak = false
  /** Market time when the newest quote came that was not late, believed or not. */
  #arrived: Millis = millis(0)
  /** Before the start: time has passed up to here. */
  #passed: Millis | undefined
  /** The last quote that belonged to no trading day. */
  #dropped: FeedQuote | undefined

  constructor(options: { entry: CatalogueEntry; session: Session; feed: Feed; ended: (candle: StoredCandle) => void }) {
    const { entry, session, feed, ended } = options
    const instrument = entry.terms.id
    this.entry = entry
    this.session = session
    this.#feed = feed
    this.#range = priceRange(entry, feed.ordinaryPrice(instrument))
    this.#spacing = feed.spacing(instrument)
    this.gate = this.#newGate()
    this.pace = this.#newPace()
    this.candles = new CandleBuilder(session, (period, candle) => ended({ instrument, period, candle }))
    this.#covered = feed.covers(instrument)
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

  /**
   * The most that 0.0001 lots can be worth at prices and rates that are believed, in micro-dollars: the engine's bound
   * of what an account may hold (decision 104).
   */
  get worthMax(): Micros {
    const { terms } = this.entry
    const { kind } = terms.conversion
    const { lowest, highest } = (this.rate ?? this).#range
    const { pricePrecision } = (this.rate ?? this).entry.terms
    const isConverted = kind === 'multiply' || kind === 'divide'
    const conversion = isConverted
      ? conversionFrom(kind, kind === 'multiply' ? highest : lowest, pricePrecision)
      : { numerator: 1, denominator: 1 }
    const worth = notionalOf({ terms, lots: lotUnits(1), price: this.#range.highest, conversion })
    return worth ?? micros(Number.MAX_SAFE_INTEGER)
  }

  /** Tells the engine its status. */
  statusCommand(at: Millis): Command {
    return { kind: 'market', at, instrument: this.entry.terms.id, status: this.status, worthMax: this.worthMax }
  }

  /** Gives the engine a quote. */
  quoteCommand({ seq, bid, ask, time }: MarketQuote, at: Millis): Command {
    const instrument = this.entry.terms.id
    return { kind: 'quote', at, instrument, seq, bid, ask, ...(time === at ? {} : { time }) }
  }

  /** `at`: market time now. The gate remembers the quote; the item's own quote and candles stay. */
  validateQuote(quote: FeedQuote, at: Millis, isPast = false): QuoteVerdict {
    this.#followSpacing(isPast)
    // A quote of a stock before the opening or after the close belongs to no trading day.
    const isOpen = this.sessionAt(millis(Math.min(quote.time, at))).open
    if (isDayTheSession(this.session) && !isOpen) {
      this.outOfSession++
      this.#dropped = quote
      return LATE
    }
    // However long a source repeats its last price in a break, it says nothing about the opening.
    if (!isOpen && !isPast && !this.#isMadeOfBars && quote.bid === this.quote?.bid && quote.ask === this.quote.ask) {
      this.gate.counts.repeated++
      return LATE
    }
    // A source's last row may be a suspect that came when the price was stale already.
    if (at - this.#arrived > this.pace.limit) this.gate.priceLost()
    // The first price of before the start is believed alone, for candles.
    const isFirst = isPast && this.quote === undefined
    const verdict = this.gate.validateQuote(quote, at, !isFirst && this.sessionAt(at).open)
    // Also of a quote that waits: a market that stands still has a pace. Rows that are invalid have none.
    if (verdict.row === 'valid') {
      this.#arrived = at
      this.pace.quoted(millis(Math.min(quote.time, at)))
    } else if (verdict.row === 'invalid') this.pace.interrupted()
    return verdict
  }

  /**
   * The feed goes on with quotes of another making. Nothing that those before taught or were allowed holds for these:
   * with the silence and the jumps of a day's bar a tick would be traded for hours after its source has left it.
   */
  #followSpacing(isPast: boolean): void {
    const spacing = this.#feed.spacing(this.entry.terms.id)
    if (spacing === this.#spacing) return
    this.#spacing = spacing
    this.#fresh = false
    this.gate = this.#newGate(this.gate)
    this.pace = this.#newPace()
    if (!isPast) this.gate.begin()
  }

  #newGate(before?: QualityGate): QualityGate {
    const { entry } = this
    const terms = {
      guardMin: this.#feed.guardMin(entry.terms.id),
      isMadeOfBars: this.#isMadeOfBars,
      spreadTypical: () => entry.terms.spreadTypical,
      ...this.#range,
    }
    return new QualityGate(terms, before)
  }

  #newPace(): Pace {
    return new Pace({ session: this.session, most: this.entry.quoteAgeMax, spacing: this.#spacing })
  }

  /** Of bars one may open at the close of the one before. */
  get #isMadeOfBars(): boolean {
    return this.#spacing > 0
  }

  /** Quotes from now on are of this run. */
  begin(at: Millis): void {
    this.status = 'closed'
    this.#inBreak = false
    this.#fresh = false
    this.pace.interrupted()
    this.gate.begin()
    const isOld = this.quote !== undefined && at - this.quote.time > this.pace.limit
    if (isOld || !this.sessionAt(at).open) this.gate.priceLost()
  }

  /** Takes a quote that the gate has accepted, under its number. */
  take(
    { published: quote, passed }: { readonly published: FeedQuote; readonly passed: readonly FeedQuote[] },
    seq: number,
  ): MarketQuote {
    // Before the quote closes their candle, and after it has opened the next one.
    for (const each of passed) this.candles.stretch(each)
    this.candles.add(quote)
    for (const each of passed) this.candles.stretch(each)
    this.quote = { seq, bid: quote.bid, ask: quote.ask, time: quote.time }
    return this.quote
  }

  /**
   * Before the start: what time brings up to a moment. A running market did not trade at every row, and the rows of a
   * source that it held or that had grown stale value no position after a restart either (decision 168).
   */
  passTo(at: Millis): void {
    // A feed with a history gives one instrument after the other: a rate without a row may be told later.
    if (this.rate?.quote !== undefined || this.#feed.history === undefined) this.rate?.passTo(at)
    this.#passed ??= at
    while (this.#passed < at) {
      this.#passed = millis(Math.min(at, this.nextChange(this.#passed)))
      this.review(this.#passed, false)
    }
  }

  /**
   * Takes one of before the start. The first one makes no price fresh: in a running market it waits for the second. A
   * feed with a history may give one alone.
   */
  takePast(good: Parameters<LiveItem['take']>[0], seq: number): void {
    const isAlone = this.quote === undefined && this.#feed.history === undefined
    this.take(good, seq)
    if (!isAlone) this.freshen()
  }

  /** Before the start: its status at a moment, and whether an order could be filled at its newest quote then. */
  reviewPast(at: Millis): void {
    this.passTo(at)
    this.review(at, false)
    if (this.status !== 'open' || this.quote === this.tradable) return
    this.tradable = this.quote
    this.gate.learn(at)
  }

  /** A good quote came: what was stale is fresh again. */
  freshen(): void {
    this.#fresh = true
  }

  /** The last quote is not the feed's newest any more. */
  wither(): void {
    this.#growStale()
  }

  /** True when the status is another than before. `silent`: the feed as a whole gives no sign of life. */
  review(at: Millis, silent: boolean): boolean {
    const status = this.#statusAt(at, silent)
    if (status === this.status) return false
    if (status === 'closed') this.gate.sessionChanged()
    this.status = status
    return true
  }

  /** The next moment at which the status may change without a quote. */
  nextChange(at: Millis): Millis {
    const session = this.sessionAt(at).changesAt
    if (!this.#fresh || this.quote === undefined) return session
    const held = this.gate.heldSince
    const holdEnds = held === undefined ? session : held + HOLD_MAX
    // A moment that has passed was reviewed; only what lies ahead is waited for.
    const ahead = [session, this.quote.time + this.pace.limit + 1, holdEnds].filter((moment) => moment > at)
    return millis(Math.min(...ahead))
  }

  /** A row may be of before the moment that was asked for last: of another session, or of none. */
  sessionAt(at: Millis): SessionState {
    if (at < this.#stateFrom) return sessionAt(this.session, at)
    if (at < this.#state.changesAt) return this.#state
    this.#stateFrom = at
    this.#state = sessionAt(this.session, at)
    return this.#state
  }

  /** A session opens with a quote of its own: those of the break, and the last ones before it, open nothing. */
  #opens(): void {
    if (this.#isMadeOfBars) return
    this.gate.sessionChanged(this.#dropped)
    this.#dropped = undefined
    this.#fresh = false
  }

  #growStale(): void {
    if (this.#fresh) this.gate.priceLost()
    this.#fresh = false
  }

  #statusAt(at: Millis, silent: boolean): MarketStatus {
    if (silent) this.#growStale()
    const isClosed = !this.#covered || !this.sessionAt(at).open
    if (this.#inBreak && !isClosed) this.#opens()
    this.#inBreak = isClosed
    if (isClosed) return 'closed'
    if (this.quote === undefined || at - this.quote.time > this.pace.limit) this.#growStale()
    const held = this.gate.heldSince
    if (held !== undefined && at - held >= HOLD_MAX) this.#growStale()
    if (!this.#fresh) return 'stale'
    if (held !== undefined) return 'held'
    // Its profit would be converted at a rate that the feed may have left.
    const conversion = this.rate?.status
    return conversion === 'held' || conversion === 'stale' ? conversion : 'open'
  }
}

/** The instrument whose price converts this one's currency into USD; `undefined` for none but itself. */
export function conversionOf(item: LiveItem): InstrumentId | undefined {
  const { id, conversion } = item.entry.terms
  if (conversion.kind !== 'multiply' && conversion.kind !== 'divide') return undefined
  return conversion.instrument === id ? undefined : conversion.instrument
}
