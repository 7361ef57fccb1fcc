/**
 * A step of the projector asks the store for nothing that it can know, and never works with totals that another step
 * has changed: the answer of the store to a step may get lost.
 */
import { moneyText } from '@veritick/contract'
import { accountId, formatDecimal, must } from '@veritick/domain'
import { USUAL_WORLD } from '@veritick/testing/migrated-database'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Lane, Store, Transaction } from '../store/index.ts'
import { openStore } from '../store/store.ts'
import { batchMaker, CLOSED, OPENED, TRADED } from './batches-fixture.ts'
import { CheckpointMoved, StepWriter } from './fold-step.ts'
import { endedOrders, totalsOf } from './queries.ts'
import { rebuildReadTables } from './read-tables.ts'

/** Events of a step: more than there are. */
const ALL = 1_000

describe.each(storeKinds())('on the %s store', (kind) => {
  let where: StoreLocation
  let store: Store
  beforeAll(async () => {
    where = await openLocation(kind, [USUAL_WORLD])
    store = await openStore({ ...where, world: USUAL_WORLD })
  })
  // Nothing of the test before is left.
  beforeEach(() => rebuildReadTables(store.background, pino({ level: 'silent' })))
  afterAll(async () => {
    await store.close()
    await where.clean()
  })

  test('orders that were just made, of accounts that traded before, are written without reading', async () => {
    const selects: string[] = []
    const days = daysOf()
    const writer = new StepWriter(
      watched(store.background, (sql) => void (/^\s*select/i.test(sql) && selects.push(sql))),
      kind,
    )
    const first = await writer.write({ batch: 0, sequence: 0 }, [days.opened], ALL)
    selects.length = 0
    const second = await writer.write(first, [days.traded], ALL)
    expect(selects).toEqual([])
    await writer.write(second, [days.closed], ALL)
    expect(selects).toHaveLength(1)
    expect(await rowsOf(store)).toEqual(EXPECTED)
  })

  test('a step whose answer got lost has moved the totals: the next step reads them', async () => {
    const days = daysOf()
    let isLosing = false
    const lane: Lane = {
      ...store.background,
      transaction: async (work) => {
        const result = await store.background.transaction(work)
        if (isLosing) throw new Error('the connection broke after the commit')
        return result
      },
    }
    const writer = new StepWriter(lane, kind)
    const first = await writer.write({ batch: 0, sequence: 0 }, [days.opened], ALL)
    isLosing = true
    await expect(writer.write(first, [days.traded], ALL)).rejects.toThrow('broke')
    isLosing = false
    const second = { batch: 2, sequence: days.closed.header.firstEvent - 1 }
    await writer.write(second, [days.closed], ALL)
    expect(await rowsOf(store)).toEqual(EXPECTED)
  })

  test('a step whose checkpoint has moved writes nothing, also where its statements are sent at once', async () => {
    const days = daysOf()
    const writer = new StepWriter(store.background, kind)
    const first = await writer.write({ batch: 0, sequence: 0 }, [days.opened], ALL)
    await store.query('update projection set batch = 7')
    await expect(writer.write(first, [days.traded], ALL)).rejects.toThrow(CheckpointMoved)
    await store.query('update projection set batch = 1, sequence = sequence + 1')
    await expect(writer.write(first, [days.traded], ALL)).rejects.toThrow(CheckpointMoved)
    await store.query('update projection set sequence = sequence - 1')
    expect(await store.query('select order_id from orders')).toEqual([])
    const second = await writer.write(first, [days.traded], ALL)
    await writer.write(second, [days.closed], ALL)
    expect(await rowsOf(store)).toEqual(EXPECTED)
  })

  test('the sums of an account that pass 2^53 stay exact', async () => {
    const days = daysOf()
    const first = await new StepWriter(store.background, kind).write({ batch: 0, sequence: 0 }, [days.opened], ALL)
    const second = await new StepWriter(store.background, kind).write(first, [days.traded], ALL)
    const sums = () => totalsOf(store.db, accountId(1))
    const before = must(await sums(), 'the account has totals')
    // No number holds an odd one of this size.
    const more = 2n ** 53n + 1n
    await store.query(
      `update account_totals set profit = profit + $1::numeric, fees = fees + $1::numeric, swap = swap - $1::numeric,
         costs_ended = costs_ended - $1::numeric where account = 1`,
      [String(more)],
    )
    await new StepWriter(store.background, kind).write(second, [days.closed], ALL)
    const [order] = await store.query<{ fee: number; swap: number; profit: number }>(
      'select fee, swap, profit from orders where order_id = 1',
    )
    const { fee, swap, profit } = must(order, 'the order is there')
    expect(await sums()).toMatchObject({
      profit: before.profit + more + BigInt(profit),
      fees: before.fees + more,
      swap: before.swap - more,
      costsEnded: before.costsEnded - more + BigInt(swap - fee),
    })
    const history = await endedOrders(store.db, { account: accountId(1), page: 1, size: 20 })
    expect(moneyText(history.profit)).toBe(formatDecimal(more + BigInt(profit), 6))
  })

  test('a batch that is folded in many steps, some ended inside it, gives the same rows', async () => {
    const batch = batchMaker()([...OPENED, ...TRADED, ...CLOSED])
    let [at, steps] = [{ batch: 0, sequence: 0 }, 0]
    while (at.batch < 1) {
      // Another process would know nothing of the step before.
      const writer = new StepWriter(store.background, kind)
      const next = await writer.write(at, [batch], 2)
      expect(next.sequence).toBe(Math.min(at.sequence + 2, batch.events.length))
      expect(next.batch).toBe(next.sequence === batch.events.length ? 1 : 0)
      ;[at, steps] = [next, steps + 1]
    }
    expect(steps).toBe(Math.ceil(batch.events.length / 2))
    expect(await rowsOf(store)).toEqual(EXPECTED)
  })
})

/** Three batches: two accounts, an order of each, the end of the first order. */
function daysOf() {
  const batchOf = batchMaker()
  return { opened: batchOf(OPENED), traded: batchOf(TRADED), closed: batchOf(CLOSED) }
}

/** As the account totals and orders stand after the three batches, by the ledger's own sums. */
const EXPECTED = {
  orders: [
    { order_id: 1, status: 3 },
    { order_id: 2, status: 0 },
  ],
  ended: 1,
  wrongTotals: 0,
}

async function rowsOf({ query }: Pick<Store, 'query'>): Promise<unknown> {
  const orders = await query('select order_id, status from orders order by order_id')
  const [totals] = await query<{ ended: number; wrong: number }>(
    `select sum(orders_ended)::int as ended, count(*) filter (where balance <> (
       select sum(amount) from ledger_entries l
       where l.account = t.account and l.purse = 'clientBalance'))::int as wrong
     from account_totals t where account = any($1::bigint[])`,
    [[accountId(1), accountId(2)]],
  )
  const { ended, wrong } = must(totals, 'sums give a row')
  return { orders, ended, wrongTotals: wrong }
}

/** The same lane, whose statements are told. */
function watched(lane: Lane, tell: (sql: string) => void): Lane {
  return {
    ...lane,
    transaction: (work) =>
      lane.transaction((tx) => {
        const query: Transaction['query'] = (sql, params) => {
          tell(sql)
          return tx.query(sql, params)
        }
        const select: Transaction['db']['select'] = (...given: []) => {
          tell('select')
          return tx.db.select(...given)
        }
        return work({
          ...tx,
          query,
          db: new Proxy(tx.db, { get: (db, name) => (name === 'select' ? select : Reflect.get(db, name)) }),
        })
      }),
  }
}
