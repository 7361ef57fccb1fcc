/** The one number about other customers that a warning carries: counted in the ledger, silent while few have traded. */

import { type AccountId, accountId, millis } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTotals, orders } from '../../store/schema.ts'
import { COUNTED_ACCOUNTS_MIN, countedFrom, countedShare, shareOf } from './losing-share.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test.each([
  { traded: 0, lost: 0, share: null },
  { traded: COUNTED_ACCOUNTS_MIN - 1, lost: 9, share: null },
  { traded: 10, lost: 0, share: '0.0' },
  { traded: 10, lost: 10, share: '100.0' },
  { traded: 14, lost: 10, share: '71.5' },
  { traded: 3000, lost: 1, share: '0.1' },
])('$lost of $traded is $share, rounded in favour of the reader', ({ share, ...counted }) => {
  expect(shareOf(counted)).toBe(share)
})

test.each([
  ['2026-11-22T18:00:00Z', '2025-11-22T18:00:00Z'],
  ['2028-02-29T00:00:00Z', '2027-03-01T00:00:00Z'],
])('twelve months before %s is %s', (now, from) => {
  expect(countedFrom(millis(Date.parse(now)))).toBe(Date.parse(from))
})

const NOW = millis(Date.parse('2026-11-22T18:00:00Z'))
const YEAR_AGO = Date.parse('2025-11-22T18:00:00Z')
const LAST_WEEK = Date.parse('2026-11-15T12:00:00Z')
let nextOrder = 900_000

/** Rows of the ledger's read tables: an account, and its closed orders in micro-dollars. */
async function trades(
  account: number,
  closed: readonly { readonly profit?: number; readonly fee?: number; readonly swap?: number; readonly at?: number }[],
  changes: { readonly book?: 'real' | 'demo'; readonly opened?: boolean; readonly status?: number } = {},
): Promise<void> {
  const { book = 'real', opened = true, status = 3 } = changes
  const { db } = server.context.store
  const id: AccountId = accountId(account)
  const counts = { logLines: 1, ordersEnded: 1 }
  const sums = { balance: 0, locked: 0, profit: 0n, costsEnded: 0n, fees: 0n, swap: 0n }
  const totals = { account: id, book, ...counts, ...sums }
  await db.insert(accountTotals).values(totals).onConflictDoNothing()
  for (const { profit = 0, fee = 0, swap = 0, at = LAST_WEEK } of closed) {
    nextOrder += 1
    const open = { openedAt: opened ? at - 1000 : null, endedAt: status === 3 ? at : null }
    const order = {
      order: nextOrder,
      account: id,
      instrument: 1,
      status,
      side: 'buy' as const,
      lots: 1000,
      leverage: 100,
    }
    const placed = { placedAt: at - 2000, placedSequence: nextOrder, margin: 0 }
    await db.insert(orders).values({ ...order, ...placed, ...open, profit, fee, swap })
  }
}

test('counts real accounts with an order closed in 12 months, by profit, financing and fee together', async () => {
  const counted = () => countedShare(server.context.store.background, NOW)
  // Seven that gained.
  for (let account = 9_000; account < 9_007; account++) await trades(account, [{ profit: 5_000_000, fee: 1_000_000 }])
  // Gained by price, lost by fee and financing: 1.000000 - 0.900000 - 0.100001.
  await trades(9_010, [{ profit: 1_000_000, fee: 900_000, swap: -100_001 }])
  // One gain and one larger loss count once.
  await trades(9_011, [{ profit: 3_000_000 }, { profit: -3_000_001 }])
  // None of these counts: cancelled before it opened, still open, older than 12 months, demo.
  await trades(9_020, [{ profit: 0 }], { opened: false })
  await trades(9_021, [{ fee: 35_000 }], { status: 1 })
  await trades(9_022, [{ profit: -1, at: YEAR_AGO - 1 }])
  await trades(9_023, [{ profit: -9_000_000 }], { book: 'demo' })
  expect(await counted()).toBeNull()
  // Exactly twelve months ago still counts; to the micro-dollar neither won nor lost.
  await trades(9_030, [{ profit: 1_000_000, fee: 900_000, swap: -100_000, at: YEAR_AGO }])
  expect(await counted()).toBe('20.0')
})

test('customers read what the job counted last: a request counts nothing', async () => {
  const read = async () => (await server.visitor.does('getBasicInfo', {})).usage.losing_share
  expect(await read()).toBeNull()
  const { losingShare, market } = server.context
  for (let account = 9_100; account < 9_110; account++)
    await trades(account, [{ profit: -1, at: market.clock() - 1000 }])
  expect(await read()).toBeNull()
  const share = await losingShare.count()
  // With those of the test above, all within a year of this market's clock: 13 of 21 lost, 61.91 rounded up.
  expect(share).toBe('62.0')
  expect(await read()).toBe(share)
})
