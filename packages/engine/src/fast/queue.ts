/**
 * Price levels in the order in which a moving price reaches them: a binary heap over three columns. Entries are never
 * searched: an entry is invalidated by changing the generation that it names. It is dropped when it comes to the top,
 * or when more than half of the entries are invalid.
 */
import { assert } from '@veritick/domain'
import type { Ints } from './columns.ts'

const CAPACITY_FIRST = 8
/** So few invalid entries are not worth a rebuild. */
const INVALID_IGNORED = 8

/** One direction of one price: `push` adds a level, `reached` asks about a price, `pop` takes the nearest level. */
export class PriceQueue<S extends number> {
  size = 0
  /** How many of the entries are no longer valid. */
  private invalid = 0
  /** The level, negated in a falling queue: the smallest key is always reached first. */
  private keys = new Float64Array(CAPACITY_FIRST)
  private slots = new Int32Array(CAPACITY_FIRST)
  private generations = new Int32Array(CAPACITY_FIRST)
  private readonly sign: 1 | -1

  /** `rising`: a level is reached when the price is at or above it; `falling`: at or below. */
  constructor(direction: 'rising' | 'falling') {
    this.sign = direction === 'rising' ? 1 : -1
  }

  /** `level` in points; `slot` names the row it is for, `generation` makes it valid. */
  push(level: number, slot: S, generation: number): void {
    assert(level >= 0 && level < Number.POSITIVE_INFINITY, 'a level is a price, or 0 where none below can be reached')
    assert(slot >= 0, 'a level is of a row')
    if (this.size === this.keys.length) this.grow()
    const key = level * this.sign
    let hole = this.size
    this.size++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (this.key(parent) <= key) break
      this.move(parent, hole)
      hole = parent
    }
    this.put(hole, key, slot, generation)
  }

  /** True when the next entry's level is reached at this price. */
  reached(price: number): boolean {
    return this.size > 0 && this.key(0) <= price * this.sign
  }

  topSlot(): S {
    assert(this.size > 0, 'an empty queue has no top')
    return this.slot(0)
  }

  topGeneration(): number {
    assert(this.size > 0, 'an empty queue has no top')
    return this.generation(0)
  }

  /** Removes the top. `valid`: whether its generation was still current, which the caller looked up. */
  pop(valid: boolean): void {
    assert(this.size > 0, 'an empty queue has no top')
    if (!valid) this.invalid--
    assert(this.invalid >= 0, 'an invalid entry was counted when it was invalidated')
    this.size--
    const { size } = this
    if (size > 0) this.sink(0, this.key(size), this.slot(size), this.generation(size))
  }

  /**
   * Counts `entries` entries as invalid: all entries of this queue with a generation that is no longer current, because
   * a rebuild drops them together. `current` is the column of current generations.
   */
  invalidate(current: Ints<S>, entries = 1): void {
    this.invalid += entries
    assert(this.invalid <= this.size, 'only an entry of the queue is invalidated')
    if (this.invalid > INVALID_IGNORED && this.invalid * 2 > this.size) this.rebuild(current)
  }

  /** Shows each valid entry to a check, in no order. `current` is the column of the generations that are valid. */
  visitValid(current: Ints<S>, visit: (slot: S, level: number) => void): void {
    for (let index = 0; index < this.size; index++) {
      const slot = this.slot(index)
      if (current.get(slot) === this.generation(index)) visit(slot, this.key(index) * this.sign)
    }
  }

  /**
   * The fault of the queue itself, or undefined: an entry that is reached before its parent, or a wrong count of
   * invalid ones.
   */
  fault(current: Ints<S>): string | undefined {
    let invalid = this.size
    for (let index = 0; index < this.size; index++) {
      if (this.key(index > 0 ? (index - 1) >> 1 : 0) > this.key(index))
        return `entry ${index} stands behind one that is reached later`
      if (current.get(this.slot(index)) === this.generation(index)) invalid--
    }
    return invalid === this.invalid ? undefined : `${this.invalid} invalid entries were counted, there are ${invalid}`
  }

  private rebuild(current: Ints<S>): void {
    const before = this.size
    let kept = 0
    for (let index = 0; index < this.size; index++) {
      if (current.get(this.slot(index)) !== this.generation(index)) continue
      this.move(index, kept)
      kept++
    }
    assert(kept === before - this.invalid, 'every invalid entry was counted once')
    this.size = kept
    this.invalid = 0
    for (let root = (kept >> 1) - 1; root >= 0; root--) {
      this.sink(root, this.key(root), this.slot(root), this.generation(root))
    }
  }

  private sink(start: number, key: number, slot: S, generation: number): void {
    let hole = start
    for (;;) {
      let child = hole * 2 + 1
      if (child >= this.size) break
      if (child + 1 < this.size && this.key(child + 1) < this.key(child)) child++
      if (this.key(child) >= key) break
      this.move(child, hole)
      hole = child
    }
    this.put(hole, key, slot, generation)
  }

  private move(from: number, to: number): void {
    this.put(to, this.key(from), this.slot(from), this.generation(from))
  }

  private put(index: number, key: number, slot: S, generation: number): void {
    this.keys[index] = key
    this.slots[index] = slot
    this.generations[index] = generation
  }

  private key(index: number): number {
    const key = this.keys[index]
    assert(key !== undefined, 'an entry is inside the queue')
    return key
  }

  private slot(index: number): S {
    const slot = this.slots[index]
    assert(slot !== undefined, 'an entry is inside the queue')
    return slot as S
  }

  private generation(index: number): number {
    const generation = this.generations[index]
    assert(generation !== undefined, 'an entry is inside the queue')
    return generation
  }

  private grow(): void {
    const capacity = this.keys.length * 2
    const [keys, slots, generations] = [new Float64Array(capacity), new Int32Array(capacity), new Int32Array(capacity)]
    keys.set(this.keys)
    slots.set(this.slots)
    generations.set(this.generations)
    this.keys = keys
    this.slots = slots
    this.generations = generations
  }
}
