/**
 * The flows of an account whose customer places an order and resets the demo account in turns. The store tells how many
 * orders it looked at.
 */
import { accountId } from '@veritick/domain'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query, Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { flowsOf } from './measure.ts'

const CYCLES = 300
const RESETS = accountId(1)
const DEPOSITS = accountId(2)

let store: Store
let location: StoreLocation

beforeAll(async () => {
  location = await openLocation('embedded', ['flows'])
  store = await openStore({ ...location, world: 'flows' })
  // Of each cycle: an order that opens, ends a moment later, and the line that follows.
  for (const [account, kind] of [
    [RESETS, 'demo_reset'],
    [DEPOSITS, 'deposit'],
  ] as const) {
    await store.query(
      `insert into account_log (account, sequence, kind, amount, balance_after, at, wall_time)
       select $1, $2 + 10 * each, $3, 1, 100, 10 * each, 0 from generate_series(1, $4::int) each`,
      [account, account * 1_000_000, kind, CYCLES],
    )
    await ended({ account, from: account * 1_000_000, count: CYCLES })
  }
})
afterAll(async () => {
  await store.close()
  await location.clean()
})

type Ended = { readonly account: number; readonly from: number; readonly count: number; readonly openFor?: number }

/** Orders that end at the moments 8, 18, 28 and so on. */
async function ended({ account, from, count, openFor = 2 }: Ended): Promise<void> {
  await store.query(
    `insert into orders (order_id, account, instrument, status, side, lots, leverage, placed_at, placed_sequence,
       opened_at, ended_at, ended_sequence, margin, fee, swap, profit)
     select $2 + each, $1, 1, 3, 'buy', 1, 1, 0, 0, 10 * each - 2 - $4, 10 * each - 2, $2 + 10 * each - 2, 0, 0, 0, 0
     from generate_series(1, $3::int) each`,
    [account, from, count, openFor],
  )
}

type Node = {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

/** Orders that the statement looked at, each as often as it was. */
function ordersLooked(node: Node): number {
  const inner = (node.Plans ?? []).reduce((all, each) => all + ordersLooked(each), 0)
  if (node['Relation Name'] !== 'orders') return inner
  return inner + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}

async function lookedFor(account: number): Promise<number> {
  let looked = 0
  const explained: Query = async (sql, params) => {
    const [row] = await store.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (analyze, format json) ${sql}`,
      params,
    )
    for (const { Plan } of row?.['QUERY PLAN'] ?? []) looked += ordersLooked(Plan)
    return []
  }
  await flowsOf(explained, [accountId(account)], [0])
  return looked
}

test('the last reset of an account begins its record: no line before it is read against the orders', async () => {
  const flows = await flowsOf(store.query, [RESETS, accountId(3)], [0, 0])
  expect(flows.map(({ at, held }) => [at, held])).toEqual([[10 * CYCLES, false]])
  expect(await lookedFor(RESETS)).toBeLessThanOrEqual(2 * CYCLES)
})

test('an account with many flows and many orders: each order is read once', async () => {
  const flows = await flowsOf(store.query, [DEPOSITS], [0])
  expect(flows.map(({ at, held }) => [at, held])).toEqual(
    Array.from({ length: CYCLES }, (_, at) => [10 * at + 10, false]),
  )
  expect(await lookedFor(DEPOSITS)).toBeLessThanOrEqual(2 * CYCLES)
})

test('an order that is open over many lines is open at each of them, and at no later one', async () => {
  const [account, lines] = [accountId(4), 5]
  await store.query(
    `insert into account_log (account, sequence, kind, amount, balance_after, at, wall_time)
     select $1, 4000000 + 10 * each, 'deposit', 1, 100, 10 * each, 0 from generate_series(1, $2::int) each`,
    [account, lines],
  )
  // From 15 to 38: open at the lines of 20 and 30.
  await store.query(
    `insert into orders (order_id, account, instrument, status, side, lots, leverage, placed_at, placed_sequence,
       opened_at, ended_at, ended_sequence, margin, fee, swap, profit)
     values (4000001, $1, 1, 3, 'buy', 1, 1, 0, 0, 15, 38, 4000038, 0, 0, 0, 0)`,
    [account],
  )
  const held = (await flowsOf(store.query, [account], [0])).map((line) => line.held)
  expect(held).toEqual([false, true, true, false, false])
  // After the line of 20: the older ones are no part of the question.
  expect((await flowsOf(store.query, [account], [4_000_020])).map(({ at }) => at)).toEqual([30, 40, 50])
})
