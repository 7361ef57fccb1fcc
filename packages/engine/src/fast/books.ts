/**
 * The operator's side of the ledger as running sums, one row for demo money and one for real. Each side is kept in two
 * doubles, so that the sum over millions of accounts stays exact without a BigInt per order.
 */
import { assert, must } from '@veritick/domain'
import { BOOK_SIDES, type Book, type BookSide, bookSum } from '../ledger.ts'

/** The value from which one low part is carried over. */
const CARRY = 2 ** 52

const PLACE = {
  clientBalance: 0,
  clientLocked: 1,
  trading: 2,
  fees: 3,
  financing: 4,
  cashIn: 5,
  cashOut: 6,
  rewards: 7,
  adjustments: 8,
  protection: 9,
  demoMint: 10,
} as const satisfies Readonly<Record<BookSide, number>>

/** The sums of one book, demo or real, in micro-dollars. */
export class BookTotals {
  private readonly low = new Float64Array(BOOK_SIDES.length)
  /** In units of CARRY. */
  private readonly high = new Float64Array(BOOK_SIDES.length)

  /** Moves an amount of micro-dollars; both sides change or none, so the book sums to zero as it did before. */
  move(from: BookSide, to: BookSide, amount: number): void {
    assert(from !== to, 'money moves between two sides')
    this.moveWhole(PLACE[from], PLACE[to], amount)
  }

  /** As `move` from the client's balance to the fees: with every opening. */
  fee(amount: number): void {
    this.moveWhole(PLACE.clientBalance, PLACE.fees, amount)
  }

  /** As `move` from trading to the client's balance, or back where negative: with every closing. */
  profit(amount: number): void {
    this.moveWhole(PLACE.trading, PLACE.clientBalance, amount)
  }

  private moveWhole(from: number, to: number, amount: number): void {
    assert(Number.isSafeInteger(amount), 'an amount is a whole number of micro-dollars')
    this.add(from, -amount)
    this.add(to, amount)
  }

  /** Micro-dollars on one side. */
  total(side: BookSide): bigint {
    const place = PLACE[side]
    const high = must(this.high[place], 'every side has a place')
    const low = must(this.low[place], 'every side has a place')
    return BigInt(high) * BigInt(CARRY) + BigInt(low)
  }

  book(): Book {
    return {
      clientBalance: this.total('clientBalance'),
      clientLocked: this.total('clientLocked'),
      trading: this.total('trading'),
      fees: this.total('fees'),
      financing: this.total('financing'),
      cashIn: this.total('cashIn'),
      cashOut: this.total('cashOut'),
      rewards: this.total('rewards'),
      adjustments: this.total('adjustments'),
      protection: this.total('protection'),
      demoMint: this.total('demoMint'),
    }
  }

  load(book: Book): void {
    assert(bookSum(book) === 0n, 'a loaded book sums to zero')
    for (const side of BOOK_SIDES) {
      const place = PLACE[side]
      const high = book[side] / BigInt(CARRY)
      this.high[place] = Number(high)
      this.low[place] = Number(book[side] - high * BigInt(CARRY))
      assert(this.total(side) === book[side], 'a loaded side is kept exactly')
    }
  }

  private add(place: number, amount: number): void {
    const before = this.low[place]
    assert(before !== undefined, 'every side has a place')
    const sum = before + amount
    if (sum < CARRY && sum > -CARRY) {
      this.low[place] = sum
      return
    }
    const carried = Math.trunc(sum / CARRY)
    this.high[place] = must(this.high[place], 'every side has a place') + carried
    this.low[place] = sum - carried * CARRY
  }
}
