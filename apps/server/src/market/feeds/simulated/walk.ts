/**
 * How the worth of one factor (a currency, a metal, a company) wanders: a pure function of seed and second, so that any moment of
 * any year is known at once and two servers agree. Over whole blocks the logarithm of the worth stands at random but bounded
 * distances from its ordinary value, which keeps prices sensible for ever; inside a block each midpoint lies between its
 * neighbours plus a bounded random step as large as a Brownian bridge's. Because every step is bounded, the whole
 * path between two known points is too: that is what lets extremes.ts find a candle's high without walking through it.
 */
import type { Factor } from '../../catalogue.ts'
import { Activity } from './activity.ts'
import { type Chance, chanceOf } from './chance.ts'

/** Seconds of a block: 194 days, a power of two. */
export const BLOCK = 2 ** 24
/** Halvings from a block to a second. */
export const DEPTH = 24

const SECONDS_PER_YEAR = 31_557_600
/**
 * A step's size is even between these two, in standard deviations, its sign even too: the mean square is 1. The smaller the largest
 * step, the fewer stretches extremes.ts has to look into.
 */
const STEP_MIN = 0.7
const STEP_MAX = (Math.sqrt(12 - 3 * STEP_MIN ** 2) - STEP_MIN) / 2

export class Walk {
  readonly activity: Activity
  readonly #chance: Chance
  readonly #ordinary: number
  /** Standard deviation of a second's move in an ordinary hour. */
  readonly #deviation: number
  /** By depth: how far the path can leave its neighbours' range in an hour of activity 1. */
  readonly #reach: readonly number[]

  constructor(factor: Factor, seed: string) {
    this.activity = new Activity(factor.hours)
    this.#chance = chanceOf(seed, `worth of ${factor.name}`)
    this.#ordinary = Math.log(factor.worth)
    this.#deviation = factor.volatility / Math.sqrt(SECONDS_PER_YEAR)
    this.#reach = Array.from({ length: DEPTH + 1 }, (_, depth) => {
      let sum = 0
      for (let below = depth; below < DEPTH; below++) sum += Math.sqrt(BLOCK / 2 ** below)
      return (STEP_MAX / 2) * this.#deviation * sum
    })
  }

  /** Logarithm of the worth in USD-like units at the beginning of a block. */
  blockStart(block: number): number {
    const spread = (this.#deviation * Math.sqrt(BLOCK)) / Math.SQRT2
    return this.#ordinary + spread * step(this.#chance.bits(DEPTH + 1, block))
  }

  /** The value in the middle of the stretch from `left` to `right`, whose values are known. `depth` is the stretch's: BLOCK / 2^depth seconds. */
  middle(stretch: { depth: number; left: number; right: number; atLeft: number; atRight: number }): number {
    const { depth, left, right, atLeft, atRight } = stretch
    const middle = (left + right) / 2
    const variance = this.activity.until(middle)
    const before = variance - this.activity.until(left)
    const after = this.activity.until(right) - variance
    const total = before + after
    const bridge = this.#deviation * Math.sqrt((before * after) / total)
    return atLeft + ((atRight - atLeft) * before) / total + bridge * step(this.#chance.bits(depth, left / (right - left)))
  }

  /** No value between `left` and `right` is farther than this outside the range of the two. */
  reach(stretch: { depth: number; left: number; right: number }): number {
    return (this.#reach[stretch.depth] ?? 0) * this.activity.highestBetween(stretch.left, stretch.right)
  }

  /** The logarithm of the worth at a whole second. */
  at(second: number): number {
    const block = Math.floor(second / BLOCK)
    let left = block * BLOCK
    let right = left + BLOCK
    let atLeft = this.blockStart(block)
    if (second === left) return atLeft
    let atRight = this.blockStart(block + 1)
    for (let depth = 0; ; depth++) {
      const middle = (left + right) / 2
      const value = this.middle({ depth, left, right, atLeft, atRight })
      if (second === middle) return value
      if (second < middle) {
        right = middle
        atRight = value
      } else {
        left = middle
        atLeft = value
      }
    }
  }
}

/** A random step of mean 0 and mean square 1, never larger than STEP_MAX, from 32 random bits. */
function step(bits: number): number {
  const size = STEP_MIN + ((STEP_MAX - STEP_MIN) * (bits >>> 1)) / 2 ** 31
  return bits & 1 ? size : -size
}
