/**
 * The limit of what a source can cost: what a trader who knew each coming row would have earned by the rows of the last
 * ten minutes that were published. An order is filled only at these, so no row between them hides or teaches anything.
 * A market that goes about by chance pays such a trader a few times the distance between its lowest and highest price;
 * a source that goes to and fro pays that distance each time.
 */
import type { Millis } from '@veritick/domain'
import type { Prices } from './doubts.ts'

/** Ten minutes, in parts that are forgotten one by one. Milliseconds of market time. */
const PART = 60_000
const PARTS = 10
/**
 * `cost`: of each trade beside the spread, as a share of the distance between the lowest and the highest price of the
 * ten minutes, or of the guard where that is less. `most`: in such distances.
 */
type Limit = { readonly cost: number; readonly most: number }

/** Large moves to and fro, and all of them: any lively market has many small ones. */
const LIMITS: readonly Limit[] = [
  { cost: 0.1, most: 8 },
  { cost: 0, most: 24 },
]

/** Points earned, the lowest ask and the highest bid of one minute. */
type Part = { readonly number: number; readonly earned: number; readonly low: number; readonly high: number }

/** `guard`: the smallest one, in points. `at`: market time now. */
export class Earnings {
  readonly #traders = LIMITS.map((limit) => new Trader(limit))

  /** Whether the quote, if it were published, is too much. */
  isTooMuch(quote: Prices, at: Millis, guard: number): boolean {
    return this.#traders.some((trader) => trader.isTooMuch(quote, at, guard))
  }

  /** The quote is published. */
  add(quote: Prices, at: Millis, guard: number): void {
    for (const trader of this.#traders) trader.add(quote, at, guard)
  }
}

class Trader {
  readonly #limit: Limit
  /** The oldest first. */
  #parts: readonly Part[] = []
  /** The prices at which the trader holds a position that is worth as much as none. */
  #bought = Number.POSITIVE_INFINITY
  #sold = Number.NEGATIVE_INFINITY

  constructor(limit: Limit) {
    this.#limit = limit
  }

  isTooMuch(quote: Prices, at: Millis, guard: number): boolean {
    const { parts, earned, distance } = this.#with(quote, at, guard)
    return earned > 0 && parts.reduce((sum, part) => sum + part.earned, 0) > this.#limit.most * distance
  }

  add(quote: Prices, at: Millis, guard: number): void {
    const { parts, earned } = this.#with(quote, at, guard)
    this.#parts = parts
    this.#bought = Math.min(this.#bought + earned, quote.ask)
    this.#sold = Math.max(this.#sold - earned, quote.bid)
  }

  #with({ bid, ask }: Prices, at: Millis, guard: number) {
    const number = Math.floor(at / PART)
    const kept = this.#parts.filter((part) => part.number >= number - PARTS)
    // The trader may hold since before a silence: a gap is farther than the prices after it.
    const low = Math.min(ask, this.#bought)
    const high = Math.max(bid, this.#sold)
    const lowest = Math.min(low, ...kept.map((part) => part.low))
    const highest = Math.max(high, ...kept.map((part) => part.high))
    const distance = Math.max(highest - lowest, guard)
    const cost = this.#limit.cost * distance
    const earned = Math.max(0, bid - this.#bought - cost, this.#sold - ask - cost)
    const now = kept.find((part) => part.number === number) ?? { number, earned: 0, low, high }
    const part = { number, earned: now.earned + earned, low: Math.min(now.low, low), high: Math.max(now.high, high) }
    return { parts: [...kept.filter((each) => each !== now), part], earned, distance }
  }
}
