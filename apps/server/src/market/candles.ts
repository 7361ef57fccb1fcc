/**
 * Candles from bids, in every period of `domain/periods.ts`. A quote is a candle of one price, added to the newest
 * candle of each period; a bucket without a quote has no candle. So the candles that a period is made of add up to it
 * (six 5min candles to the 30min one), except for confirmed suspects. A suspect widens the open candles of its time
 * only: where its 5min bucket has no open candle, its price is in the 30min candle and in no 5min one.
 */
import {
  bucketBefore,
  bucketEnd,
  bucketStart,
  type Millis,
  millis,
  must,
  PERIODS,
  type Period,
  type Points,
  type Session,
} from '@veritick/domain'

export type Candle = {
  /** Opening of its bucket. */
  readonly time: Millis
  readonly open: Points
  readonly high: Points
  readonly low: Points
  readonly close: Points
  /** Number of quotes; where a recording tells a volume, that. */
  readonly volume: number
}

/** A candle that still grows. */
type Growing = { -readonly [Field in keyof Candle]: Candle[Field] }

type Open = { candle: Growing; end: Millis }

const SHORTEST = must(PERIODS[0], 'a candle period')

/** The newest candle of each period of one instrument. It stays here until a quote of a later bucket comes. */
export class CandleBuilder {
  readonly #session: Session
  readonly #ended: (period: Period, candle: Candle) => void
  readonly #open: { [period in Period]?: Open } = {}

  /** `ended` is told each candle that a later quote has closed. */
  constructor(session: Session, ended: (period: Period, candle: Candle) => void) {
    this.#session = session
    this.#ended = ended
  }

  /** Lays a quote's bid into every period. Quotes come in the order of their time. */
  add(quote: { readonly time: Millis; readonly bid: Points; readonly volume: number }): void {
    const { time, bid, volume } = quote
    this.merge({ time, open: bid, high: bid, low: bid, close: bid, volume })
  }

  /** Widens high and low of the open candles; open, close and volume stay. A held price was never one to trade at. */
  stretch({ time, bid }: { readonly time: Millis; readonly bid: Points }): void {
    for (const period of PERIODS) {
      const open = this.#open[period]
      if (open === undefined || time < open.candle.time || time >= open.end) continue
      if (bid > open.candle.high) open.candle.high = bid
      if (bid < open.candle.low) open.candle.low = bid
    }
  }

  /** Lays a shorter candle (or a quote as one) into every period that is not shorter than `from`. */
  merge(candle: Candle, from: Period = SHORTEST): void {
    for (let index = PERIODS.indexOf(from); index < PERIODS.length; index++) {
      const period = PERIODS[index]
      if (period === undefined) return
      const open = this.#open[period]
      if (open !== undefined && candle.time < open.end) {
        layInto(open.candle, candle)
        continue
      }
      if (open !== undefined) this.#ended(period, open.candle)
      this.put(period, { ...candle, time: bucketStart(period, this.#session, candle.time) })
    }
  }

  /** The newest candle of a period; `undefined` before the first quote. Grows until it is replaced. */
  newest(period: Period): Candle | undefined {
    return this.#open[period]?.candle
  }

  /** First moment after the newest candle of a period. */
  newestEnds(period: Period): Millis | undefined {
    return this.#open[period]?.end
  }

  /** Goes on from a candle that is known from elsewhere. */
  put(period: Period, candle: Candle): void {
    this.#open[period] = { candle: { ...candle }, end: bucketEnd(period, this.#session, candle.time) }
  }

  /** The newest candles of all periods; only after a quote. */
  all(): { readonly [period in Period]: Candle } {
    const newest = (period: Period) => must(this.newest(period), 'a candle after the first quote')
    return Object.fromEntries(PERIODS.map((period) => [period, newest(period)])) as { [period in Period]: Candle }
  }

  /**
   * Takes the candles of the buckets that are open at `now` from a source that knows the past; `now` itself has been
   * seen.
   */
  rebuildFrom(tell: (stretch: { start: Millis; end: Millis }) => Candle | undefined, now: Millis): void {
    for (const period of PERIODS) {
      let start = bucketStart(period, this.#session, now)
      let candle = tell({ start, end: millis(now + 1) })
      if (candle === undefined) {
        // Between two sessions the newest candle is that of the last bucket with a quote.
        start = bucketBefore(period, this.#session, start)
        candle = tell({ start, end: bucketEnd(period, this.#session, start) })
      }
      if (candle !== undefined) this.put(period, candle)
    }
  }
}

function layInto(candle: Growing, next: Candle): void {
  if (next.high > candle.high) candle.high = next.high
  if (next.low < candle.low) candle.low = next.low
  candle.close = next.close
  candle.volume += next.volume
}

/**
 * Longer candles from shorter ones, oldest first; the candles have the period that `period` is made of, or a shorter
 * one.
 */
export function aggregate(candles: Iterable<Candle>, period: Period, session: Session): Candle[] {
  const done: Candle[] = []
  const builder = new CandleBuilder(session, (ended, candle) => {
    if (ended === period) done.push(candle)
  })
  for (const candle of candles) builder.merge(candle, period)
  const last = builder.newest(period)
  if (last !== undefined) done.push(last)
  return done
}
