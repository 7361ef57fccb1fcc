/**
 * A step of the projector asks the store for nothing that it can know, and never works with totals that another step
 * has changed: the answer of the store to a step may get lost.
 */
import { accountId, must } from '@veritick/domain'
import { createEngine, type Event, EventBuffer } from '@veritick/engine'
import { openPlace, type Place, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { close, demo, NOON, opening, place as order } from '../../../../tools/crash/world.ts'
import { CHAIN_START, type DurableBatch, headAfter, NO_SNAPSHOT_HASH, sealBatch } from '../journal/index.ts'
import type { Lane, Store, Transaction } from '../store/index.ts'
import { openStore } from '../store/store.ts'
import { StepWriter } from './fold-step.ts'
import { rebuildReadTables } from './project.ts'

describe.each(storeKinds())('on the %s store', (kind) => {
  let where: Place
  beforeAll(async () => {
    where = await openPlace(kind, ['counted', 'lost'])
  })
  afterAll(() => where.clean(), 60_000)

  async function open(world: string): Promise<Store> {
    const store = await openStore({ ...where, world })
    await rebuildReadTables(store.background, pino({ level: 'silent' }))
    return store
  }

  test('orders that were just made, of accounts that traded before, are written without reading', async () => {
    const store = await open('counted')
    const selects: string[] = []
    const days = daysOf()
    const writer = new StepWriter(
      watched(store.background, (sql) => void (/^\s*select/i.test(sql) && selects.push(sql))),
    )
    const first = await writer.write({ batch: 0, sequence: 0 }, [days.opened])
    selects.length = 0
    const second = await writer.write(first, [days.traded])
    expect(selects).toEqual([])
    await writer.write(second, [days.closed])
    expect(selects).toHaveLength(1)
    expect(await rowsOf(store)).toEqual(EXPECTED)
    await store.close()
  })

  test('a step whose answer got lost has moved the totals: the next step reads them', async () => {
    const store = await open('lost')
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
    const writer = new StepWriter(lane)
    const first = await writer.write({ batch: 0, sequence: 0 }, [days.opened])
    isLosing = true
    await expect(writer.write(first, [days.traded])).rejects.toThrow('broke')
    isLosing = false
    await writer.write({ batch: 2, sequence: days.traded.header.firstEvent + days.traded.events.length - 1 }, [
      days.closed,
    ])
    expect(await rowsOf(store)).toEqual(EXPECTED)
    await store.close()
  })
})

/** Three batches: two accounts, an order of each, the end of the first order. */
function daysOf() {
  const engine = createEngine()
  const decide = (commands: readonly Parameters<typeof engine.apply>[0][]): readonly Event[] =>
    commands.flatMap((command) => {
      const outcome = engine.apply(command)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.events
    })
  let after = CHAIN_START
  const batchOf = (events: readonly Event[]): DurableBatch => {
    const buffer = new EventBuffer()
    for (const event of events) buffer.add(event)
    const sealed = sealBatch(after, {
      events: buffer.run(),
      requests: [],
      marketTime: NOON,
      wallTime: NOON,
      epoch: 1,
      snapshotHash: NO_SNAPSHOT_HASH,
      treeSize: 0,
      treeRoot: NO_SNAPSHOT_HASH,
      treeNodes: new Uint8Array(),
    })
    after = headAfter(sealed)
    return { header: sealed.header, events, bytes: sealed.events }
  }
  return {
    opened: batchOf(decide([...opening(), demo(1), demo(2)])),
    traded: batchOf(decide([order({ account: 1, key: 'one' }), order({ account: 2, key: 'two', target: 139_000 })])),
    closed: batchOf(decide([close({ account: 1, order: 1, key: 'close' })])),
  }
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
          query,
          db: new Proxy(tx.db, { get: (db, name) => (name === 'select' ? select : Reflect.get(db, name)) }),
        })
      }),
  }
}
