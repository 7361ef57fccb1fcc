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

type Entry = { readonly alert: number; readonly level: number; readonly watched: WatchedAlert }

/** The distance by which the bid must go back, in points: at least 1, rounded up. */
export const rearmDistance = (price: number): number => Math.max(1, mulDivUp(price, PRICE_ALERTS.rearmPpm, PPM))

/** The bid at which a cooling alert is armed again. */
const rearmLevel = ({ side, price }: WatchedAlert): number =>
  side === 'above' ? price - rearmDistance(price) : price + rearmDistance(price)

const NOTHING: readonly Step[] = []

export class PriceWatch {
  readonly #markets = new Map<number, InstrumentWatch>()
  readonly #alerts = new Map<number, WatchedAlert>()

  get size(): number {
    return this.#alerts.size
  }

  /**
   * Adds an alert, or replaces it by a newer version. The same version changes nothing: the store does not know yet
   * the steps that wait for it.
   */
  put(watched: WatchedAlert): void {
    const before = this.#alerts.get(watched.alert)
    if (before !== undefined && before.version >= watched.version) return
    this.#replace(watched)
  }

  #replace(watched: WatchedAlert): void {
    this.remove(watched.alert)
    this.#alerts.set(watched.alert, watched)
    const known = this.#markets.get(watched.instrument)
    const market = known ?? new InstrumentWatch()
    if (known === undefined) this.#markets.set(watched.instrument, market)
    market.add(watched)
  }

  remove(alert: number): void {
    const watched = this.#alerts.get(alert)
    if (watched === undefined) return
    this.#alerts.delete(alert)
    this.#markets.get(watched.instrument)?.remove(watched)
  }

  /** The steps that a quote causes, in the order in which they happen. */
  quote(quote: Quote): readonly Step[] {
    const market = this.#markets.get(quote.instrument)
    if (market === undefined) return NOTHING
    const steps = market.quote(quote)
    for (const { kind, alert, time } of steps) {
      if (kind === 'fires' && !alert.repeats) this.remove(alert.alert)
      else this.#replace({ ...alert, firedAt: kind === 'fires' ? time : undefined })
    }
    return steps
  }
}

class InstrumentWatch {
  readonly #rising = new LevelQueue<Entry>('rising')
  readonly #falling = new LevelQueue<Entry>('falling')
  /** Fired, and the time has not passed yet; the first to be due first. */
  readonly #cooling: WatchedAlert[] = []

  add(watched: WatchedAlert): void {
    if (watched.firedAt === undefined) {
      const { alert, price: level, side } = watched
      this.#queue(side === 'above').add({ alert, level, watched })
      return
    }
    const { firedAt } = watched
    const index = this.#cooling.findLastIndex((each) => (each.firedAt ?? 0) <= firedAt)
    this.#cooling.splice(index + 1, 0, watched)
  }

  remove(watched: WatchedAlert): void {
    const { alert, price, side, firedAt } = watched
    const isAbove = side === 'above'
    if (firedAt === undefined) {
      this.#queue(isAbove).remove({ alert, level: price, watched })
      return
    }
    const index = this.#cooling.findIndex((each) => each.alert === alert)
    if (index >= 0) this.#cooling.splice(index, 1)
    else this.#queue(!isAbove).remove({ alert, level: rearmLevel(watched), watched })
  }

  /** Takes out of the queues what the quote reaches; PriceWatch puts back what goes on waiting. */
  quote({ bid, time }: Quote): readonly Step[] {
    this.#cool(time)
    let steps: Step[] | undefined
    for (const queue of [this.#rising, this.#falling]) {
      for (let next = queue.take(bid); next !== undefined; next = queue.take(bid)) {
        const { watched } = next
        steps ??= []
        steps.push({ kind: watched.firedAt === undefined ? 'fires' : 'arms', alert: watched, bid, time })
      }
    }
    return steps ?? NOTHING
  }

  /** Alerts whose pause has passed wait for the price to go back. */
  #cool(time: number): void {
    for (let [first] = this.#cooling; first !== undefined; [first] = this.#cooling) {
      if ((first.firedAt ?? 0) + PRICE_ALERTS.rearmMillis > time) return
      this.#cooling.shift()
      const { alert, side } = first
      this.#queue(side === 'below').add({ alert, level: rearmLevel(first), watched: first })
    }
  }

  #queue(isRising: boolean): LevelQueue<Entry> {
    return isRising ? this.#rising : this.#falling
  }
}
