/**
 * How far an instrument usually moves and how wide its spread usually is: medians over its last good quotes. A quote
 * teaches both once an order can be filled at it. A row at which none can costs a lying source nothing.
 */
import type { Points } from '@veritick/domain'
import { distance, type Prices, usualPart } from './doubts.ts'
import { RankWindow } from './ranks.ts'

/** How many moves and spreads the ordinary ones are taken from. */
const KEPT = 200
/** Fewer say nothing yet: one large move among them would widen the guard for the next. */
const KEPT_MIN = 20
/** Fewer spreads say nothing: a short wide phase would be their median. Until then the catalogue counts. */
const SPREADS_MIN = 100

/** Points. `move`: `undefined` for the first quote. */
type Lesson = { readonly move: number | undefined; readonly spread: number }

export class Lessons {
  /** Of quotes that were believed. A suspect enters when it is confirmed, a refuted one never. */
  #moves = new RankWindow(KEPT)
  #spreads = new RankWindow(KEPT)
  /** Of the newest good quote, and of the suspects that it confirmed, until an order can be filled at it. */
  #waiting: readonly Lesson[] = []

  /** 0 while too few moves are known. */
  get move(): number {
    return this.#moves.count < KEPT_MIN ? 0 : this.#moves.median()
  }

  /** 0 while too few spreads are known. */
  get spread(): number {
    return this.#spreads.count < SPREADS_MIN ? 0 : this.#spreads.median()
  }

  /** Another good quote takes the place of one at which no order could be filled. */
  dropWaiting(): void {
    this.#waiting = []
  }

  /** `before`: the good quotes that its move is taken from, the nearest of them. */
  wait(quote: Prices, before: readonly Prices[], spreadTypical: Points): void {
    const moves = before.map((from) => usualPart(distance(from, quote), from, quote, spreadTypical))
    const move = moves.length === 0 ? undefined : Math.min(...moves)
    this.#waiting = [...this.#waiting, { move, spread: quote.ask - quote.bid }]
  }

  /** False where the newest good quote has taught already. */
  learn(): boolean {
    if (this.#waiting.length === 0) return false
    for (const { move, spread } of this.#waiting) {
      if (move !== undefined) this.#moves.add(move)
      this.#spreads.add(spread)
    }
    this.#waiting = []
    return true
  }

  forget(): void {
    this.#moves = new RankWindow(KEPT)
    this.#spreads = new RankWindow(KEPT)
    this.#waiting = []
  }
}
