/**
 * Pages of candles as they were made, so that a page that many clients ask for is made once. A page is kept until one
 * of its candles changes. The oldest pages leave when all together are too large; a page that was asked for again is
 * new.
 */
import { bucketStart, type Millis } from '@veritick/domain'
import type { CandleQuery, Running } from './candle-query.ts'
import type { Candle } from './candles.ts'

/** All kept pages, with the bytes of their answers (features/instruments/kept-candles.ts). */
export const PAGE_BYTES_KEPT_MAX = 32 * 1_024 * 1_024
/** A candle in memory, in an answer, in its text and compressed. */
const CANDLE_BYTES = 450
/** A page without candles. */
const EMPTY_PAGE_BYTES = 1_000

/** The part of a running market that can change a page. */
type Seen = { readonly bucket: Millis; readonly newest: Candle | undefined }
/** `seen`: `undefined` where all candles of the page have closed. */
type Kept = { readonly page: readonly Candle[]; readonly seen: Seen | undefined }

export class KeptPages {
  /** Oldest first. */
  readonly #pages = new Map<string, Kept>()
  #bytes = 0

  /** The very page that was kept: what is made from it can be kept beside it. */
  find(query: CandleQuery, running: Running): readonly Candle[] | undefined {
    const key = keyOf(query)
    const kept = this.#pages.get(key)
    if (kept === undefined || !isAsSeen(kept.seen, query, running)) return undefined
    this.#pages.delete(key)
    this.#pages.set(key, kept)
    return kept.page
  }

  /** `running`: as the page was made from it. */
  keep(query: CandleQuery, running: Running, page: readonly Candle[]): void {
    const { newest } = running
    const isClosed = query.before !== undefined && newest !== undefined && query.before <= newest.time
    const key = keyOf(query)
    this.#drop(key)
    this.#pages.set(key, { page, seen: isClosed ? undefined : { bucket: bucketOf(query, running), newest } })
    this.#bytes += bytesOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= PAGE_BYTES_KEPT_MAX) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#pages.get(key)
    if (kept === undefined) return
    this.#pages.delete(key)
    this.#bytes -= bytesOf(kept.page)
  }
}

const keyOf = ({ instrument, period, before, limit }: CandleQuery): string =>
  `${instrument} ${period} ${before ?? ''} ${limit}`

const bytesOf = (page: readonly Candle[]): number => EMPTY_PAGE_BYTES + page.length * CANDLE_BYTES

/** A bucket without a quote is over when the clock has left it. */
const bucketOf = ({ period }: CandleQuery, { session, clock }: Running): Millis => bucketStart(period, session, clock)

function isAsSeen(seen: Seen | undefined, query: CandleQuery, running: Running): boolean {
  return seen === undefined || (isSame(seen.newest, running.newest) && seen.bucket === bucketOf(query, running))
}

function isSame(a: Candle | undefined, b: Candle | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.time === b.time &&
    a.volume === b.volume &&
    a.close === b.close &&
    a.high === b.high &&
    a.low === b.low &&
    a.open === b.open
  )
}
