/**
 * A fixed number of the last numbers in the order of their size, so that a median or a percentile costs one look. A new
 * number costs one insertion and one removal.
 */
export class RankWindow {
  readonly #size: number
  readonly #ring: Float64Array
  readonly #sorted: Float64Array
  #count = 0
  #next = 0

  constructor(size: number) {
    this.#size = size
    this.#ring = new Float64Array(size)
    this.#sorted = new Float64Array(size)
  }

  add(value: number): void {
    if (this.#count === this.#size) this.#remove(this.#ring[this.#next] ?? 0)
    this.#ring[this.#next] = value
    this.#next = (this.#next + 1) % this.#size
    const index = this.#firstNotBelow(value)
    this.#sorted.copyWithin(index + 1, index, this.#count)
    this.#sorted[index] = value
    this.#count++
  }

  get count(): number {
    return this.#count
  }

  /** The middle number, the upper one of two; 0 before the first. */
  median(): number {
    return this.#sorted[this.#count >> 1] ?? 0
  }

  /** The smallest number that at least `percent` of all do not exceed (nearest rank); 0 before the first. */
  percentile(percent: number): number {
    return this.#sorted[Math.max(0, Math.ceil((this.#count * percent) / 100) - 1)] ?? 0
  }

  /** The largest number but one; 0 before the second. */
  secondLargest(): number {
    return this.#sorted[this.#count - 2] ?? 0
  }

  #remove(value: number): void {
    this.#sorted.copyWithin(this.#firstNotBelow(value), this.#firstNotBelow(value) + 1, this.#count)
    this.#count--
  }

  #firstNotBelow(value: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
