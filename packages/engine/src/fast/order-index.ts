/**
 * Order number to slot: a Map of pages, the last one at hand because new orders are neighbours. Pages come and go with
 * the orders on them, so old and sparse numbers cost nothing.
 */
import { assert } from '@veritick/domain'
import type { OrderId } from '../commands.ts'
import type { OrderSlot } from './columns.ts'

/** Numbers of one page share their high part. */
const PAGE_SIZE = 4096

/** `slots` holds slot + 1, so that a page of zeros is an empty one. */
type Page = { number: number; readonly slots: Int32Array; live: number }

const NO_PAGE: Page = { number: -1, slots: new Int32Array(0), live: 0 }

export class OrderIndex {
  private readonly pages = new Map<number, Page>()
  private last = NO_PAGE
  /** An emptied page, all zeros, for the next that is needed. */
  private spare: Page | undefined

  /** `undefined` where no live order has the number, be it a number at all or not. */
  get(order: OrderId): OrderSlot | undefined {
    const entry = this.pageOf(order)?.slots[order % PAGE_SIZE]
    // A fraction is no place of a page; a place of an order that ended holds zero.
    return entry === undefined || entry === 0 ? undefined : ((entry - 1) as OrderSlot)
  }

  set(order: OrderId, slot: OrderSlot): void {
    const page = this.pageOf(order) ?? this.newPage(Math.floor(order / PAGE_SIZE))
    assert(page.slots[order % PAGE_SIZE] === 0, 'an order number is given once')
    page.slots[order % PAGE_SIZE] = slot + 1
    page.live++
    assert(page.live <= PAGE_SIZE, 'a page counts its orders')
  }

  /** `slot` is the row that the number must lead to. */
  delete(order: OrderId, slot: OrderSlot): void {
    const page = this.pageOf(order)
    assert(
      page !== undefined && page.slots[order % PAGE_SIZE] === slot + 1,
      'an order number leads to its row until it ends',
    )
    page.slots[order % PAGE_SIZE] = 0
    page.live--
    // The page at hand is kept: the next order is a neighbour of those that just ended.
    if (page.live === 0 && page !== this.last) this.drop(page)
  }

  private drop(page: Page): void {
    assert(page.live === 0, 'only an empty page is dropped')
    this.pages.delete(page.number)
    this.spare = page
  }

  /** From now on the page at hand. The one before it goes if it is empty. */
  private keep(page: Page): void {
    const before = this.last
    this.last = page
    if (before.live === 0 && before !== NO_PAGE && before !== page) this.drop(before)
  }

  /** How many orders can be found. */
  count(): number {
    let count = 0
    for (const page of this.pages.values()) count += page.live
    return count
  }

  private pageOf(order: OrderId): Page | undefined {
    const number = Math.floor(order / PAGE_SIZE)
    if (number === this.last.number) return this.last
    const page = this.pages.get(number)
    if (page !== undefined) this.keep(page)
    return page
  }

  private newPage(number: number): Page {
    const page = this.spare ?? { number, slots: new Int32Array(PAGE_SIZE), live: 0 }
    assert(page.live === 0, 'a new page is empty')
    this.spare = undefined
    page.number = number
    this.pages.set(number, page)
    this.keep(page)
    return page
  }
}
