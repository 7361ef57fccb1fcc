/** The one number about other customers that a warning carries: counted in the books, silent while few have traded. */

import { accountId } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTotals } from '../../store/schema.ts'
import { COUNTED_ACCOUNTS_MIN, countedShare, shareOf } from './losing-share.ts'

let doors: TestServer

beforeAll(async () => {
  doors = await openTestServer()
}, 60_000)
afterAll(() => doors.close(), 30_000)

test.each([
  { traded: 0, lost: 0, share: null },
  { traded: COUNTED_ACCOUNTS_MIN - 1, lost: 9, share: null },
  { traded: 10, lost: 0, share: '0.0' },
  { traded: 10, lost: 10, share: '100.0' },
  { traded: 14, lost: 10, share: '71.5' },
  { traded: 3000, lost: 1, share: '0.1' },
])('$lost of $traded is $share, in favour of nobody but the reader', ({ share, ...counted }) => {
  expect(shareOf(counted)).toBe(share)
})

const row = { balance: 0, locked: 0, logLines: 1, ordersEnded: 1, profit: 0, fees: 0, swap: 0 }

test('counts real accounts that traded; what was paid in or out has no part in it', async () => {
  const { db } = doors.context.store
  const real = (account: number, changes: object) => ({
    ...row,
    account: accountId(account),
    book: 'real' as const,
    ...changes,
  })
  await db.insert(accountTotals).values([
    ...Array.from({ length: 6 }, (_, index) => real(9_000 + index, { profit: 5_000_000, fees: 1_000_000 })),
    // Won by price, lost by fee and financing.
    real(9_010, { profit: 1_000_000, fees: 900_000, swap: -100_001 }),
    real(9_011, { fees: 35_000 }),
    real(9_012, { profit: -1 }),
    // Never traded: paid in and cancelled an order.
    real(9_013, { balance: 1_000_000_000 }),
    { ...real(9_014, { profit: -9_000_000 }), book: 'demo' as const },
  ])
  expect(await countedShare(db)).toBeNull()
  // To the micro-dollar neither won nor lost.
  await db.insert(accountTotals).values(real(9_020, { profit: 1_000_000, fees: 900_000, swap: -100_000 }))
  expect(await countedShare(db)).toBe('30.0')
})
