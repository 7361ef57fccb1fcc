/**
 * How busy each hour of the day is for a factor: Tokyo, London and New York hours in UTC. Variance flows at the hour's
 * rate, so that quiet hours drift less and spreads can widen in them. Over a day the rate averages 1.
 */
import type { Hours } from '../../catalogue.ts'

/** Relative standard deviation of a minute's move in each hour, 00 to 23 UTC. */
const LIVELINESS: Record<Hours, readonly number[]> = {
  asia: [
    1.3, 1.3, 1.2, 1.1, 0.9, 0.9, 1.0, 1.1, 1.1, 1.0, 0.9, 0.9, 1.1, 1.2, 1.2, 1.1, 0.9, 0.8, 0.7, 0.6, 0.6, 0.6, 0.8,
    1.1,
  ],
  europe: [
    0.5, 0.5, 0.5, 0.5, 0.5, 0.7, 1.1, 1.5, 1.5, 1.3, 1.2, 1.1, 1.4, 1.6, 1.6, 1.4, 1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.4,
    0.5,
  ],
  america: [
    0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.6, 0.8, 0.9, 0.9, 0.9, 1.1, 1.3, 1.7, 1.7, 1.5, 1.3, 1.2, 1.2, 1.3, 1.0, 0.6, 0.5,
    0.5,
  ],
  round: [
    0.9, 1.0, 0.9, 0.9, 0.8, 0.8, 0.9, 1.1, 1.1, 1.1, 1.0, 1.0, 1.3, 1.5, 1.5, 1.3, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.6,
    0.8,
  ],
}

const HOUR = 3600
const DAY = 24 * HOUR

export class Activity {
  /** Variance a second, by hour. */
  readonly #rate: Float64Array
  /** Standard deviation of a second against an ordinary one, by hour. */
  readonly #liveliness: Float64Array
  /** Variance from midnight to the beginning of each hour. */
  readonly #sum = new Float64Array(25)
  readonly #highest: number

  constructor(hours: Hours) {
    const squares = LIVELINESS[hours].map((liveliness) => liveliness * liveliness)
    const mean = squares.reduce((sum, square) => sum + square, 0) / 24
    this.#rate = Float64Array.from(squares, (square) => square / mean)
    for (let hour = 0; hour < 24; hour++) this.#sum[hour + 1] = (this.#sum[hour] ?? 0) + (this.#rate[hour] ?? 0) * HOUR
    this.#liveliness = this.#rate.map(Math.sqrt)
    this.#highest = Math.max(...this.#liveliness)
  }

  /** How lively the second is against an ordinary one, as a standard deviation. */
  at(second: number): number {
    const inDay = second - Math.floor(second / DAY) * DAY
    return this.#liveliness[Math.floor(inDay / HOUR)] ?? 1
  }

  /** The same without steps: from the middle of one hour to the middle of the next. */
  smoothAt(second: number): number {
    const hours = (second - Math.floor(second / DAY) * DAY) / HOUR - 0.5
    const before = Math.floor(hours)
    const share = hours - before
    const [from, to] = [this.#liveliness[(before + 24) % 24] ?? 1, this.#liveliness[(before + 25) % 24] ?? 1]
    return from + (to - from) * share
  }

  /** A bound of the activity: no second between the two moments is livelier. */
  highestBetween(from: number, to: number): number {
    if (to - from > HOUR) return this.#highest
    return Math.max(this.at(from), this.at(to - 1))
  }

  /** True where both lie in one hour: variance flows evenly from one to the other. */
  isEvenBetween(from: number, to: number): boolean {
    return Math.floor(from / HOUR) === Math.floor((to - 1) / HOUR)
  }

  /** Variance from 1970 to a second, in ordinary seconds. */
  until(second: number): number {
    const day = Math.floor(second / DAY) * DAY
    const inDay = second - day
    const hour = Math.floor(inDay / HOUR)
    return day + (this.#sum[hour] ?? 0) + (inDay - hour * HOUR) * (this.#rate[hour] ?? 0)
  }
}
