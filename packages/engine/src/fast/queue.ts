/**
 * Price levels in the order in which a moving price reaches them: a binary heap over three columns. Entries are never searched:
 * whoever no longer wants one changes its generation and counts it as dead; it is dropped when it surfaces, or when the dead
 * outnumber the living.
 */
import { counters, doubles, ints, longerCounters, longerDoubles, longerInts } from './columns.ts'

/** So few dead entries are not worth a rebuild. */
const DEAD_IGNORED = 8

export class PriceQueue {
  size = 0
  private dead = 0
  /** The level, negated in a falling queue: the smallest key is always reached first. */
  private keys = doubles()
  private slots = ints()
  private generations = counters()
  private readonly sign: 1 | -1

  /** `rising`: a level is reached when the price is at or above it; `falling`: at or below. */
  constructor(direction: 'rising' | 'falling') {
    this.sign = direction === 'rising' ? 1 : -1
  }

  push(level: number, slot: number, generation: number): void {
    if (this.size === this.keys.length) this.grow()
    const key = level * this.sign
    let hole = this.size
    this.size++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      const parentKey = this.keys[parent] ?? 0
      if (parentKey <= key) break
      this.move(parent, hole)
      hole = parent
    }
    this.keys[hole] = key
    this.slots[hole] = slot
    this.generations[hole] = generation
  }

  /** True when the next entry's level is reached at this price. */
  reached(price: number): boolean {
    return this.size > 0 && (this.keys[0] ?? 0) <= price * this.sign
  }

  topSlot(): number {
    return this.slots[0] ?? -1
  }

  topGeneration(): number {
    return this.generations[0] ?? 0
  }

  /** Removes the top. `alive`: whether its generation was still current, which the caller looked up. */
  pop(alive: boolean): void {
    if (!alive) this.dead--
    this.size--
    if (this.size > 0)
      this.sink(0, this.keys[this.size] ?? 0, this.slots[this.size] ?? 0, this.generations[this.size] ?? 0)
  }

  /** One entry's generation is no longer current. `current` is the column that says which are. */
  invalidate(current: Uint32Array): void {
    this.dead++
    if (this.dead > DEAD_IGNORED && this.dead * 2 > this.size) this.rebuild(current)
  }

  private rebuild(current: Uint32Array): void {
    let kept = 0
    for (let index = 0; index < this.size; index++) {
      if (current[this.slots[index] ?? 0] !== this.generations[index]) continue
      this.move(index, kept)
      kept++
    }
    this.size = kept
    this.dead = 0
    for (let root = (kept >> 1) - 1; root >= 0; root--) {
      this.sink(root, this.keys[root] ?? 0, this.slots[root] ?? 0, this.generations[root] ?? 0)
    }
  }

  private sink(start: number, key: number, slot: number, generation: number): void {
    const keys = this.keys
    let hole = start
    for (;;) {
      let child = hole * 2 + 1
      if (child >= this.size) break
      if (child + 1 < this.size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++
      if ((keys[child] ?? 0) >= key) break
      this.move(child, hole)
      hole = child
    }
    keys[hole] = key
    this.slots[hole] = slot
    this.generations[hole] = generation
  }

  private move(from: number, to: number): void {
    this.keys[to] = this.keys[from] ?? 0
    this.slots[to] = this.slots[from] ?? 0
    this.generations[to] = this.generations[from] ?? 0
  }

  private grow(): void {
    const capacity = this.keys.length * 2
    this.keys = longerDoubles(this.keys, capacity)
    this.slots = longerInts(this.slots, capacity)
    this.generations = longerCounters(this.generations, capacity)
  }
}
