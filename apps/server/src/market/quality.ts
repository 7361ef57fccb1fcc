/**
 * Whether a quote may be believed: trading rule 2. A quote that jumps too far waits until a second one in a row stands near it, then
 * both count; one that is crossed, not positive or beyond any price never counts. One gate an instrument.
 */
import { PPM, type Ppm, PRICE_MAX } from '@veritick/domain'
import type { FeedQuote } from './feed.ts'

/** How many moves the ordinary move is taken from. */
const MOVES_KEPT = 200
/** Fewer moves say nothing yet: one spike among them would widen the guard for the next. */
const MOVES_MIN = 20
/** A jump is suspect beyond so many ordinary moves. */
const GUARD_MOVES = 8

export type QualityCounts = {
  /** Published, the confirmed ones among them. */
  good: number
  /** Held back at first. */
  suspect: number
  /** Held back, then believed. */
  confirmed: number
  crossed: number
  notPositive: number
  /** Above PRICE_MAX. */
  tooHigh: number
}

const NONE: readonly FeedQuote[] = []

export class QualityGate {
  readonly counts: QualityCounts = { good: 0, suspect: 0, confirmed: 0, crossed: 0, notPositive: 0, tooHigh: 0 }
  readonly #guardMin: Ppm
  readonly #moves = new MedianWindow(MOVES_KEPT)
  /** The last quote that counted. */
  #good: FeedQuote | undefined
  /** The last quote that might have counted: what the next move is measured from. */
  #last: FeedQuote | undefined
  #suspect: FeedQuote | undefined

  constructor(guardMin: Ppm) {
    this.#guardMin = guardMin
  }

  /** The quotes that count now, oldest first: none, this one, or the one held back and this one. */
  judge(quote: FeedQuote): readonly FeedQuote[] {
    if (quote.bid <= 0 || quote.ask <= 0) {
      this.counts.notPositive++
      return NONE
    }
    if (quote.bid > PRICE_MAX || quote.ask > PRICE_MAX) {
      this.counts.tooHigh++
      return NONE
    }
    if (quote.ask < quote.bid) {
      this.counts.crossed++
      return NONE
    }
    const guard = this.#guard()
    if (this.#last !== undefined) this.#moves.add(distance(this.#last, quote))
    this.#last = quote
    if (this.#good === undefined || distance(this.#good, quote) <= guard) return this.#accept([quote])
    if (this.#suspect !== undefined && distance(this.#suspect, quote) <= guard) {
      this.counts.confirmed++
      return this.#accept([this.#suspect, quote])
    }
    this.counts.suspect++
    this.#suspect = quote
    return NONE
  }

  /** Points that a quote may move. The ordinary move is that of the quotes before the one that is judged. */
  #guard(): number {
    const price = this.#good?.bid ?? 0
    const byMoves = this.#moves.count < MOVES_MIN ? 0 : GUARD_MOVES * this.#moves.median()
    return Math.max(byMoves, (price * this.#guardMin) / PPM)
  }

  #accept(quotes: readonly [FeedQuote] | readonly [FeedQuote, FeedQuote]): readonly FeedQuote[] {
    this.#good = quotes[quotes.length - 1]
    this.#suspect = undefined
    this.counts.good += quotes.length
    return quotes
  }
}

/** How far apart two quotes are: the larger move of bid and ask, because each side fills somebody. */
function distance(from: FeedQuote, to: FeedQuote): number {
  return Math.max(Math.abs(to.bid - from.bid), Math.abs(to.ask - from.ask))
}

/** The median of the last so many numbers, kept sorted: a quote costs one insertion and one removal. */
class MedianWindow {
  readonly #size: number
  readonly #ring: Float64Array
  readonly #sorted: Float64Array
  #count = 0
  #next = 0

  constructor(size: number) {
    this.#size = size
    this.#ring = new Float64Array(size)
    this.#sorted = new Float64Array(size)
  }

  add(value: number): void {
    if (this.#count === this.#size) this.#remove(this.#ring[this.#next] ?? 0)
    this.#ring[this.#next] = value
    this.#next = (this.#next + 1) % this.#size
    const place = this.#firstNotBelow(value)
    this.#sorted.copyWithin(place + 1, place, this.#count)
    this.#sorted[place] = value
    this.#count++
  }

  get count(): number {
    return this.#count
  }

  /** The middle value, the upper one of two; 0 before the first. */
  median(): number {
    return this.#sorted[this.#count >> 1] ?? 0
  }

  #remove(value: number): void {
    this.#sorted.copyWithin(this.#firstNotBelow(value), this.#firstNotBelow(value) + 1, this.#count)
    this.#count--
  }

  #firstNotBelow(value: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
