/**
 * The limit of what a source can cost: what a trader who knew each coming row would have earned by the rows of the last
 * ten minutes at which an order could be filled. No row between them hides or teaches anything. A market that goes
 * about by chance pays such a trader a few times the distance between its lowest and highest price; a source that goes
 * to and fro pays that distance each time. The limit holds for the newest seconds and for each longer stretch up to ten
 * minutes, each with its own distance: a price that was far away for a moment widens only the stretches that it is in.
 */
import type { Millis } from '@veritick/domain'
import type { Prices } from './doubts.ts'

/** Ten minutes, in parts that are forgotten one by one. Milliseconds of market time. */
const PART = 10_000
const PARTS = 60
/**
 * `cost`: of each trade beside the spread, as a share of the distance between the lowest and the highest price of the
 * ten minutes, or of the guard where that is less. `most`: in such distances, of each stretch.
 */
type Limit = { readonly cost: number; readonly most: number }

/** Large moves to and fro, and all of them: any lively market has many small ones. */
const LIMITS: readonly Limit[] = [
  { cost: 0.1, most: 8 },
  { cost: 0, most: 24 },
]

/** The lowest ask and the highest bid. */
type Span = { readonly low: number; readonly high: number }
/** Points earned in one part of the time. */
type Part = Span & { readonly number: number; readonly earned: number }

/** `guard`: the smallest one, in points. `at`: market time now. */
export class Earnings {
  readonly #traders = LIMITS.map((limit) => new Trader(limit))

  /** Whether the quote, if an order could be filled at it, is too much. */
  isTooMuch(quote: Prices, at: Millis, guard: number): boolean {
    return this.#traders.some((trader) => trader.isTooMuch(quote, at, guard))
  }

  /** An order can be filled at the quote. */
  add(quote: Prices, at: Millis, guard: number): void {
    for (const trader of this.#traders) trader.add(quote, at, guard)
  }
}

/** Of no prices. */
const NO_SPAN: Span = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }

class Trader {
  readonly #limit: Limit
  /** The part of now. */
  #newest: Part = { number: Number.NEGATIVE_INFINITY, earned: 0, ...NO_SPAN }
  /** The parts before it, the newest first, and the span of all of them. */
  #before: readonly Part[] = []
  #spanBefore = NO_SPAN
  /** The prices at which the trader holds a position that is worth as much as none. */
  #bought = Number.POSITIVE_INFINITY
  #sold = Number.NEGATIVE_INFINITY

  constructor(limit: Limit) {
    this.#limit = limit
  }

  isTooMuch(quote: Prices, at: Millis, guard: number): boolean {
    const { newest, earned } = this.#with(quote, at, guard)
    if (earned === 0) return false
    let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    return [newest, ...this.#before].some((part) => {
      sum += part.earned
      low = Math.min(low, part.low)
      high = Math.max(high, part.high)
      return sum > this.#limit.most * Math.max(high - low, guard)
    })
  }

  add(quote: Prices, at: Millis, guard: number): void {
    const { newest, earned } = this.#with(quote, at, guard)
    this.#newest = newest
    this.#bought = Math.min(this.#bought + earned, quote.ask)
    this.#sold = Math.max(this.#sold - earned, quote.bid)
  }

  /** The part of now with the quote, and what the trader earns by it. */
  #with({ bid, ask }: Prices, at: Millis, guard: number): { readonly newest: Part; readonly earned: number } {
    this.#passTo(Math.floor(at / PART))
    const { number, earned: before } = this.#newest
    // The trader may hold since before a silence: a gap is farther than the prices after it.
    const low = Math.min(this.#newest.low, ask, this.#bought)
    const high = Math.max(this.#newest.high, bid, this.#sold)
    const far = Math.max(high, this.#spanBefore.high) - Math.min(low, this.#spanBefore.low)
    const cost = this.#limit.cost * Math.max(far, guard)
    const earned = Math.max(0, bid - this.#bought - cost, this.#sold - ask - cost)
    return { newest: { number, earned: before + earned, low, high }, earned }
  }

  #passTo(number: number): void {
    if (number <= this.#newest.number) return
    this.#before = [this.#newest, ...this.#before].filter((part) => part.number >= number - PARTS)
    this.#spanBefore = spanOf(this.#before)
    this.#newest = { number, earned: 0, ...NO_SPAN }
  }
}

function spanOf(spans: readonly Span[]): Span {
  let { low, high } = NO_SPAN
  for (const span of spans) {
    low = Math.min(low, span.low)
    high = Math.max(high, span.high)
  }
  return { low, high }
}
