/**
 * The house's side of the ledger as running sums, one row for demo money and one for real. Each side is kept in two doubles, so that
 * the sum over millions of clients stays exact without a BigInt per order.
 */
import { BOOK_SIDES, type Book, type BookSide } from '../ledger.ts'

/** What one low part may hold before it is carried over. */
const CARRY = 2 ** 52

const PLACE: Readonly<Record<BookSide, number>> = {
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
}

export class BookTotals {
  private readonly low = new Float64Array(BOOK_SIDES.length)
  /** In units of CARRY. */
  private readonly high = new Float64Array(BOOK_SIDES.length)

  /** Moves an amount; both sides change or none, so the book sums to zero as it did before. */
  move(from: BookSide, to: BookSide, amount: number): void {
    this.add(PLACE[from], -amount)
    this.add(PLACE[to], amount)
  }

  total(side: BookSide): bigint {
    const place = PLACE[side]
    return BigInt(this.high[place] ?? 0) * BigInt(CARRY) + BigInt(this.low[place] ?? 0)
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
    for (const side of BOOK_SIDES) {
      const place = PLACE[side]
      const high = book[side] / BigInt(CARRY)
      this.high[place] = Number(high)
      this.low[place] = Number(book[side] - high * BigInt(CARRY))
    }
  }

  private add(place: number, amount: number): void {
    const sum = (this.low[place] ?? 0) + amount
    if (sum >= CARRY || sum <= -CARRY) {
      const carried = Math.trunc(sum / CARRY)
      this.high[place] = (this.high[place] ?? 0) + carried
      this.low[place] = sum - carried * CARRY
    } else this.low[place] = sum
  }
}
