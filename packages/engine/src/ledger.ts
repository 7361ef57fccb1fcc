/**
 * The double-entry ledger: which accounts of the book each event moves money between. Every entry's postings sum to
 * zero, the client's side of them is the balance, and nothing else changes a balance. Demo and real money are two books
 * that never meet.
 */
import { assert, type Micros, unreachable } from '@veritick/domain'
import type { AccountId, OrderId, RequestId } from './commands.ts'
import type { Event } from './events.ts'

/** The accounts of a book: the clients' two, and the operator's and the external counterparts of them. */
export const BOOK_SIDES = [
  'clientBalance',
  'clientLocked',
  'trading',
  'fees',
  'financing',
  'cashIn',
  'cashOut',
  'rewards',
  'adjustments',
  'protection',
  'demoMint',
] as const
export type BookSide = (typeof BOOK_SIDES)[number]

/** Micro-dollars on each side. BigInt, because the sum over many clients may pass 2^53. The sides sum to zero. */
export type Book = Readonly<Record<BookSide, bigint>>

/** Why money moved: the stable words of the account log. */
export const ENTRY_CATEGORIES = [
  'demo_grant',
  'demo_reset',
  'deposit',
  'reward',
  'adjustment',
  'withdrawal_locked',
  'withdrawal_paid',
  'withdrawal_returned',
  'fee',
  'profit',
  'financing',
  'protection',
] as const
export type EntryCategory = (typeof ENTRY_CATEGORIES)[number]

export type Posting = { readonly side: BookSide; readonly amount: Micros }

export type Entry = {
  readonly account: AccountId
  readonly category: EntryCategory
  /** Two, and they sum to zero. */
  readonly postings: readonly [Posting, Posting]
  readonly order: OrderId | undefined
  /** The deposit, withdrawal or reward it belongs to. */
  readonly reference: RequestId | undefined
}

/** The entry that an event makes; `undefined` where no money moves (a fee or profit of exactly zero included). */
export function entryOf(event: Event): Entry | undefined {
  switch (event.kind) {
    case 'account_opened':
      return entry(event, { category: 'demo_grant', from: 'demoMint', to: 'clientBalance', amount: event.granted })
    case 'credited':
      return entry(event, {
        category: event.category,
        from: CREDIT_SOURCES[event.category],
        to: 'clientBalance',
        amount: event.amount,
      })
    case 'withdrawal_locked':
      return entry(event, {
        category: 'withdrawal_locked',
        from: 'clientBalance',
        to: 'clientLocked',
        amount: event.amount,
      })
    case 'withdrawal_settled':
      return event.paid
        ? entry(event, { category: 'withdrawal_paid', from: 'clientLocked', to: 'cashOut', amount: event.amount })
        : entry(event, {
            category: 'withdrawal_returned',
            from: 'clientLocked',
            to: 'clientBalance',
            amount: event.amount,
          })
    case 'order_opened':
      return entry(event, { category: 'fee', from: 'clientBalance', to: 'fees', amount: event.fee })
    case 'order_closed':
      return entry(event, { category: 'profit', from: 'trading', to: 'clientBalance', amount: event.profit })
    case 'order_financed':
      return entry(event, { category: 'financing', from: 'financing', to: 'clientBalance', amount: event.amount })
    case 'balance_protected':
      return entry(event, { category: 'protection', from: 'protection', to: 'clientBalance', amount: event.amount })
    case 'demo_reset':
      return entry(event, { category: 'demo_reset', from: 'demoMint', to: 'clientBalance', amount: event.granted })
    case 'instrument_set':
    case 'fee_type_set':
    case 'account_frozen':
    case 'order_placed':
    case 'stops_set':
    case 'order_amended':
    case 'order_split':
    case 'order_cancelled':
    case 'rollover_done':
    case 'margin_notice':
    case 'stopped_out':
      return undefined
    default:
      return unreachable(event)
  }
}

/** The amounts that the entry adds to the client's balance and to the locked amount. */
export function clientSideOf(entry: Entry): { readonly balance: Micros; readonly locked: Micros } {
  let balance = 0
  let locked = 0
  for (const posting of entry.postings) {
    if (posting.side === 'clientBalance') balance += posting.amount
    if (posting.side === 'clientLocked') locked += posting.amount
  }
  return { balance: balance as Micros, locked: locked as Micros }
}

export const EMPTY_BOOK: Book = {
  clientBalance: 0n,
  clientLocked: 0n,
  trading: 0n,
  fees: 0n,
  financing: 0n,
  cashIn: 0n,
  cashOut: 0n,
  rewards: 0n,
  adjustments: 0n,
  protection: 0n,
  demoMint: 0n,
}

/** The book after the entry. */
export function posted(book: Book, entry: Entry): Book {
  const after: Record<BookSide, bigint> = { ...book }
  for (const posting of entry.postings) after[posting.side] += BigInt(posting.amount)
  assert(bookSum(after) === 0n, 'a book sums to zero')
  return after
}

/** Zero, always. */
export function bookSum(book: Book): bigint {
  let sum = 0n
  for (const side of BOOK_SIDES) sum += book[side]
  return sum
}

const CREDIT_SOURCES = { deposit: 'cashIn', reward: 'rewards', adjustment: 'adjustments' } as const

function entry(
  event: { readonly account: AccountId; readonly order?: OrderId; readonly reference?: unknown; readonly kind: string },
  move: { readonly category: EntryCategory; readonly from: BookSide; readonly to: BookSide; readonly amount: Micros },
): Entry | undefined {
  const { category, from, to, amount } = move
  if (amount === 0) return undefined
  const postings = [
    { side: from, amount: -amount as Micros },
    { side: to, amount },
  ] as const
  // The trading events call a price level `reference`; only a transfer's is text.
  const reference = typeof event.reference === 'string' ? event.reference : undefined
  return { account: event.account, category, postings, order: event.order, reference }
}
