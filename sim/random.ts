/**
 * Chance from a seed, in whole numbers only: the same seed is the same world on every machine (xorshift128 by
 * Marsaglia).
 */

export class Random {
  private x: number
  private y: number
  private z: number
  private w: number

  constructor(seed: number) {
    this.x = mixed(seed, 1)
    this.y = mixed(seed, 2)
    this.z = mixed(seed, 3)
    this.w = mixed(seed, 4)
    for (let warm = 0; warm < 8; warm++) this.next()
  }

  /** 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor((this.next() / 2 ** 32) * end)
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True `percent` times in a hundred. */
  percent(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0]
  }

  /** `undefined` of an empty list. */
  pickAny<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)]
  }

  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const { names, sum } = readWeights(weights)
    let left = this.below(sum)
    for (const name of names) {
      left -= weights[name as Name]
      if (left < 0) return name as Name
    }
    throw new Error('invariant violated: weights are positive')
  }

  private next(): number {
    const t = this.x ^ (this.x << 11)
    this.x = this.y
    this.y = this.z
    this.z = this.w
    this.w = (this.w ^ (this.w >>> 19) ^ t ^ (t >>> 8)) >>> 0
    return this.w
  }
}

const known = new WeakMap<object, { readonly names: readonly string[]; readonly sum: number }>()

/** Tables of weights never change. */
function readWeights(weights: Readonly<Record<string, number>>): {
  readonly names: readonly string[]
  readonly sum: number
} {
  const before = known.get(weights)
  if (before !== undefined) return before
  const sum = Object.values(weights).reduce((all, weight) => all + weight, 0)
  const read = { names: Object.keys(weights), sum }
  known.set(weights, read)
  return read
}

function mixed(seed: number, lane: number): number {
  let mix = (Math.imul(seed, 0x9e3779b1) + Math.imul(lane, 0x85ebca6b)) >>> 0
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d)
  mix = Math.imul(mix ^ (mix >>> 12), 0x297a2d39)
  return (mix ^ (mix >>> 15)) >>> 0
}
