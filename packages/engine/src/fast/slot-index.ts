/**
 * Number to slot, for the numbers of orders and of accounts: a hash table of slots with linear probing. The number of a
 * row stands in the row itself, so one table of 32-bit slots is all that a look-up reads besides. Numbers that follow
 * each other lie beside each other, because new orders are neighbours.
 */
import { assert } from '@veritick/domain'
import { type Doubles, NONE, type None } from './columns.ts'

/** Numbers of one group differ in their lowest bits only, and lie in the order of these. */
const GROUP_BITS = 3
const GROUP_SIZE = 1 << GROUP_BITS
/** 2^32 over the golden ratio: spreads the groups evenly (Knuth, The Art of Computer Programming, 6.4). */
const SPREAD = 0x9e3779b1
const CAPACITY_BITS_FIRST = 6

/** Finds the row of a number in constant time. */
export class SlotIndex<S extends number, N extends number> {
  private readonly numbers: Doubles<S, N>
  /** slot + 1; 0 where nothing stands. */
  private entries = new Int32Array(1 << CAPACITY_BITS_FIRST)
  private mask = this.entries.length - 1
  /** So many bits of a 32-bit hash are dropped for the number of a group. */
  private shift = 32 - (CAPACITY_BITS_FIRST - GROUP_BITS)
  private size = 0

  /** `numbers`: the column in which each row keeps its number. */
  constructor(numbers: Doubles<S, N>) {
    this.numbers = numbers
  }

  /** `undefined` where no row has the number, be it a number at all or not. */
  get(number: N): S | undefined {
    const { entries, mask, numbers } = this
    for (let place = this.home(number); ; place = (place + 1) & mask) {
      const entry = entries[place]
      if (entry === undefined || entry === 0) return undefined
      if (numbers.get((entry - 1) as S) === number) return (entry - 1) as S
    }
  }

  /** The row that the first look leads to, which is nearly always that of the number; NONE where it leads to none. */
  guess(number: N): S | None {
    const entry = this.entries[this.home(number)]
    return entry === undefined ? NONE : ((entry - 1) as S)
  }

  /** The row holds its number already, and no other row has it. */
  add(slot: S): void {
    if (this.size * 2 >= this.entries.length) this.grow()
    this.put(slot)
    this.size++
  }

  /** The row still holds its number, which must lead to it. */
  delete(slot: S): void {
    const { entries, mask } = this
    let hole = this.home(this.numbers.get(slot))
    while (entries[hole] !== slot + 1) {
      assert(entries[hole] !== 0, 'a number leads to its row until it ends')
      hole = (hole + 1) & mask
    }
    this.size--
    // Entries behind the hole move into it where a look-up would stop at the hole before it comes to them.
    for (let place = (hole + 1) & mask; ; place = (place + 1) & mask) {
      const entry = entries[place]
      if (entry === undefined || entry === 0) break
      const home = this.home(this.numbers.get((entry - 1) as S))
      if (((place - home) & mask) < ((place - hole) & mask)) continue
      entries[hole] = entry
      hole = place
    }
    entries[hole] = 0
  }

  /** How many rows can be found. */
  count(): number {
    return this.size
  }

  private put(slot: S): void {
    const { entries, mask, numbers } = this
    const number = numbers.get(slot)
    let place = this.home(number)
    for (;;) {
      const entry = entries[place]
      if (entry === undefined || entry === 0) break
      assert(numbers.get((entry - 1) as S) !== number, 'a number is given once')
      place = (place + 1) & mask
    }
    entries[place] = slot + 1
  }

  /** Where the search for a number begins. */
  private home(number: number): number {
    const group = Math.imul(number >>> GROUP_BITS, SPREAD) >>> this.shift
    return ((group << GROUP_BITS) | (number & (GROUP_SIZE - 1))) & this.mask
  }

  private grow(): void {
    const before = this.entries
    this.entries = new Int32Array(before.length * 2)
    this.mask = this.entries.length - 1
    this.shift--
    for (const entry of before) if (entry !== 0) this.put((entry - 1) as S)
  }
}
