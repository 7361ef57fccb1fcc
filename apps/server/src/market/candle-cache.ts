/**
 * Candles of the feed, kept in memory because they never change. When the cache is full, the network that had most
 * candles computed loses its oldest ones. A client that pages through years evicts its own pages, not the charts that
 * other clients read.
 */
import type { Candle } from './candles.ts'

/** About 50 MB. */
export const CANDLES_CACHED_MAX = 200_000
/** Many are evicted at once: the first key of a map costs more to find the more first keys were deleted. */
const FORGOTTEN_AT_ONCE = CANDLES_CACHED_MAX / 10

export class CandleCache {
  /** Candles by instrument, period and opening. */
  readonly #candles = new Map<string, Candle>()
  /** The candles that each asker had computed, oldest first. */
  readonly #askers = new Map<string, Set<string>>()

  get(key: string): Candle | undefined {
    return this.#candles.get(key)
  }

  /** Keeps a candle that is not there yet. */
  keep(key: string, candle: Candle, asker: string): void {
    if (this.#candles.has(key)) return
    if (this.#candles.size >= CANDLES_CACHED_MAX) this.#forget()
    this.#candles.set(key, candle)
    const theirs = this.#askers.get(asker) ?? new Set()
    this.#askers.set(asker, theirs.add(key))
  }

  #forget(): void {
    let left = FORGOTTEN_AT_ONCE
    const most = [...this.#askers].sort(([, a], [, b]) => b.size - a.size)
    for (const [asker, keys] of most) {
      for (const key of keys) {
        if (left-- <= 0) return
        this.#candles.delete(key)
        keys.delete(key)
      }
      this.#askers.delete(asker)
    }
  }
}
