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

class Trader {
  readonly #limit: Limit
  /** The newest first. */
  #parts: readonly Part[] = []
  /** The prices at which the trader holds a position that is worth as much as none. */
  #bought = Number.POSITIVE_INFINITY
  #sold = Number.NEGATIVE_INFINITY

  constructor(limit: Limit) {
    this.#limit = limit
  }

  isTooMuch(quote: Prices, at: Millis, guard: number): boolean {
    const { parts, earned } = this.#with(quote, at, guard)
    if (earned === 0) return false
    let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    return parts.some((part) => {
      sum += part.earned
      low = Math.min(low, part.low)
      high = Math.max(high, part.high)
      return sum > this.#limit.most * Math.max(high - low, guard)
    })
  }

  add(quote: Prices, at: Millis, guard: number): void {
    const { parts, earned } = this.#with(quote, at, guard)
    this.#parts = parts
    this.#bought = Math.min(this.#bought + earned, quote.ask)
    this.#sold = Math.max(this.#sold - earned, quote.bid)
  }

  /** The parts with the quote, and what the trader earns by it. */
  #with({ bid, ask }: Prices, at: Millis, guard: number) {
    const number = Math.floor(at / PART)
    const kept = this.#parts.filter((part) => part.number >= number - PARTS)
    const [newest] = kept
    const [now, before] = newest?.number === number ? [newest, kept.slice(1)] : [undefined, kept]
    // The trader may hold since before a silence: a gap is farther than the prices after it.
    const span = {
      low: Math.min(ask, this.#bought, now?.low ?? ask),
      high: Math.max(bid, this.#sold, now?.high ?? bid),
    }
    const cost = this.#limit.cost * Math.max(distanceOf([span, ...before]), guard)
    const earned = Math.max(0, bid - this.#bought - cost, this.#sold - ask - cost)
    return { parts: [{ number, earned: (now?.earned ?? 0) + earned, ...span }, ...before], earned }
  }
}

function distanceOf(spans: readonly Span[]): number {
  return Math.max(...spans.map(({ high }) => high)) - Math.min(...spans.map(({ low }) => low))
}
