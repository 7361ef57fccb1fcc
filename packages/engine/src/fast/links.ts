/**
 * Rows in doubly linked lists: two columns of a table name the row before and the row after. Where a list begins and
 * ends is the caller's.
 */
import { assert } from '@veritick/domain'
import { type Ints, NONE, type None } from './columns.ts'

/** Puts rows into lists and takes them out, through the two columns that it is given. */
export class Links<S extends number> {
  private readonly previous: Ints<S, S | None>
  private readonly next: Ints<S, S | None>

  constructor(previous: Ints<S, S | None>, next: Ints<S, S | None>) {
    this.previous = previous
    this.next = next
  }

  /** Puts a row that is in no list before the one that was first, if any. */
  putFirst(slot: S, first: S | None): void {
    this.previous.set(slot, NONE)
    this.next.set(slot, first)
    if (first === NONE) return
    assert(this.previous.get(first) === NONE, 'no row stands before the first')
    this.previous.set(first, slot)
  }

  /** Puts a row that is in no list behind the one that was last, if any. */
  putLast(slot: S, last: S | None): void {
    this.next.set(slot, NONE)
    this.previous.set(slot, last)
    if (last === NONE) return
    assert(this.next.get(last) === NONE, 'no row stands behind the last')
    this.next.set(last, slot)
  }

  /** Takes a row out of its list. Its neighbours must name it. */
  takeOut(slot: S): void {
    const previous = this.previous.get(slot)
    const next = this.next.get(slot)
    if (previous !== NONE) {
      assert(this.next.get(previous) === slot, 'the row before names the row behind it')
      this.next.set(previous, next)
    }
    if (next !== NONE) {
      assert(this.previous.get(next) === slot, 'the row behind names the row before it')
      this.previous.set(next, previous)
    }
  }
}
