/**
 * Receipts of orders that one quote closed together: the batch is read and hashed once, the event loop turns meanwhile,
 * and every receipt still proves its order.
 */
import { accountId, millis, points } from '@veritick/domain'
import { createEngine, type Event, encodeEvents, inclusionProof, leafHash } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { verify } from '@veritick/verify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo, NOON, opening, place as placing, quote, requestKey } from '../../../../tools/crash/world.ts'
import { CHAIN_START, NO_SNAPSHOT_HASH, sealBatch, sha256 } from '../journal/batch.ts'
import { eventsRootOf } from '../journal/batch-tree.ts'
import { eventTreeOf, keepEventTrees } from '../journal/event-tree.ts'
import { SLICE_EVENTS } from '../journal/roots.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { type Core, openCore } from './core.ts'
import { receiptEventCount, receiptText } from './receipt.ts'

const ORDERS = 400
const RECEIPTS = 24

describe('400 orders that one quote closes', () => {
  let where: StoreLocation
  let store: Store
  let core: Core
  /** Bytes of events that the store gave, an entry a row. */
  const read: number[] = []
  /** Statements that the store was given. */
  let statements = 0

  beforeAll(async () => {
    where = await openLocation('embedded', ['many'])
    store = await openStore({ ...where, world: 'many' })
    const query: Store['query'] = async (sql, params) => {
      statements += 1
      const rows = await store.query(sql, params)
      for (const row of rows as { events?: Uint8Array }[]) if (row.events !== undefined) read.push(row.events.length)
      return rows as never
    }
    core = await openCore({
      journalKey: JOURNAL_KEY,
      store: { ...store, query },
      engine: createEngine(),
      wallClock: () => NOON,
      log: pino({ level: 'silent' }),
      onFatal: (error) => {
        throw error
      },
    })
    for (const command of opening(NOON, 100)) core.market(command)
    await core.submit({ command: demo(7) })
    for (let count = 0; count < ORDERS; count += 1) {
      const key = `order ${count}`
      const command = placing({ account: 7, key, lots: 100, stopLoss: 139_000 })
      void core.submit({ command, request: { key: requestKey(key), content: key } })
    }
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 1_000, bid: 138_900, ask: 138_907 }))
    await core.submit({ command: demo(8) })
  })
  afterAll(async () => {
    await core.stop()
    await store.close()
    await where.clean()
  })

  test('a receipt waits until a batch carries the root of its events; one is written for it where none follows', async () => {
    await core.submit({ command: placing({ account: 8, key: 'alone', lots: 100 }) })
    const { batches } = core.stats()
    expect(core.treeHead().size).toBeLessThan(batches)
    const order = ORDERS + 1
    const [receipt] = await Promise.all([core.receipt(order), core.receipt(order), core.receipt(1)])
    expect(receipt?.head).toEqual(core.treeHead())
    expect(receipt?.head.size).toBe(batches)
    const carrier = { batch: batches + 1, event_count: 0, request_count: 0, tree_size: batches }
    expect(receipt?.carrier.header).toMatchObject(carrier)
    await core.receipt(order)
    expect(core.stats().batches).toBe(batches + 1)
  })

  test('a receipt is answered while orders come without a pause', async () => {
    await core.submit({ command: placing({ account: 8, key: 'under load', lots: 100 }) })
    let receipt: Awaited<ReturnType<Core['receipt']>>
    void core.receipt(ORDERS + 2).then((answer) => {
      receipt = answer
    })
    for (let account = 100; receipt === undefined && account < 600; account += 1)
      await core.submit({ command: demo(account) })
    expect(receipt).toMatchObject({ order: ORDERS + 2 })
  })

  test('a receipt of an order with its events in many batches reads them by few statements', async () => {
    const changes = 60
    const account = accountId(8)
    const opened = await core.submit({ command: placing({ account: 8, key: 'changed often', lots: 100 }) })
    const order = opened.outcome.ok ? opened.outcome.order?.view.order : undefined
    if (order === undefined) throw new Error('the order did not open')
    for (let count = 0; count < changes; count += 1) {
      const stops = { stopLoss: points(130_000 + count), takeProfit: undefined, request: requestKey(`stops ${count}`) }
      const { outcome } = await core.submit({ command: { kind: 'set_stops', at: NOON, account, order, ...stops } })
      expect(outcome.ok).toBe(true)
    }
    await core.receipt(order)
    statements = 0
    const receipt = await core.receipt(order)
    if (receipt === undefined) throw new Error('the receipt is missing')
    expect(receipt.batches.length).toBeGreaterThan(changes)
    // Its trees are in memory: sequences, heads, and for each slice of batches their own rows and those of their paths.
    expect(statements).toBeLessThanOrEqual(2 + 2 * Math.ceil(receipt.batches.length / 20))
    expect(verify(Buffer.from(receiptText(receipt)), core.treeHead().hash).ok).toBe(true)
    expect(await receiptEventCount(store.query, order)).toBe(receipt.batches.flatMap(({ events }) => events).length)
  })

  test('each receipt proves its order, and each large batch is read once for all of them', async () => {
    const receipts = await Promise.all(Array.from({ length: RECEIPTS }, (_, at) => core.receipt(at + 1)))
    for (const receipt of receipts) {
      if (receipt === undefined) throw new Error('a receipt is missing')
      expect(receipt.batches.flatMap(({ events }) => events.map(({ event }) => event.kind))).toContain('order_closed')
      expect(verify(Buffer.from(receiptText(receipt)), core.treeHead().hash).ok).toBe(true)
    }
    const large = read.filter((bytes) => bytes > 10_000)
    expect(large.length).toBeGreaterThan(0)
    expect(large.length).toBe(new Set(large).size)
  })
})

describe('the tree of a batch', () => {
  const wall = millis(1)
  const events = (count: number): readonly Event[] =>
    Array.from({ length: count }, (_, at) => ({
      kind: 'account_frozen',
      at: millis(at),
      account: accountId(at + 1),
      frozen: true,
    }))
  const sealed = (count: number) => {
    const {
      header,
      events: bytes,
      ends,
    } = sealBatch(CHAIN_START, {
      events: encodeEvents(events(count)),
      requests: [],
      marketTime: wall,
      wallTime: wall,
      epoch: 1,
      snapshotHash: NO_SNAPSHOT_HASH,
      treeSize: 0,
      treeRoot: NO_SNAPSHOT_HASH,
      treeNodes: new Uint8Array(),
    })
    return { rooted: { header, eventsRoot: eventsRootOf(bytes, ends) }, bytes }
  }

  test.each([1, 2, 3, 7, 8, 100, 257])('of %i events gives the paths of RFC 9162', async (count) => {
    const { rooted, bytes } = sealed(count)
    const tree = await eventTreeOf(rooted, bytes)
    const { ends } = encodeEvents(events(count))
    const leaves = ends.map((end, at) => leafHash(sha256, bytes.subarray(ends[at - 1] ?? 0, end)))
    for (let at = 0; at < count; at += 1) {
      const found = tree.at(at)
      expect(found.event).toEqual(events(count)[at])
      expect(found.path.map((hash) => Buffer.from(hash))).toEqual(
        inclusionProof(sha256, leaves, at).map((hash) => Buffer.from(hash)),
      )
    }
  })

  test('is built while the event loop turns', async () => {
    const { rooted, bytes } = sealed(50 * SLICE_EVENTS)
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await eventTreeOf(rooted, bytes)
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(49)
  })

  test('is refused where the bytes are not what the header names', async () => {
    const { rooted, bytes } = sealed(3)
    const counting = (eventCount: number) => ({ ...rooted, header: { ...rooted.header, eventCount } })
    await expect(eventTreeOf(counting(2), bytes)).rejects.toThrow('more events')
    await expect(eventTreeOf(counting(4), bytes)).rejects.toThrow('holds 3 events')
    await expect(eventTreeOf({ ...rooted, eventsRoot: new Uint8Array(32) }, bytes)).rejects.toThrow('root')
  })

  test('is kept while there is room, the ones used last longest', async () => {
    const { rooted, bytes } = sealed(10)
    const { size } = await eventTreeOf(rooted, bytes)
    const trees = keepEventTrees(2 * size)
    const built: number[] = []
    const numbered = (batch: number) => ({ ...rooted, header: { ...rooted.header, batch } })
    const ask = (batch: number) =>
      trees.of(numbered(batch), async () => {
        built.push(batch)
        return bytes
      })
    await Promise.all([ask(1), ask(1)])
    for (const batch of [2, 1, 3, 1, 2]) await ask(batch)
    expect(built).toEqual([1, 2, 3, 2])
    await expect(trees.of(numbered(9), () => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
    await ask(9)
    expect(built.at(-1)).toBe(9)
  })
})
