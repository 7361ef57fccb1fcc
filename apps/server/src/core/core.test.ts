/**
 * A trading day through the write path on each store: answered when durable, once, and the same after every restart.
 */
import { accountId, millis, must } from '@veritick/domain'
import { bookSum, createEngine, createReferenceEngine, type Engine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { firstOf, furtherTest, IS_QUICK } from '@veritick/testing/quick'
import { oneStoreKind, openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { copyTemplate } from '@veritick/testing/template'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { close, demo, NOON, opening, place as placing, quote, requestKey } from '../../../../tools/crash/world.ts'
import { sha256 } from '../journal/batch.ts'
import { hex } from '../journal/batch-tree.ts'
import { CoreBusy, CoreEnded } from '../journal/errors.ts'
import { postingsOf, purseSums } from '../projections/ledger-fixture.ts'
import { accountLogPage, endedOrders, totalsOf } from '../projections/queries.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { UNITS_MAX, WAITING_MAX } from './command-queue.ts'
import { type Core, openCore } from './core.ts'
import { replay } from './recover.ts'
import { NO_SNAPSHOT } from './snapshot.ts'
import type { Submitted } from './submission.ts'

const WALL = 1_800_000_000_000
const hour = 3_600_000

type World = { store: Store; core: Core; engine: Engine; log: string[]; fatal: Error[]; close(): Promise<void> }

const KINDS = IS_QUICK ? oneStoreKind() : storeKinds()

describe.each(KINDS)('on the %s store', (kind) => {
  let where: StoreLocation
  const worlds: string[] = []

  beforeAll(async () => {
    where = await openLocation(kind, worlds)
  })
  afterAll(() => where.clean())

  /** `folded`: the first step of the projector waits for it, after the read tables were emptied. */
  async function open(
    world: string,
    options: { wall?: number; commands?: boolean; folded?: Promise<void> } = {},
  ): Promise<World> {
    if (!worlds.includes(world)) {
      worlds.push(world)
      if (kind === 'embedded') copyTemplate(where.dataDir, world)
    }
    const store = await openStore({ ...where, world })
    const engine = createEngine()
    const log: string[] = []
    const fatal: Error[] = []
    try {
      const core = await openCore({
        journalKey: JOURNAL_KEY,
        store: options.folded === undefined ? store : afterFirst(store, options.folded),
        engine,
        wallClock: () => millis(options.wall ?? WALL),
        log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
        onFatal: (error) => void fatal.push(error),
      })
      if (options.commands !== false) for (const command of opening(NOON, store.epoch * 100)) core.market(command)
      const shut = async () => {
        await core.stop()
        await store.close()
      }
      return { store, core, engine, log, fatal, close: shut }
    } catch (error) {
      await store.close()
      throw error
    }
  }

  /** Each background transaction after the first one waits for `until`. */
  function afterFirst(store: Store, until: Promise<void>): Store {
    let begun = 0
    const transaction: Store['transaction'] = async (work) => {
      begun += 1
      if (begun > 1) await until
      return store.background.transaction(work)
    }
    return { ...store, background: { ...store.background, transaction } }
  }

  const ask = (core: Core, key: string, command: Parameters<Core['submit']>[0]['command'], content = key) =>
    core.submit({ command, request: { key: requestKey(key), content } })

  /** Ana opens, is stopped out of nothing, closes with a profit; one refusal, one cancelled pending. */
  async function trade(core: Core): Promise<void> {
    await core.submit({ command: demo(7) })
    await ask(core, 'first', placing({ account: 7, key: 'first', stopLoss: 139_000, takeProfit: 139_400 }))
    await ask(core, 'second', placing({ account: 7, key: 'second', instrument: 2, side: 'sell', lots: 5_000 }))
    await ask(core, 'wait', placing({ account: 7, key: 'wait', target: 139_100 }))
    await ask(core, 'stop', { kind: 'cancel', at: NOON, account: accountId(7), order: 3, request: requestKey('stop') })
    core.market(quote({ at: NOON + 1_000, instrument: 1, seq: 1_000, bid: 139_405, ask: 139_412 }))
    core.market(quote({ at: NOON + 2_000, instrument: 2, seq: 1_000, bid: 101_500, ask: 101_507 }))
    await ask(core, 'take', close({ account: 7, order: 2, key: 'take', at: NOON + 3_000 }))
  }

  // The next two tests open the store that this one leaves.
  let day: Awaited<ReturnType<typeof dump>> = {}
  test('an order is answered when it is durable, and the day adds up', async () => {
    const { store, core, engine, close: shut } = await open('day')
    const heard: number[] = []
    core.onPublished((batch) => void heard.push(batch.firstSequence, batch.events.length))
    await trade(core)
    await core.projected()
    // 0.1 lots EURUSD from 1.39308 to 1.39405: 9.70. 0.5 lots USDJPY short from 101.700 to 101.507: 9650 JPY by
    // 101.500.
    const history = await endedOrders(store.db, { account: accountId(7), page: 1, size: 20 })
    expect(history.orders.map((order) => [order.order, order.endReason, order.profit])).toEqual([
      [2, 'user', 95_073_892],
      [1, 'take_profit', 9_700_000],
      [3, 'user', 0],
    ])
    expect(history.total).toBe(3)
    expect(history.profit).toBe(104_773_892n)
    expect(history.orders[1]).toMatchObject({
      openPrice: 139_308,
      openQuoteSeq: 100,
      closePrice: 139_405,
      closeQuoteSeq: 1_000,
      closeReference: 139_400,
    })
    const paged = await endedOrders(store.db, { account: accountId(7), page: 2, size: 2 })
    expect(paged.orders.map((order) => order.order)).toEqual([3])

    const log = await accountLogPage(store.db, { account: accountId(7), page: 1, size: 20 })
    expect(log.lines.map((line) => line.kind)).toEqual(['profit', 'profit', 'fee', 'fee', 'demo_grant'])
    expect(log.total).toBe(5)
    let balance = 0
    for (const line of [...log.lines].reverse()) {
      balance += line.amount
      expect(line.balanceAfter).toBe(balance)
    }
    const account = must(await core.query({ kind: 'account', account: accountId(7) }), 'the account')
    expect(balance).toBe(account.balance)
    expect((await totalsOf(store.db, accountId(7)))?.balance).toBe(account.balance)
    for (const line of log.lines) {
      const postings = await postingsOf(store.db, line.sequence)
      expect(postings.reduce((sum, posting) => sum + posting.amount, 0)).toBe(0)
    }
    const sums = await purseSums(store.query)
    expect(sums.reduce((sum, purse) => sum + BigInt(purse.sum), 0n)).toBe(0n)
    for (const { purse, sum } of sums)
      expect(Object.entries(engine.book('demo')).find(([side]) => side === purse)?.[1]).toBe(BigInt(sum))
    expect(bookSum(engine.book('demo'))).toBe(0n)
    expect(heard[0]).toBe(1)
    expect(core.stats()).toMatchObject({ state: 'running', waiting: 0, projectionLag: 0 })
    day = await dump(store)
    expect(day.orders?.length).toBe(3)
    await store.query('update projection set version = 0')
    await store.query('update orders set profit = 1')
    await shut()
  })

  test('read tables can be dropped and come back the same', async () => {
    let fold = () => {}
    const folded = new Promise<void>((resolve) => {
      fold = resolve
    })
    const { core, store, log, close: shut } = await open('day', { commands: false, folded })
    expect(core.stats()).toMatchObject({ projectionTrouble: { reason: 'projection_behind', since: WALL } })
    expect(core.stats().projectionLag).toBe(core.stats().sequence)
    fold()
    await core.projected()
    expect(core.stats().projectionTrouble).toBeUndefined()
    expect(log.join()).toContain('rebuilt')
    expect(await dump(store)).toEqual(day)
    await shut()
  })

  test('snapshot and tail come to the state of the whole journal, by either engine', async () => {
    const second = await open('day', { commands: false })
    for (const command of opening(NOON, 2_000)) second.core.market(command)
    expect(second.log.join()).toContain('"fromSnapshot":')
    expect(second.core.stats().snapshotBatch).toBeGreaterThan(0)
    expect(second.core.marketTime()).toBe(NOON + 3_000)
    await ask(second.core, 'more', placing({ account: 7, key: 'more' }))
    // Not closed: what remains is as after a crash, a snapshot with a tail.
    const before = second.core.treeHead()
    await second.store.close()
    const third = await open('day', { commands: false })
    expect(third.core.treeHead()).toEqual(before)
    for (const engine of [createEngine(), createReferenceEngine()]) {
      await replay(third.store.query, engine, NO_SNAPSHOT)
      expect(hex(sha256(engine.stateBytes()))).toBe(hex(sha256(third.engine.stateBytes())))
    }
    await third.close()
  })

  test('a request happens once: at the same time, later, after a restart, for 24 hours', async () => {
    const first = await open('once')
    await first.core.submit({ command: demo(7) })
    const order = placing({ account: 7, key: 'a' })
    const [one, two] = await Promise.all([ask(first.core, 'a', order), ask(first.core, 'a', order)])
    expect([one.repeated, two.repeated]).toEqual([false, true])
    expect(said(two)).toBe('opened 1')
    expect(two.outcome).toEqual(one.outcome)
    const refused = await ask(first.core, 'big', placing({ account: 7, key: 'big', lots: 490_000, leverage: 10 }))
    expect(refused.outcome).toEqual({ ok: false, reason: 'margin_not_enough' })
    await first.close()

    const second = await open('once', { wall: WALL + 23 * hour })
    const again = await ask(second.core, 'a', order)
    expect([again.repeated, said(again), again.outcome]).toEqual([true, 'opened 1', one.outcome])
    expect((await ask(second.core, 'big', placing({ account: 7, key: 'big' }), 'big')).outcome).toEqual(refused.outcome)
    expect((await ask(second.core, 'a', order, 'other words')).outcome).toEqual({
      ok: false,
      reason: 'idempotency_mismatch',
    })
    expect(await holdings(second.core)).toBe(1)
    await second.close()

    const third = await open('once', { wall: WALL + 25 * hour })
    const fresh = await ask(third.core, 'a', order, 'other words')
    expect([said(fresh), fresh.repeated]).toEqual(['opened 2', false])
    await third.close()
  })

  test('a writer that lost its fence answers nothing and ends', async () => {
    const { store, core, fatal } = await open('lost')
    await core.submit({ command: demo(7) })
    await store.query('update fence set epoch = epoch + 1')
    const asked = ask(core, 'x', placing({ account: 7, key: 'x' }))
    await expect(asked).rejects.toThrow('the core has failed')
    expect(fatal.map(String).join()).toContain('another writer has taken over')
    await expect(core.submit({ command: demo(8) })).rejects.toThrow('the core is failed')
    await store.close()
    const next = await open('lost')
    expect(next.engine.account(accountId(7))?.holdings).toBe(0)
    await next.close()
  })

  // The rows and the PostgreSQL behind them are the same on both stores: the rest is tried on one of them.
  if (kind !== KINDS.at(-1)) return

  furtherTest(
    'the repeat of a reset that ended many orders reads its own entry of the journal and no event',
    async () => {
      const { core, store, close: shut } = await open('further')
      await core.submit({ command: demo(7) })
      for (const key of ['a', 'b', 'c']) await ask(core, key, placing({ account: 7, key }))
      const reset = { kind: 'reset_demo', at: NOON, account: accountId(7), request: requestKey('reset') } as const
      const first = await ask(core, 'reset', reset)
      expect(first.outcome.ok && first.outcome.events.map(({ kind }) => kind)).toEqual([
        ...Array(3).fill('order_closed'),
        'demo_reset',
      ])
      const query = vi.spyOn(store, 'query')
      const again = await ask(core, 'reset', reset)
      expect([again.repeated, again.outcome.ok && again.outcome.events]).toEqual([
        true,
        first.outcome.ok && first.outcome.events.slice(-1),
      ])
      expect(query.mock.calls.map(([sql]) => sql)).toEqual([expect.stringContaining('select substring(requests from')])
      await shut()
    },
  )

  furtherTest('each head is a beginning of the next', async () => {
    const { core, close: shut } = await open('day', { commands: false })
    const path = await core.consistency(2)
    expect(path.length).toBeGreaterThan(0)
    expect(core.treeHead().root).toMatch(/^[0-9a-f]{64}$/)
    await shut()
  })

  furtherTest('a writer with nothing to write finds out within seconds that another has taken over', async () => {
    const { store, fatal } = await open('further')
    await store.query('update fence set epoch = epoch + 1')
    await expect.poll(() => fatal.map(String).join(), { timeout: 10_000 }).toContain('another writer has taken over')
    expect(fatal).toHaveLength(1)
    await store.close()
  })

  test('a crowd is taken in few batches, and more than a crowd is refused as busy', async () => {
    const { core, close: shut } = await open('crowd')
    await core.submit({ command: demo(7) })
    const before = core.stats().batches
    const asked = Array.from({ length: WAITING_MAX + 5 }, (_, at) => core.submit({ command: demo(100 + at) }))
    await expect(core.query({ kind: 'trading' })).rejects.toBeInstanceOf(CoreBusy)
    const answers = await Promise.all(asked)
    expect(answers.filter(({ outcome }) => outcome.ok).length).toBe(WAITING_MAX)
    expect(answers.slice(-5).map(({ outcome }) => outcome)).toEqual(Array(5).fill({ ok: false, reason: 'busy' }))
    expect(core.stats().batches - before).toBeLessThan(10)
    expect((await core.submit({ command: demo(8) })).outcome.ok).toBe(true)
    await shut()
  })

  furtherTest('a store that does not keep up with the market ends the process, not its memory', async () => {
    const { store, core, fatal } = await open('further')
    for (let told = 0; told <= UNITS_MAX; told += 1)
      core.market({ kind: 'set_fee_type', at: NOON, feeType: told % 2 === 0 ? 2 : 1 })
    expect(fatal.map(String).join()).toContain(`${UNITS_MAX} decisions wait for the store`)
    await expect(core.query({ kind: 'trading' })).rejects.toBeInstanceOf(CoreEnded)
    await core.stop()
    await store.close()
  })

  furtherTest('a repeat that is being looked up while the core fails gets its first answer', async () => {
    const { store, core, engine, fatal } = await open('further')
    const first = await ask(core, 'open', demo(9))
    const again = ask(core, 'open', demo(9))
    const { apply } = engine
    engine.apply = () => {
      throw new Error('an invariant violated')
    }
    core.market({ kind: 'set_fee_type', at: NOON, feeType: 2 })
    engine.apply = apply
    expect(fatal.map(String)).toEqual(['Error: an invariant violated'])
    expect(await again).toEqual({ ...first, repeated: true })
    await expect(ask(core, 'open', demo(9))).rejects.toBeInstanceOf(CoreEnded)
    await core.stop()
    await store.close()
  })

  describe('a journal and a snapshot that were changed', () => {
    let balance: number | undefined
    let last = 0

    beforeAll(async () => {
      const first = await open('changed')
      await trade(first.core)
      await first.close()
      balance = first.engine.account(accountId(7))?.balance
      await changed(async ({ query }) => {
        for (const table of ['journal', 'snapshots'])
          await query(`create table kept_${table} as select * from ${table}`)
        last = must((await query<{ last: number }>('select max(batch) as last from journal'))[0], 'a row').last
      })
    })

    async function changed(change: (store: Store) => Promise<unknown>): Promise<void> {
      const store = await openStore({ ...where, world: 'changed' })
      await change(store).finally(() => store.close())
    }

    /** The store as it was left, changed by these statements. */
    const changedBy = (...statements: readonly string[]) =>
      changed(async ({ query }) => {
        for (const table of ['journal', 'snapshots']) {
          await query(`delete from ${table}`)
          await query(`insert into ${table} select * from kept_${table}`)
        }
        for (const statement of statements) await query(statement)
      })

    test('a damaged snapshot is skipped with a word in the log', async () => {
      await changedBy('update snapshots set state = set_byte(state, 40, get_byte(state, 40) # 1)')
      const second = await open('changed', { commands: false })
      expect(second.log.join()).toContain('a snapshot is damaged and skipped: its state does not have its hash')
      expect(second.core.stats().snapshotBatch).toBe(0)
      expect(second.engine.account(accountId(7))?.balance).toBe(balance)
      await second.close()
    })

    test.each(
      firstOf(1, [
        ['events', 'events = set_byte(events, 5, get_byte(events, 5) # 1)', /journal batch 3 .*is damaged/],
        [
          'hash',
          'hash = set_byte(hash, 0, get_byte(hash, 0) # 1)',
          /journal batch 3 is damaged: its hash is not the hash of its header/,
        ],
        [
          'wall_time',
          'wall_time = wall_time + 1',
          /journal batch 3 is damaged: its hash is not the hash of its header/,
        ],
        [
          'requests',
          'requests = set_byte(requests, 60, get_byte(requests, 60) # 1)',
          /journal batch 3 .*is damaged: its events and requests do not have the hash/,
        ],
        [
          'tree_root',
          'tree_root = set_byte(tree_root, 0, 1)',
          /journal batch 3 is damaged: its hash is not the hash of its header/,
        ],
        ['tree_nodes', "tree_nodes = tree_nodes || '\\x00'", /journal batch 3 .*tree nodes/],
      ] as const),
    )(
      'a journal with damaged %s stops the start and names the row',
      async (_, damage, message) => {
        await changedBy('delete from snapshots', `update journal set ${damage} where batch = 3`)
        await expect(open('changed')).rejects.toThrow(message)
      },
      60_000,
    )

    test('a journal that lost a row or its end stops the start', async () => {
      const lost = (batch: number) => `delete from journal where batch = ${batch}`
      await changedBy(lost(last))
      await expect(open('changed')).rejects.toThrow(`journal batch ${last} is missing, but there is a snapshot`)
      await changedBy(lost(last), 'delete from snapshots')
      await expect(open('changed')).rejects.toThrow('its end is missing')
      await changedBy(lost(2), 'delete from snapshots')
      await expect(open('changed')).rejects.toThrow('journal batch 3 is damaged: the batch before it is missing')
    })
  })
})

async function dump(store: Store): Promise<Record<string, unknown[]>> {
  const tables = {
    orders: 'order_id',
    order_events: 'sequence',
    instrument_terms: 'sequence',
    ledger_entries: 'sequence, line',
    account_log: 'sequence',
    account_totals: 'account',
  }
  const found: Record<string, unknown[]> = {}
  for (const [table, order] of Object.entries(tables))
    found[table] = await store.query(`select * from ${table} order by ${order}`)
  return found
}

const holdings = async (core: Core): Promise<number> =>
  must(await core.query({ kind: 'account', account: accountId(7) }), 'the account').holdings

function said({ outcome }: Submitted): string {
  if (!outcome.ok) return outcome.reason
  return outcome.events.map((event) => (event.kind === 'order_opened' ? `opened ${event.order}` : event.kind)).join(' ')
}
