/**
 * How the worth of one factor (a currency, a metal, a company) wanders: a pure function of seed and second, so that any
 * moment of any year is known at once and two servers agree. Over whole blocks the logarithm of the worth stands at
 * random but bounded distances from its ordinary value, which keeps prices sensible for ever; inside a block each
 * midpoint lies between its neighbours plus a random step of a Brownian bridge (steps.ts), so that no past of the price
 * says where it goes. Because every step is bounded, the whole path between two known points is too: that is what lets
 * extremes.ts find a candle's high without walking through it.
 */
import type { Factor } from '../../catalogue.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { Activity } from './activity.ts'
import { blockStep, DEPTH, stepAt, stepMaxAt } from './steps.ts'

/** Seconds of a block: 194 days, a power of two. */
export const BLOCK = 2 ** 24

const SECONDS_PER_YEAR = 31_557_600
/**
 * Upper bound of the bridge above the line between its ends, in units of twice its first step, where the activity is
 * even: the maximum of the Takagi-Landsberg function of Hurst index 1/2 (Mishura and Schied, On (signed)
 * Takagi-Landsberg functions: pth variation, maximum, and modulus of continuity, 2019).
 */
const BRIDGE_MAX = (2 + Math.SQRT2) / 3

export class Walk {
  readonly activity: Activity
  readonly #chance: Chance
  readonly #ordinary: number
  /** Standard deviation of a second's move in an ordinary hour. */
  readonly #deviation: number
  /** How far the path can leave the range of its neighbours at activity 1, by depth. */
  readonly #reach: readonly number[]
  /** The same where the activity is even, so that every middle is a middle in variance too. */
  readonly #reachEven: readonly number[]

  constructor(factor: Factor, seed: string) {
    this.activity = new Activity(factor.hours)
    this.#chance = chanceOf(seed, `worth of ${factor.name}`)
    this.#ordinary = Math.log(factor.worth)
    this.#deviation = factor.volatility / Math.sqrt(SECONDS_PER_YEAR)
    const depths = Array.from({ length: DEPTH + 1 }, (_, depth) => depth)
    const tents = depths.map((depth) => stepMaxAt(depth) * this.#deviation * Math.sqrt(BLOCK / 2 ** depth))
    this.#reachEven = tents.map((tent) => BRIDGE_MAX * tent)
    this.#reach = depths.map((depth) => tents.slice(depth, DEPTH).reduce((sum, tent) => sum + tent / 2, 0))
  }

  /** Logarithm of the worth at the beginning of a block, in the unit of the factor's `worth`. */
  blockStart(block: number): number {
    const spread = (this.#deviation * Math.sqrt(BLOCK)) / Math.SQRT2
    return this.#ordinary + spread * blockStep(this.#chance.bits(DEPTH + 1, block))
  }

  /**
   * The value in the middle of the stretch from `left` to `right`, whose values are known. `depth` is the stretch's:
   * BLOCK / 2^depth seconds.
   */
  middle(stretch: { depth: number; left: number; right: number; atLeft: number; atRight: number }): number {
    const { depth, left, right, atLeft, atRight } = stretch
    const middle = (left + right) / 2
    const variance = this.activity.until(middle)
    const before = variance - this.activity.until(left)
    const after = this.activity.until(right) - variance
    const total = before + after
    const bridge = this.#deviation * Math.sqrt((before * after) / total)
    return (
      atLeft +
      ((atRight - atLeft) * before) / total +
      bridge * stepAt(depth, this.#chance.bits(depth, left / (right - left)))
    )
  }

  /** No value between `left` and `right` is farther than this outside the range of the two. */
  reach({ depth, left, right }: { depth: number; left: number; right: number }): number {
    const reach = this.activity.isEvenBetween(left, right) ? this.#reachEven : this.#reach
    return (reach[depth] ?? 0) * this.activity.highestBetween(left, right)
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
