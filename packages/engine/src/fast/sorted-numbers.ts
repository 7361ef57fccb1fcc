/**
 * The numbers of all accounts in their order, in parts of limited length. Numbers of accounts are drawn at random
 * (decision 144), so a new one belongs anywhere between the others. Adding one moves one part, and a page of the
 * numbers begins at its place: neither takes longer where there are many more.
 */
import { assert, must } from '@veritick/domain'

/** A part that is full becomes two. */
const PART_HALF = 512
const PART_MAX = 2 * PART_HALF

/** Numbers, ascending, each once. */
export class SortedNumbers<N extends number> {
  /** None is empty, and each number is above those of the parts before. */
  private readonly parts: N[][] = []

  /** It must be new. */
  add(number: N): void {
    assert(Number.isSafeInteger(number), 'a sorted number is whole')
    const at = Math.min(this.partOf(number), this.parts.length - 1)
    if (at === -1) {
      this.parts.push([number])
      return
    }
    const part = must(this.parts[at], 'there is a part')
    const place = placeIn(part, number)
    assert(part[place] !== number, 'a number is added once')
    part.splice(place, 0, number)
    if (part.length > PART_MAX) this.parts.splice(at + 1, 0, part.splice(PART_HALF))
  }

  /** The numbers above `after`, ascending. No number may be added meanwhile. */
  *above(after: number): Generator<N> {
    let place: number | undefined
    for (let at = this.partOf(after); at < this.parts.length; at += 1) {
      const part = must(this.parts[at], 'there is a part')
      place = place === undefined ? placeIn(part, after) : 0
      if (part[place] === after) place += 1
      for (; place < part.length; place += 1) yield must(part[place], 'a part has no gap')
    }
  }

  /** The first part that has a number not below this one; their count where none has. */
  private partOf(number: number): number {
    return firstWhere(this.parts.length, (at) => must(this.parts[at]?.at(-1), 'a part has a number') >= number)
  }
}

/** Where the first number stands that is not below this one. */
function placeIn(part: readonly number[], number: number): number {
  return firstWhere(part.length, (at) => must(part[at], 'a part has no gap') >= number)
}

/** The first place of `count` at which a condition holds that holds at all later places too; `count`: at none. */
function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  assert(low === high && low <= count, 'a search ends inside its list')
  return low
}
