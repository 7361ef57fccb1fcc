/**
 * A list of rows that is filled, sorted, walked and emptied again without garbage. It remembers which life of each slot
 * was added, so that a row which ended in between is noticed.
 */
import { assert, must } from '@veritick/domain'
import type { Doubles, Table } from './columns.ts'

const CAPACITY_FIRST = 8

/** A list of rows of one table; `clear` empties it for the next use. */
export class SlotList<S extends number> {
  count = 0
  private readonly table: Table<S>
  private slots = new Int32Array(CAPACITY_FIRST)
  private lives = new Int32Array(CAPACITY_FIRST)

  constructor(table: Table<S>) {
    this.table = table
  }

  add(slot: S): void {
    assert(this.table.isLive(slot), 'only a live row is listed')
    if (this.count === this.slots.length) this.grow()
    this.slots[this.count] = slot
    this.lives[this.count] = this.table.lifeOf(slot)
    this.count++
  }

  /** The row at this place, which must still live. */
  at(index: number): S {
    assert(this.isCurrent(index), 'a listed row still lives')
    return this.read(index)
  }

  /** False where the row ended since it was added, even if another has its slot now. */
  isCurrent(index: number): boolean {
    return this.table.lifeOf(this.read(index)) === this.lives[index]
  }

  clear(): void {
    this.count = 0
  }

  /** Ascending by `first`, ties ascending by `second`. Heapsort: in place, never quadratic. */
  sort(first: Doubles<S>, second: Doubles<S>): void {
    for (let root = (this.count >> 1) - 1; root >= 0; root--) this.sink(root, this.count, first, second)
    for (let end = this.count - 1; end > 0; end--) {
      const slot = this.read(0)
      const life = this.life(0)
      this.move(end, 0)
      this.slots[end] = slot
      this.lives[end] = life
      this.sink(0, end, first, second)
    }
  }

  /** The row at `start` goes down the heap of the first `end` rows to its place. */
  private sink(start: number, end: number, first: Doubles<S>, second: Doubles<S>): void {
    assert(start < end && end <= this.count, 'a heap is a part of the list')
    const slot = this.read(start)
    const life = this.life(start)
    const keyFirst = first.get(slot)
    const keySecond = second.get(slot)
    let hole = start
    for (;;) {
      let child = hole * 2 + 1
      if (child >= end) break
      let below = this.read(child)
      if (child + 1 < end) {
        const right = this.read(child + 1)
        if (precedes(first.get(below), second.get(below), first.get(right), second.get(right))) {
          child++
          below = right
        }
      }
      if (!precedes(keyFirst, keySecond, first.get(below), second.get(below))) break
      this.move(child, hole)
      hole = child
    }
    this.slots[hole] = slot
    this.lives[hole] = life
  }

  private move(from: number, to: number): void {
    this.slots[to] = this.read(from)
    this.lives[to] = this.life(from)
  }

  private life(index: number): number {
    return must(this.lives[index], 'a listed row has a life')
  }

  private read(index: number): S {
    assert(index < this.count, 'a place is inside the list')
    return must(this.slots[index], 'a place is inside the list') as S
  }

  private grow(): void {
    const [slots, lives] = [new Int32Array(this.count * 2), new Int32Array(this.count * 2)]
    slots.set(this.slots)
    lives.set(this.lives)
    this.slots = slots
    this.lives = lives
  }
}

/** Whether a row with the keys a stands before one with the keys b. */
function precedes(firstA: number, secondA: number, firstB: number, secondB: number): boolean {
  return firstA < firstB || (firstA === firstB && secondA < secondB)
}
