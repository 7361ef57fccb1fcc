/** Which accounts of the book each event moves money between: trading rule 8 as a table. */
import { micros } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import type { Event } from './events.ts'
import { BOOK_SIDES, bookSum, clientSideOf, EMPTY_BOOK, ENTRY_CATEGORIES, entryOf, posted } from './ledger.ts'
import { EXAMPLES } from './scenarios/events.ts'

const { account_opened, credited, withdrawal_settled, order_opened, order_closed, demo_reset } = EXAMPLES

const ROWS: readonly { event: Event; category: string; moves: Partial<Record<(typeof BOOK_SIDES)[number], number>> }[] =
  [
    {
      event: account_opened,
      category: 'demo_grant',
      moves: { demoMint: -100_000_000_000, clientBalance: 100_000_000_000 },
    },
    {
      event: { ...credited, category: 'deposit', amount: micros(5_000_000) },
      category: 'deposit',
      moves: { cashIn: -5_000_000, clientBalance: 5_000_000 },
    },
    {
      event: { ...credited, category: 'reward', amount: micros(5_000_000) },
      category: 'reward',
      moves: { rewards: -5_000_000, clientBalance: 5_000_000 },
    },
    { event: credited, category: 'adjustment', moves: { adjustments: 2_500_000, clientBalance: -2_500_000 } },
    {
      event: EXAMPLES.withdrawal_locked,
      category: 'withdrawal_locked',
      moves: { clientBalance: -250_000_000, clientLocked: 250_000_000 },
    },
    {
      event: withdrawal_settled,
      category: 'withdrawal_paid',
      moves: { clientLocked: -250_000_000, cashOut: 250_000_000 },
    },
    {
      event: { ...withdrawal_settled, paid: false },
      category: 'withdrawal_returned',
      moves: { clientLocked: -250_000_000, clientBalance: 250_000_000 },
    },
    { event: order_opened, category: 'fee', moves: { clientBalance: -700_000, fees: 700_000 } },
    { event: order_closed, category: 'profit', moves: { trading: 12_000_000, clientBalance: -12_000_000 } },
    {
      event: EXAMPLES.order_financed,
      category: 'financing',
      moves: { financing: 2_835_104, clientBalance: -2_835_104 },
    },
    {
      event: EXAMPLES.balance_protected,
      category: 'protection',
      moves: { protection: -73_120_000, clientBalance: 73_120_000 },
    },
    { event: demo_reset, category: 'demo_reset', moves: { demoMint: 250_000_000, clientBalance: -250_000_000 } },
  ]

describe.each(ROWS)('$category', ({ event, category, moves }) => {
  test('moves money between two accounts of the book and creates none', () => {
    const entry = entryOf(event)
    if (entry === undefined) throw new Error('money moves')
    expect(entry.category).toBe(category)
    expect(Object.fromEntries(entry.postings.map(({ side, amount }) => [side, amount]))).toEqual(moves)
    expect(clientSideOf(entry)).toEqual({ balance: moves.clientBalance ?? 0, locked: moves.clientLocked ?? 0 })
    const book = posted(EMPTY_BOOK, entry)
    expect(bookSum(book)).toBe(0n)
    expect(BOOK_SIDES.filter((side) => book[side] !== 0n).sort()).toEqual(Object.keys(moves).sort())
  })
})

test('every category of the account log has its event', () => {
  expect([...new Set(ROWS.map((row) => row.category))].sort()).toEqual([...ENTRY_CATEGORIES].sort())
})

test('an entry names its order or its transfer, and a price level is not taken for one', () => {
  expect(entryOf(order_opened)).toMatchObject({ account: 1001, order: 6, reference: undefined })
  expect(entryOf(order_closed)).toMatchObject({ account: 1001, order: 7, reference: undefined })
  expect(entryOf(credited)).toMatchObject({ account: 1002, order: undefined, reference: credited.reference })
})

test('where nothing moves there is no entry', () => {
  expect(entryOf({ ...order_opened, fee: micros(0) })).toBeUndefined()
  expect(entryOf({ ...order_closed, profit: micros(0) })).toBeUndefined()
  expect(entryOf({ ...demo_reset, granted: micros(0) })).toBeUndefined()
  expect(entryOf({ ...account_opened, accountKind: 'real', granted: micros(0) })).toBeUndefined()
  expect(entryOf(EXAMPLES.order_placed)).toBeUndefined()
  expect(entryOf(EXAMPLES.stopped_out)).toBeUndefined()
})

test('a hundred thousand demo accounts do not overflow the book', () => {
  const entry = entryOf(account_opened)
  if (entry === undefined) throw new Error('money moves')
  let book = EMPTY_BOOK
  for (let opened = 0; opened < 100_000; opened += 1) book = posted(book, entry)
  expect(book.clientBalance).toBe(10_000_000_000_000_000n)
  expect(bookSum(book)).toBe(0n)
})
