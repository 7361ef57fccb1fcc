/**
 * The gate of the first version, kept as a fault to be found and as the measure of bench/feeds: a suspect waits while
 * the last price is traded on, spreads are not looked at, and any next row near the suspect confirms it.
 */
import { type Millis, PPM, PRICE_MAX } from '@veritick/domain'
import type { FeedQuote } from '../../apps/server/src/market/feed.ts'
import type { GateTerms, QuoteVerdict } from '../../apps/server/src/market/quality.ts'
import { noCounts } from '../../apps/server/src/market/quality-counts.ts'
import { RankWindow } from '../../apps/server/src/market/ranks.ts'

const NONE: QuoteVerdict = { row: 'valid', published: undefined, passed: [] }

export class FirstGate {
  readonly counts = noCounts()
  /** It held nothing. */
  readonly heldSince: Millis | undefined = undefined
  readonly #terms: GateTerms
  readonly #moves = new RankWindow(200)
  #good: FeedQuote | undefined
  #last: FeedQuote | undefined
  #suspect: FeedQuote | undefined

  constructor(terms: GateTerms) {
    this.#terms = terms
  }

  /** Silences and breaks changed nothing. */
  priceLost(): void {}
  sessionChanged(): void {}
  /** A start changed nothing either, and each row taught at once. */
  begin(): void {}
  learn(): void {}

  /** A suspect waits, and orders are filled at the price before it. */
  get waits(): boolean {
    return this.#suspect !== undefined
  }

  validateQuote(quote: FeedQuote): QuoteVerdict {
    if (quote.bid <= 0 || quote.ask < quote.bid || quote.ask > PRICE_MAX) return NONE
    const byMoves = this.#moves.count < 20 ? 0 : 8 * this.#moves.median()
    const guard = Math.max(byMoves, ((this.#good?.bid ?? 0) * this.#terms.guardMin) / PPM)
    if (this.#last !== undefined) this.#moves.add(distance(this.#last, quote))
    this.#last = quote
    const isNear = (other: FeedQuote | undefined) => other !== undefined && distance(other, quote) <= guard
    if (this.#good === undefined || isNear(this.#good)) return this.#accept(quote)
    if (isNear(this.#suspect)) {
      this.counts.confirmed++
      return this.#accept(quote)
    }
    this.counts.suspect++
    this.#suspect = quote
    return NONE
  }

  #accept(quote: FeedQuote): QuoteVerdict {
    this.#good = quote
    this.#suspect = undefined
    this.counts.good++
    return { row: 'valid', published: quote, passed: [] }
  }
}

function distance(from: FeedQuote, to: FeedQuote): number {
  return Math.max(Math.abs(to.bid - from.bid), Math.abs(to.ask - from.ask))
}
