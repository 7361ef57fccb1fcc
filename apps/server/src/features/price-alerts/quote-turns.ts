/**
 * Compares quotes with price alerts. In one turn of the event loop at most MOVES_PER_TURN alerts move, because one
 * quote may reach those of thousands of customers and orders wait meanwhile. The rest of a quote goes on in later
 * turns. The quotes and changes of the same instrument that come meanwhile wait behind it, so each alert meets the
 * quotes that came after it, in their order, with the price and the time of each.
 */
import { setImmediate as nextTurnOf } from 'node:timers/promises'
import type { StepWriter } from './step-writer.ts'
import { PriceWatch, type Quote, type WatchedAlert } from './watch.ts'

/** About a millisecond of the main thread, three on a slow machine. */
export const MOVES_PER_TURN = 200
/**
 * Quotes of one instrument that wait. They wait for minutes only while the steps before them wait for the store. More
 * are not compared with the alerts, which stay armed.
 */
export const QUOTES_WAITING_MAX = 5_000

type WaitingQuote = { readonly kind: 'quote'; readonly quote: Quote; isBegun: boolean }
type Waiting =
  | WaitingQuote
  | { readonly kind: 'put'; readonly watched: WatchedAlert }
  | { readonly kind: 'remove'; readonly alert: number }

export class QuoteTurns {
  readonly #watch = new PriceWatch()
  readonly #writer: Pick<StepWriter, 'add' | 'isFull'>
  readonly #nextTurn: (run: () => void) => void
  /** By instrument; only those that are not compared in full. The first one goes on next. */
  readonly #behind = new Map<number, Backlog>()
  /** Moves that are left in this turn of the event loop. */
  #room = MOVES_PER_TURN
  #isRefilling = false
  #isStopping = false

  /** `nextTurn` calls its argument in a later turn of the event loop. */
  constructor(writer: Pick<StepWriter, 'add' | 'isFull'>, nextTurn: (run: () => void) => void = setImmediate) {
    this.#writer = writer
    this.#nextTurn = nextTurn
  }

  /** Quotes wait that reach an alert. */
  get isBehind(): boolean {
    return this.#behind.size > 0
  }

  put(watched: WatchedAlert): void {
    const backlog = this.#behind.get(watched.instrument)
    if (backlog === undefined) this.#watch.put(watched)
    else backlog.add({ kind: 'put', watched })
  }

  remove({ alert, instrument }: Pick<WatchedAlert, 'alert' | 'instrument'>): void {
    const backlog = this.#behind.get(instrument)
    if (backlog === undefined) this.#watch.remove(alert)
    else backlog.add({ kind: 'remove', alert })
  }

  quote(quote: Quote): void {
    const known = this.#behind.get(quote.instrument)
    if (known === undefined && !this.#watch.isReached(quote)) return
    const backlog = known ?? new Backlog()
    if (backlog.quotes >= QUOTES_WAITING_MAX) return
    backlog.add({ kind: 'quote', quote, isBegun: false })
    if (known !== undefined) return
    this.#behind.set(quote.instrument, backlog)
    this.goOn()
  }

  /** Goes on with what waits, as far as this turn allows. The writer calls it when it has room again. */
  goOn(): void {
    for (const [instrument, backlog] of [...this.#behind]) {
      if (this.#room <= 0) break
      const isDone = this.#compare(backlog)
      this.#behind.delete(instrument)
      // One that is not done goes behind the others.
      if (!isDone) this.#behind.set(instrument, backlog)
    }
    if (this.#room < MOVES_PER_TURN) this.#refill()
  }

  /** Resolves when everything that waits is compared; the steps may be more than the writer's ceiling. */
  async stop(): Promise<void> {
    this.#isStopping = true
    while (this.isBehind) {
      this.goOn()
      await nextTurnOf()
    }
  }

  #refill(): void {
    if (this.#isRefilling) return
    this.#isRefilling = true
    this.#nextTurn(() => {
      this.#isRefilling = false
      this.#room = MOVES_PER_TURN
      this.goOn()
    })
  }

  /** True: nothing of the instrument waits any more. */
  #compare(backlog: Backlog): boolean {
    for (let next = backlog.first(); next !== undefined; next = backlog.first()) {
      if (this.#room <= 0 || !this.#isDone(next)) return false
      backlog.dropFirst()
    }
    return true
  }

  /** False: more of it waits for a later turn, or for room in the writer. Each costs a move at least. */
  #isDone(next: Waiting): boolean {
    if (next.kind === 'quote') return this.#isCompared(next)
    this.#room -= 1
    if (next.kind === 'put') this.#watch.put(next.watched)
    else this.#watch.remove(next.alert)
    return true
  }

  /** A quote that has begun goes on while the writer is full: it adds one step of each alert at most. */
  #isCompared(next: WaitingQuote): boolean {
    const { quote } = next
    const isLeft = this.#watch.isReached(quote)
    if (isLeft && !next.isBegun && !this.#isStopping && this.#writer.isFull) return false
    next.isBegun = true
    const { steps, moves } = this.#watch.quote(quote, this.#room)
    this.#room -= Math.max(1, moves)
    if (steps.length > 0) this.#writer.add(steps)
    return !this.#watch.isReached(quote)
  }
}

/** Quotes and changes of one instrument that wait, the oldest first. */
class Backlog {
  readonly #newer: Waiting[] = []
  /** The oldest one last. */
  #older: Waiting[] = []
  quotes = 0

  add(waiting: Waiting): void {
    this.#newer.push(waiting)
    if (waiting.kind === 'quote') this.quotes += 1
  }

  first(): Waiting | undefined {
    if (this.#older.length === 0) this.#older = this.#newer.splice(0).reverse()
    return this.#older.at(-1)
  }

  dropFirst(): void {
    if (this.first()?.kind === 'quote') this.quotes -= 1
    this.#older.pop()
  }
}
