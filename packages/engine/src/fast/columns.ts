/**
 * Columns instead of objects: each field of a table is one typed array, a row is a slot number, and slots are used again through a
 * free list. Arrays grow by doubling, so a table never copies more than it holds and a row costs no garbage.
 */

const CAPACITY_FIRST = 8

/** Hands out slot numbers, lowest first while fresh, then the ones given back. */
export class Slots {
  capacity = CAPACITY_FIRST
  private next = 0
  private free = new Int32Array(CAPACITY_FIRST)
  private freeCount = 0
  private readonly grow: (capacity: number) => void

  /** `grow` is called with the new capacity whenever the table has to be longer. */
  constructor(grow: (capacity: number) => void) {
    this.grow = grow
  }

  take(): number {
    if (this.freeCount > 0) {
      this.freeCount--
      return this.free[this.freeCount] ?? 0
    }
    if (this.next === this.capacity) {
      this.capacity *= 2
      this.grow(this.capacity)
      this.free = longerInts(this.free, this.capacity)
    }
    return this.next++
  }

  give(slot: number): void {
    this.free[this.freeCount] = slot
    this.freeCount++
  }

  /** One past the highest slot ever taken: where a walk over the whole table ends. */
  end(): number {
    return this.next
  }
}

export function doubles(): Float64Array<ArrayBuffer> {
  return new Float64Array(CAPACITY_FIRST)
}
export function ints(): Int32Array<ArrayBuffer> {
  return new Int32Array(CAPACITY_FIRST)
}
export function counters(): Uint32Array<ArrayBuffer> {
  return new Uint32Array(CAPACITY_FIRST)
}
export function flags(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(CAPACITY_FIRST)
}

export function longerDoubles(column: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(capacity)
  longer.set(column)
  return longer
}
export function longerInts(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(capacity)
  longer.set(column)
  return longer
}
export function longerCounters(column: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(capacity)
  longer.set(column)
  return longer
}
export function longerFlags(column: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(capacity)
  longer.set(column)
  return longer
}

/** A list of slots that is filled, sorted, walked and emptied again without garbage. */
export class SlotList {
  count = 0
  private slots = ints()

  add(slot: number): void {
    if (this.count === this.slots.length) this.slots = longerInts(this.slots, this.count * 2)
    this.slots[this.count] = slot
    this.count++
  }

  at(index: number): number {
    return this.slots[index] ?? -1
  }

  clear(): void {
    this.count = 0
  }

  /** Ascending by `first`, ties ascending by `second`; both are columns indexed by slot. Heapsort: in place, never quadratic. */
  sort(first: Float64Array, second: Float64Array): void {
    for (let root = (this.count >> 1) - 1; root >= 0; root--) this.sink(root, this.count, first, second)
    for (let end = this.count - 1; end > 0; end--) {
      const largest = this.at(0)
      this.slots[0] = this.at(end)
      this.slots[end] = largest
      this.sink(0, end, first, second)
    }
  }

  private sink(start: number, end: number, first: Float64Array, second: Float64Array): void {
    const slots = this.slots
    const moving = slots[start] ?? 0
    const movingFirst = first[moving] ?? 0
    const movingSecond = second[moving] ?? 0
    let hole = start
    for (;;) {
      let child = hole * 2 + 1
      if (child >= end) break
      const right = child + 1
      if (right < end && precedes(slots[child] ?? 0, slots[right] ?? 0, first, second)) child = right
      const slot = slots[child] ?? 0
      const key = first[slot] ?? 0
      if (key < movingFirst || (key === movingFirst && (second[slot] ?? 0) <= movingSecond)) break
      slots[hole] = slot
      hole = child
    }
    slots[hole] = moving
  }
}

function precedes(a: number, b: number, first: Float64Array, second: Float64Array): boolean {
  const keyA = first[a] ?? 0
  const keyB = first[b] ?? 0
  return keyA < keyB || (keyA === keyB && (second[a] ?? 0) < (second[b] ?? 0))
}
