/**
 * The promises of a gate, checked from outside: it reads the rows of the feed with rules of its own, knows nothing of
 * the gate, and compares every fill with them.
 *
 * 1. A fill is at the side of the newest valid row of its instrument: the customer's advantage over the feed is zero to
 *    the point. No fill follows an invalid row before a valid one: the source has left its price.
 * 2. No fill is at a row that the source itself would take back: a single spike, a single wide spread, its last row
 *    once more after it was away.
 * 3. The row is not older than the instrument's own pace allows, in which one silence does not count.
 * 4. A conversion uses the newest valid row of the instrument that gives the rate, and 3 holds for that row.
 * 5. After ten calm rows in a row, without a silence and without a price that was lost in one, the instrument can be
 *    traded; after a minute of them where the price leapt more often than by one spike in the ten minutes before. A
 *    gate that holds everything would keep 1 to 4, too.
 */
import { type InstrumentId, type InstrumentTerms, type Millis, PRICE_MAX } from '@veritick/domain'
import type { Event, MarketStatus } from '@veritick/engine'
import type { FeedQuote } from '../../apps/server/src/market/feed.ts'
import type { Row } from './rows.ts'

/** The rule's own figures, written down a second time. */
const AHEAD = 2_000
const AGE_MIN = 10_000
const AGE_MAX = 300_000
const INTERVALS = 500
const INTERVALS_NEWEST = 100
const INTERVALS_MIN = 20
const CALM = 10
const CALM_FOR = 60_000
const WATCHED_FOR = 600_000
/** One spike leaps there and back. */
const LEAPS_MAX = 2

type Fill = Extract<Event, { kind: 'order_opened' | 'order_closed' }>
/**
 * `source`: time of the newest valid row by its source, which may be ahead. `left`: an invalid row came after it.
 * `isLost`: the source has returned, and the price of before its silence was too old to be traded.
 */
type Seen = { newest: FeedQuote; source: Millis; wrong: boolean; calm: number; left: boolean; isLost: boolean }

export class FeedAuditor {
  readonly #terms: ReadonlyMap<InstrumentId, InstrumentTerms>
  readonly #seen = new Map<InstrumentId, Seen>()
  /** By instrument: the intervals between valid rows, in which no invalid one came. */
  readonly #paces = new Map<InstrumentId, { last: Millis | undefined; readonly intervals: number[] }>()
  /** The last published prices by instrument, and those that were the last when the market closed or grew stale. */
  readonly #last = new Map<InstrumentId, string>()
  readonly #lost = new Set<string>()
  /** When each instrument leapt: bid and ask both went beyond the row before. */
  readonly #leaps = new Map<InstrumentId, Millis[]>()
  /** The side of each order. */
  readonly #sides = new Map<number, 'buy' | 'sell'>()

  constructor(terms: readonly InstrumentTerms[]) {
    this.#terms = new Map(terms.map((each) => [each.id, each]))
  }

  /** Before the platform has it. */
  row({ quote, wrong, mood }: Row, now: Millis): void {
    const { bid, ask, time } = quote
    const seen = this.#seen.get(quote.instrument)
    if (bid <= 0 || ask < bid || ask > PRICE_MAX || time > now + AHEAD) {
      this.#paceOf(quote.instrument).last = undefined
      if (seen === undefined) return
      seen.left = true
      seen.calm = 0
      return
    }
    if (seen !== undefined && time < seen.source) return
    const newest = { ...quote, time: Math.min(time, now) as Millis }
    // A row before the first published one may be the source's last one of before the start.
    if (!this.#last.has(quote.instrument)) this.#lost.add(nameOf(quote))
    const isReturn = mood === 'returned' || mood === 'refuting' || mood === 'gap returned'
    // A source that was away for a shorter time than the pace allows has lost nothing. A price that it has lost is no
    // better when it sends it once more.
    const wasAway = this.#old(quote.instrument, now) !== undefined
    const isLost = isReturn && (wasAway || seen?.isLost === true)
    const isWrong = wrong && (!isReturn || isLost)
    const isCalm = mood === 'calm' && time > (seen?.source ?? 0) && !wasAway && !this.#lost.has(nameOf(quote))
    const calm = isCalm ? (seen?.calm ?? 0) + 1 : 0
    if (seen !== undefined && (bid > seen.newest.ask || ask < seen.newest.bid)) this.#leapt(quote.instrument, now)
    if (time > (seen?.source ?? 0)) this.#arrived(quote.instrument, newest.time)
    this.#seen.set(quote.instrument, { newest, source: time, wrong: isWrong, calm, left: false, isLost })
  }

  /** In a new session the calm rows are counted anew. */
  loggedIn(instrument: InstrumentId): void {
    const seen = this.#seen.get(instrument)
    if (seen !== undefined) seen.calm = 0
    this.#paceOf(instrument).last = undefined
  }

  #paceOf(instrument: InstrumentId): { last: Millis | undefined; readonly intervals: number[] } {
    const known = this.#paces.get(instrument) ?? { last: undefined, intervals: [] }
    this.#paces.set(instrument, known)
    return known
  }

  #arrived(instrument: InstrumentId, time: Millis): void {
    const pace = this.#paceOf(instrument)
    if (pace.last !== undefined) pace.intervals.push(time - pace.last)
    if (pace.intervals.length > INTERVALS) pace.intervals.shift()
    pace.last = time
  }

  /** The platform has closed the market of an instrument, or said that its price is stale. */
  lost(instrument: InstrumentId): void {
    const last = this.#last.get(instrument)
    if (last !== undefined) this.#lost.add(last)
  }

  /** The platform has published a quote. */
  published(quote: Pick<FeedQuote, 'instrument' | 'bid' | 'ask'>): void {
    this.#last.set(quote.instrument, nameOf(quote))
  }

  /** After a row has been taken in. An instrument that waits for the rate of another one waits rightly. */
  status({ quote: { instrument }, mood }: Row, status: MarketStatus | undefined, now: Millis): string | undefined {
    if (mood !== 'calm' || status === 'open' || (this.#rateOf(instrument) ?? instrument) !== instrument)
      return undefined
    const calm = this.#seen.get(instrument)?.calm ?? 0
    return calm >= CALM && !this.#isWatched(instrument, now)
      ? `instrument ${instrument} is ${status} after ${calm} calm rows`
      : undefined
  }

  #leapt(instrument: InstrumentId, now: Millis): void {
    const leaps = (this.#leaps.get(instrument) ?? []).filter((at) => now - at <= WATCHED_FOR)
    this.#leaps.set(instrument, [...leaps, now])
  }

  /** Whether the source of the instrument has gone to and fro, and its last leap is not a minute ago. */
  #isWatched(instrument: InstrumentId, now: Millis): boolean {
    const leaps = (this.#leaps.get(instrument) ?? []).filter((at) => now - at <= WATCHED_FOR)
    return leaps.length > LEAPS_MAX && now - (leaps.at(-1) ?? 0) <= CALM_FOR
  }

  #rateOf(instrument: InstrumentId): InstrumentId | undefined {
    const conversion = this.#terms.get(instrument)?.conversion
    return conversion?.kind === 'divide' ? conversion.instrument : undefined
  }

  event(event: Event, now: Millis): string | undefined {
    if (event.kind === 'order_opened') this.#sides.set(event.order, event.side)
    if (event.kind !== 'order_opened' && event.kind !== 'order_closed') return undefined
    const seen = this.#seen.get(event.instrument)
    if (seen === undefined) return `order ${event.order} is filled before any valid row`
    const buys = (this.#sides.get(event.order) === 'buy') === (event.kind === 'order_opened')
    const fair = buys ? seen.newest.ask : seen.newest.bid
    if (event.price !== fair) return `order ${event.order} is filled at ${event.price}, the feed stands at ${fair}`
    if (seen.left) return `order ${event.order} is filled after an invalid row`
    if (seen.wrong) return `order ${event.order} is filled at a wrong row`
    return this.#old(event.instrument, now) ?? this.#converted(event, now)
  }

  #old(instrument: InstrumentId, now: Millis): string | undefined {
    const age = now - (this.#seen.get(instrument)?.newest.time ?? 0)
    const limit = this.#limit(instrument)
    return age > limit
      ? `instrument ${instrument} is traded at a row that is ${age} ms old, with a limit of ${limit}`
      : undefined
  }

  #limit(instrument: InstrumentId): number {
    const { intervals } = this.#paceOf(instrument)
    if (intervals.length < INTERVALS_MIN) return AGE_MIN
    const sorted = [...intervals].sort((a, b) => a - b)
    const most = Math.min(Math.ceil(0.99 * sorted.length), sorted.length - 1)
    const newest = intervals.slice(-INTERVALS_NEWEST).sort((a, b) => a - b)
    const frequent = newest[Math.ceil(0.9 * newest.length) - 1] ?? 0
    return Math.min(AGE_MAX, Math.max(AGE_MIN, Math.min(3 * (sorted[most - 1] ?? 0), 10 * frequent)))
  }

  #converted({ instrument, conversion }: Fill, now: Millis): string | undefined {
    const source = this.#rateOf(instrument)
    if (source === undefined) return undefined
    const newest = this.#seen.get(source)?.newest
    const scale = 10 ** (this.#terms.get(source)?.pricePrecision ?? 0)
    const fair = newest !== undefined && conversion.numerator * newest.bid === conversion.denominator * scale
    if (!fair)
      return `converted at ${conversion.numerator}/${conversion.denominator}, the feed stands at ${newest?.bid}`
    return source === instrument ? undefined : this.#old(source, now)
  }
}

function nameOf({ instrument, bid, ask }: Pick<FeedQuote, 'instrument' | 'bid' | 'ask'>): string {
  return `${instrument} ${bid} ${ask}`
}
