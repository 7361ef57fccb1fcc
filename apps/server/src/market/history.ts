/**
 * Candles as a chart asks for them: what is stored, what has just closed, the one that still grows, and, where the feed can tell the
 * past by itself, everything before. What was stored wins over what a feed tells later: a chart that was traded on stays.
 */
import { bucketBefore, bucketEnd, bucketStart, type InstrumentId, type Millis, millis, type Period, type Session } from '@veritick/domain'
import type { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import type { FeedHistory } from './feed.ts'

export type CandleQuery = {
  readonly instrument: InstrumentId
  readonly period: Period
  /** Candles that open before this moment; `undefined`: up to the open one. */
  readonly before?: Millis | undefined
  readonly limit: number
}

/** What the running market adds to the stored candles of one instrument. */
export type Running = {
  readonly session: Session
  readonly clock: Millis
  readonly newest: Candle | undefined
  /** Closed and not stored yet. */
  readonly waiting: readonly Candle[]
}

/** A feed that knows any past is not asked for what was before. */
const HISTORY_FROM = Date.UTC(2000, 0, 1)
/** How long one computation works before others get their turn, milliseconds. */
const TURN_MILLIS = 5
/** Told candles that are kept in memory: about 40 MB. */
const TOLD_MAX = 200_000
/** Pages that are computed at a time; all others wait, so that orders never do. */
const COMPUTED_AT_ONCE = 1
/** Pages that may wait: the home screens of a few people whose candles nobody has asked for yet. */
export const WAITING_MAX = 400

/** Thrown when too many pages wait to be computed: asking again later helps. */
export class HistoryBusy extends Error {}

export class CandleHistory {
  readonly #store: CandleStore
  readonly #feed: Pick<FeedHistory, 'candle'> | undefined
  readonly #now: () => number
  /** Candles that the feed told, by instrument, period and opening, oldest told first. They never change. */
  readonly #told = new Map<string, Candle>()
  #computing = 0
  readonly #queue: (() => void)[] = []

  /** `now` in milliseconds of any steady clock. */
  constructor(parts: { readonly store: CandleStore; readonly feed: Pick<FeedHistory, 'candle'> | undefined; readonly now: () => number }) {
    this.#store = parts.store
    this.#feed = parts.feed
    this.#now = parts.now
  }

  /** At most `limit` candles, oldest first. Throws HistoryBusy. */
  async page(query: CandleQuery, running: Running): Promise<Candle[]> {
    const before = millis(Math.min(query.before ?? Number.POSITIVE_INFINITY, running.clock + 1))
    const stored = await this.#store.candles({ ...query, before })
    const known = new Map(stored.map((candle) => [candle.time, candle]))
    for (const candle of running.waiting) known.set(candle.time, candle)
    if (running.newest !== undefined) known.set(running.newest.time, { ...running.newest })
    const page = this.#feed === undefined ? [...known.values()] : await this.#filled(query, { before, known, running })
    return page
      .filter((candle) => candle.time < before)
      .sort((a, b) => a.time - b.time)
      .slice(-query.limit)
  }

  /** Bucket by bucket into the past, asking the feed where nothing is known. What is known already waits for nobody. */
  async #filled(query: CandleQuery, from: { before: Millis; known: ReadonlyMap<Millis, Candle>; running: Running }): Promise<Candle[]> {
    const { before, known, running } = from
    const found: Candle[] = []
    let computes = false
    let turnEnds = this.#now() + TURN_MILLIS
    let start = bucketStart(query.period, running.session, millis(before - 1))
    try {
      while (found.length < query.limit && start >= HISTORY_FROM) {
        if (this.#now() >= turnEnds) {
          await new Promise((resolve) => setImmediate(resolve))
          turnEnds = this.#now() + TURN_MILLIS
        }
        const end = bucketEnd(query.period, running.session, start)
        const key = `${query.instrument} ${query.period} ${start}`
        let candle = known.get(start) ?? this.#told.get(key)
        // A bucket that is not over is only what was seen of it.
        if (candle === undefined && end <= running.clock) {
          if (!computes) {
            await this.#mayCompute()
            computes = true
            turnEnds = this.#now() + TURN_MILLIS
          }
          candle = this.#tell(key, { instrument: query.instrument, start, end })
        }
        if (candle !== undefined) found.push(candle)
        start = bucketBefore(query.period, running.session, start)
      }
      return found
    } finally {
      if (computes) this.#computed()
    }
  }

  async #mayCompute(): Promise<void> {
    if (this.#computing >= COMPUTED_AT_ONCE) {
      if (this.#queue.length >= WAITING_MAX) throw new HistoryBusy('too many pages wait to be computed')
      // Whoever ends hands its place over.
      await new Promise<void>((resolve) => this.#queue.push(resolve))
    } else this.#computing += 1
  }

  #computed(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#computing -= 1
    else next()
  }

  #tell(key: string, stretch: Parameters<FeedHistory['candle']>[0]): Candle | undefined {
    const told = this.#feed?.candle(stretch)
    if (told === undefined) return undefined
    if (this.#told.size >= TOLD_MAX) this.#forgetOldest()
    this.#told.set(key, told)
    return told
  }

  /** Many in one go: finding the first key of a map costs more the more of its first ones are gone. */
  #forgetOldest(): void {
    let left = TOLD_MAX / 10
    for (const oldest of this.#told.keys()) {
      if (left-- <= 0) return
      this.#told.delete(oldest)
    }
  }
}
