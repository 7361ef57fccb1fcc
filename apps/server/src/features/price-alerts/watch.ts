/**
 * Which alerts a published quote fires, and which it arms again. Pure: it knows neither the store nor a clock.
 *
 * An armed alert waits for its price. A repeating one that has fired waits first until PRICE_ALERTS.rearmMillis have
 * passed, then until the bid has gone back by PRICE_ALERTS.rearmPpm of its price; then it is armed again.
 */
import { PRICE_ALERTS, type PriceAlertSide } from '@veritick/contract'
import { mulDivUp, PPM, type UserId } from '@veritick/domain'
import { LevelQueue } from './level-queue.ts'

/** An alert that waits: `done` ones are not watched. `firedAt`: market time, of a cooling one. */
export type WatchedAlert = {
  readonly alert: number
  readonly user: UserId
  readonly version: number
  readonly instrument: number
  readonly side: PriceAlertSide
  readonly price: number
  readonly repeats: boolean
  readonly firedAt: number | undefined
}

export type Quote = { readonly instrument: number; readonly bid: number; readonly time: number }

/** The effect of a quote on an alert. */
export type Step = {
  readonly kind: 'fires' | 'arms'
  readonly alert: WatchedAlert
  readonly bid: number
  readonly time: number
}

/** The work that a quote caused, at most as many moves as were allowed. */
export type Work = {
  /** In the order in which they happened. */
  readonly steps: readonly Step[]
  /** Alerts that were moved: those of the steps, and those whose pause has passed. */
  readonly moves: number
}

/** An alert and where it waits. One alert has one entry, which goes from queue to queue. */
type Entry = {
  readonly alert: number
  watched: WatchedAlert
  queue: LevelQueue<Entry>
  level: number
  place: number
}

/** The alerts of one instrument. */
type Queues = {
  /** These wait for the bid. */
  readonly rising: LevelQueue<Entry>
  readonly falling: LevelQueue<Entry>
  /** Fired, and the pause has not passed yet: the level is the market time of its end. */
  readonly cooling: LevelQueue<Entry>
}

/** The distance by which the bid must go back, in points: at least 1, rounded up. */
export const rearmDistance = (price: number): number => Math.max(1, mulDivUp(price, PRICE_ALERTS.rearmPpm, PPM))

/** The bid at which a cooling alert is armed again. */
const rearmLevel = ({ side, price }: WatchedAlert): number =>
  side === 'above' ? price - rearmDistance(price) : price + rearmDistance(price)

const NOTHING: Work = { steps: [], moves: 0 }

export class PriceWatch {
  readonly #markets = new Map<number, Queues>()
  readonly #alerts = new Map<number, Entry>()

  get size(): number {
    return this.#alerts.size
  }

  /**
   * Adds an alert, or replaces it by a newer version. The same version changes nothing: the store does not know yet
   * the steps that wait for it.
   */
  put(watched: WatchedAlert): void {
    const before = this.#alerts.get(watched.alert)
    if (before !== undefined && before.watched.version >= watched.version) return
    this.remove(watched.alert)
    const known = this.#markets.get(watched.instrument)
    const queues = known ?? newQueues()
    if (known === undefined) this.#markets.set(watched.instrument, queues)
    const entry = { alert: watched.alert, watched, queue: queues.rising, level: watched.price, place: 0 }
    this.#alerts.set(watched.alert, entry)
    wait(entry, watched, queues)
  }

  remove(alert: number): void {
    const entry = this.#alerts.get(alert)
    if (entry === undefined) return
    this.#alerts.delete(alert)
    entry.queue.remove(entry)
  }

  /** Whether the quote still moves an alert. Costs three comparisons. */
  isReached({ instrument, bid, time }: Quote): boolean {
    const queues = this.#markets.get(instrument)
    if (queues === undefined) return false
    const { rising, falling, cooling } = queues
    return cooling.isReached(time) || rising.isReached(bid) || falling.isReached(bid)
  }

  /**
   * The next at most `most` moves that the quote causes. While `isReached` says that it causes more, the same quote
   * goes on with them. It fires or arms no alert twice: after its step an alert waits where this quote does not reach.
   */
  quote(quote: Quote, most: number): Work {
    const queues = this.#markets.get(quote.instrument)
    if (queues === undefined || !this.isReached(quote)) return NOTHING
    const { rising, falling, cooling } = queues
    let moves = 0
    for (; moves < most; moves++) {
      const cooled = cooling.take(quote.time)
      if (cooled === undefined) break
      waitToRearm(cooled, queues)
    }
    const steps: Step[] = []
    for (const queue of [rising, falling]) {
      for (; moves < most; moves++) {
        const next = queue.take(quote.bid)
        if (next === undefined) break
        steps.push(this.#step(next, quote, queues))
      }
    }
    return { steps, moves }
  }

  #step(entry: Entry, { bid, time }: Quote, queues: Queues): Step {
    const { watched: alert } = entry
    const kind = alert.firedAt === undefined ? 'fires' : 'arms'
    if (kind === 'fires' && !alert.repeats) this.#alerts.delete(alert.alert)
    else wait(entry, { ...alert, firedAt: kind === 'fires' ? time : undefined }, queues)
    return { kind, alert, bid, time }
  }
}

/** A fired alert waits for the end of its pause first. `entry` waits nowhere. */
function wait(entry: Entry, watched: WatchedAlert, { rising, falling, cooling }: Queues): void {
  const { side, price, firedAt } = watched
  entry.watched = watched
  if (firedAt !== undefined) add(entry, cooling, firedAt + PRICE_ALERTS.rearmMillis)
  else add(entry, side === 'above' ? rising : falling, price)
}

/** An alert whose pause has passed waits for the price to go back. */
function waitToRearm(entry: Entry, { rising, falling }: Queues): void {
  const { watched } = entry
  add(entry, watched.side === 'below' ? rising : falling, rearmLevel(watched))
}

function add(entry: Entry, queue: LevelQueue<Entry>, level: number): void {
  entry.queue = queue
  entry.level = level
  queue.add(entry)
}

const newQueues = (): Queues => ({
  rising: new LevelQueue('rising'),
  falling: new LevelQueue('falling'),
  cooling: new LevelQueue('rising'),
})
