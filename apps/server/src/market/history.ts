/**
 * Candles as a chart asks for them: what is stored, what has just closed, the one that still grows, and, where the feed
 * can tell the past by itself, everything before. A stored candle has priority over a later one of the feed: a chart
 * that was traded on stays. One page is made at a time for all networks, and kept until its candles change.
 */
import { bucketBefore, bucketEnd, bucketStart, type Millis, millis } from '@veritick/domain'
import { CandleCache } from './candle-cache.ts'
import type { CandleQuery, Running } from './candle-query.ts'
import type { CandleStore } from './candle-store.ts'
import type { Candle } from './candles.ts'
import { CANDLES_PER_TURN, HistoryBusy, LINES_OF_COMPUTED, LINES_OF_MADE, Turns } from './fair-queue.ts'
import type { FeedHistory } from './feed.ts'
import { KeptPages } from './kept-pages.ts'

/** The feed is asked for no candle before this moment. */
const HISTORY_FROM = Date.UTC(2000, 0, 1)
/** How long one computation works before others get their turn, milliseconds. */
const TURN_MILLIS = 5
/** The name that the server's own requests count under; no network has it. */
const SERVER = 'server'

export class CandleHistory {
  readonly #store: CandleStore
  readonly #feed: Pick<FeedHistory, 'candle'> | undefined
  readonly #now: () => number
  readonly #mayCompute: (asker: string) => boolean
  readonly #cache = new CandleCache()
  readonly #pages = new KeptPages()
  readonly #makes = new Turns(LINES_OF_MADE)
  readonly #computes = new Turns(LINES_OF_COMPUTED)

  /**
   * `now` in milliseconds of any monotonic clock. `mayCompute`: counts one more candle that the feed computes for a
   * network; false: it has had as many as it may.
   */
  constructor(parts: {
    readonly store: CandleStore
    readonly feed: Pick<FeedHistory, 'candle'> | undefined
    readonly now: () => number
    readonly mayCompute: (asker: string) => boolean
  }) {
    this.#store = parts.store
    this.#feed = parts.feed
    this.#now = parts.now
    this.#mayCompute = parts.mayCompute
  }

  /**
   * At most `limit` candles, oldest first; the same array until one of them changes. `running` is read when the page is
   * made. Throws HistoryBusy (fair-queue.ts).
   */
  async page(query: CandleQuery, running: () => Running): Promise<readonly Candle[]> {
    const known = this.#pages.find(query, running())
    if (known !== undefined) return known
    if (query.asker === undefined) return this.#make(query, running(), () => {})
    await this.#makes.begin(query.asker)
    let isTurn = true
    // Orders and others are served between two pages.
    const endTurn = () => {
      if (isTurn) setImmediate(() => this.#makes.end())
      isTurn = false
    }
    try {
      // Another asker may have had it made meanwhile.
      const now = running()
      return this.#pages.find(query, now) ?? (await this.#make(query, now, endTurn))
    } finally {
      endTurn()
    }
  }

  /** `endTurn`: called before the page waits for its turns to be computed. */
  async #make(query: CandleQuery, running: Running, endTurn: () => void): Promise<readonly Candle[]> {
    const before = millis(Math.min(query.before ?? Number.POSITIVE_INFINITY, running.clock + 1))
    // Before the read: a candle that is stored meanwhile waits no longer.
    const waiting = running.waiting()
    const stored = await this.#store.candles({ ...query, before })
    const known = new Map(stored.map((candle) => [candle.time, candle]))
    for (const candle of waiting) known.set(candle.time, candle)
    const newest = running.newest === undefined ? undefined : { ...running.newest }
    if (newest !== undefined) known.set(newest.time, newest)
    const found =
      this.#feed === undefined ? [...known.values()] : await this.#filled(query, { before, known, running, endTurn })
    const page = found
      .filter((candle) => candle.time < before)
      .sort((a, b) => a.time - b.time)
      .slice(-query.limit)
    this.#pages.keep(query, { ...running, newest }, page)
    return page
  }

  /** Bucket by bucket into the past; the feed computes the unknown ones. Known candles are returned without waiting. */
  async #filled(
    query: CandleQuery,
    from: { before: Millis; known: ReadonlyMap<Millis, Candle>; running: Running; endTurn: () => void },
  ): Promise<Candle[]> {
    const { before, known, running, endTurn } = from
    const { asker = SERVER } = query
    const found: Candle[] = []
    let computes = false
    let computed = 0
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
        let candle = known.get(start) ?? this.#cache.get(key)
        // A bucket that is not over is only what was seen of it.
        if (candle === undefined && end <= running.clock) {
          if (asker !== SERVER && !this.#mayCompute(asker))
            throw new HistoryBusy('as many candles were computed for this network as may')
          if (computed % CANDLES_PER_TURN === 0) {
            endTurn()
            await (computes ? this.#computes.pause() : this.#computes.begin(asker))
            computes = true
            turnEnds = this.#now() + TURN_MILLIS
          }
          computed += 1
          // Another asker may have had it computed meanwhile.
          candle = this.#cache.get(key) ?? this.#feed?.candle({ instrument: query.instrument, start, end })
          if (candle !== undefined) this.#cache.keep(key, candle, asker)
        }
        if (candle !== undefined) found.push(candle)
        start = bucketBefore(query.period, running.session, start)
      }
      return found
    } finally {
      if (computes) this.#computes.end()
    }
  }
}
