/**
 * The store goes away under a core that works: killed, restarted, cut off in the middle of a commit, slow, read-only.
 * The core goes on by itself when the store is back; every order that was answered is in the journal once, and no other
 * order is. Only another writer, or a journal that was changed meanwhile, ends the core.
 */
import { join } from 'node:path'
import { accountId, millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { restoreTables, saveTables } from '@veritick/testing/forgery'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { canHavePostgres, type RestartablePostgres, restartablePostgres } from '@veritick/testing/scratch-postgres'
import { type StoreFaults, storeFaults } from '@veritick/testing/store-faults'
import { openLocation, storeKinds } from '@veritick/testing/stores'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demo, NOON, opening, place as placing, requestKey } from '../../../../tools/crash/world.ts'
import { CoreEnded } from '../journal/errors.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { type Core, openCore, type StartTasks } from './core.ts'
import type { CoreFatal } from './fatal.ts'
import type { Submitted } from './submission.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const LOTS = 100
const ACCOUNT = 7
/** Customers that place one order after the other while the store is away. */
const CUSTOMERS = 8
const PAUSE_MS = 20

type World = { readonly store: Store; readonly core: Core; readonly fatal: CoreFatal[]; shut(): Promise<void> }

const opened: World[] = []

async function world(
  location: { dataDir: string; databaseUrl: string | undefined },
  name: string,
  more: { readonly keptIn?: string; readonly tasks?: StartTasks } = {},
): Promise<World> {
  const store = await openStore({ ...location, world: name })
  const fatal: CoreFatal[] = []
  const core = await openCore({
    journalKey: JOURNAL_KEY,
    store,
    engine: createEngine(),
    wallClock: () => millis(Date.now()),
    log: pino({ level: 'silent' }),
    onFatal: (error) => void fatal.push(error as CoreFatal),
    ...more,
  }).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  for (const command of opening(NOON, store.epoch * 100)) core.market(command)
  if ((await core.query({ kind: 'account', account: accountId(ACCOUNT) })) === undefined)
    await core.submit({ command: demo(ACCOUNT) })
  let isOpen = true
  const shut = async () => {
    if (!isOpen) return
    isOpen = false
    await core.stop()
    await store.close()
  }
  const result = { store, core, fatal, shut }
  opened.push(result)
  return result
}

const buy = (core: Core, key: string) =>
  core.submit({
    command: placing({ account: ACCOUNT, key, lots: LOTS }),
    request: { key: requestKey(key), content: key },
  })

const orderOf = ({ outcome }: Submitted) => (outcome.ok ? outcome.order?.view.order : outcome.reason)
const troubleOf = (core: Core) => core.stats().commitTrouble?.reason

/** Customers who place orders until they are told to stop: the order of each key, or why it was refused. */
function trade(core: Core): { end(): Promise<ReadonlyMap<string, number | string | undefined>> } {
  const told = new Map<string, number | string | undefined>()
  let isOver = false
  const one = async (customer: number) => {
    for (let number = 0; !isOver; number += 1) {
      const key = `${customer}-${number}`
      told.set(key, orderOf(await buy(core, key)))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const all = Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => one(customer)))
  return {
    end: async () => {
      isOver = true
      await all
      return told
    },
  }
}

/** The core, and the next start from the same journal, know exactly the orders that were answered. */
async function nothingLostNothingTwice(
  location: { dataDir: string; databaseUrl: string | undefined },
  name: string,
  told: ReadonlyMap<string, number | string | undefined>,
): Promise<void> {
  const { core, store, fatal, shut } = must(opened.at(-1), 'a world')
  const placed = [...told].filter(([, order]) => typeof order === 'number')
  const refused = [...told].filter(([, order]) => typeof order !== 'number')
  expect(new Set(placed.map(([, order]) => order)).size).toBe(placed.length)
  expect([...new Set(refused.map(([, reason]) => reason))].filter((reason) => reason !== 'busy')).toEqual([])
  expect(await core.query({ kind: 'account', account: accountId(ACCOUNT) })).toMatchObject({ holdings: placed.length })
  expect(fatal).toEqual([])
  for (const [key, order] of placed.slice(-20)) {
    const again = await buy(core, key)
    expect([orderOf(again), again.repeated]).toEqual([order, true])
  }
  await core.projected()
  expect(await store.query('select count(*)::int as rows from orders')).toEqual([{ rows: placed.length }])
  await shut()
  const next = await world(location, name)
  expect(await next.core.query({ kind: 'account', account: accountId(ACCOUNT) })).toMatchObject({
    holdings: placed.length,
  })
  await next.shut()
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each.shut()
})

describe.skipIf(!canHavePostgres() || process.env.TEST_DATABASE_URL !== undefined)('a PostgreSQL server', () => {
  let server: RestartablePostgres
  const location = () => ({ dataDir: '/nowhere', databaseUrl: server.url })

  beforeAll(async () => {
    server = await restartablePostgres()
  })
  afterAll(() => server.stop())

  test.each(['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)(
    'ended by %s and started again: orders are busy meanwhile, then go on in the same process',
    async (signal) => {
      const name = signal.toLowerCase()
      const { core, store } = await world(location(), name)
      const traders = trade(core)
      await expect.poll(() => core.stats().batches, PATIENCE).toBeGreaterThan(20)
      await server.down(signal)
      await expect.poll(() => troubleOf(core), PATIENCE).toBe('store_lost')
      expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
      const before = core.stats().batches
      // The trouble keeps its name also after the second in which a commit becomes late.
      await expect.poll(() => core.stats().commitAgeMs, PATIENCE).toBeGreaterThan(1_500)
      expect(troubleOf(core)).toBe('store_lost')
      await server.up()
      await expect.poll(() => core.stats().batches, PATIENCE).toBeGreaterThan(before + 10)
      expect(troubleOf(core)).toBeUndefined()
      const told = await traders.end()
      await expect.poll(() => locksOf(store), PATIENCE).toEqual([{ locks: 1 }])
      await nothingLostNothingTwice(location(), name, told)
    },
    60_000,
  )

  test('read-only: orders are busy, the reason is named, and they go on when it can be written', async () => {
    const { core } = await world(location(), 'read_only')
    const traders = trade(core)
    await readOnly('on')
    await expect.poll(() => troubleOf(core), PATIENCE).toBe('store_read_only')
    expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
    await readOnly('off')
    await expect.poll(() => troubleOf(core), PATIENCE).toBeUndefined()
    const after = orderOf(await buy(core, 'after'))
    await nothingLostNothingTwice(location(), 'read_only', new Map([...(await traders.end()), ['after', after]]))
  })

  async function readOnly(value: 'on' | 'off'): Promise<void> {
    const client = new pg.Client({ connectionString: server.url, options: '-c default_transaction_read_only=off' })
    await client.connect()
    await client.query(`alter system set default_transaction_read_only = ${value}`)
    await client.query('select pg_reload_conf()')
    await client.end()
  }

  const locksOf = (store: Store) =>
    store.query("select count(*)::int as locks from pg_locks where locktype = 'advisory' and granted")
})

describe.skipIf(!canHavePostgres())('a proxy before PostgreSQL', () => {
  let location: { dataDir: string; databaseUrl: string | undefined; clean(): Promise<void> }
  let proxy: PostgresProxy
  const faults: StoreFaults[] = []
  const behind = () => ({ dataDir: location.dataDir, databaseUrl: proxy.url })

  beforeAll(async () => {
    location = await openLocation('server')
    proxy = await postgresProxy(must(location.databaseUrl, 'a server'))
  })
  afterEach(async () => {
    for (const each of faults.splice(0)) await each.end()
  })
  afterAll(async () => {
    await proxy.close()
    await location.clean()
  })

  async function faultsOf(name: string): Promise<StoreFaults> {
    const made = await storeFaults(must(location.databaseUrl, 'a server'), name)
    faults.push(made)
    return made
  }

  test.each(['before', 'after'] as const)(
    'cuts each commit connection %s the server has done the statement: each order is there once',
    async (when) => {
      const name = `cut_${when}`
      const { core } = await world(behind(), name)
      const traders = trade(core)
      for (let round = 0; round < 10; round += 1) {
        const { batches } = core.stats()
        proxy.cutNext('commit', when)
        await expect.poll(() => core.stats().batches, PATIENCE).toBeGreaterThan(batches + 2)
      }
      await nothingLostNothingTwice(location, name, await traders.end())
    },
    60_000,
  )

  test('breaks the connection of a commit that still runs: both tries run, one is stored', async () => {
    const { core } = await world(behind(), 'running')
    const unlock = await (await faultsOf('running')).lock('journal')
    const [one, two] = [buy(core, 'one'), buy(core, 'two')]
    await expect.poll(() => troubleOf(core), PATIENCE).toBe('commit_late')
    proxy.break('commit', 'reset')
    await expect.poll(() => troubleOf(core), PATIENCE).toBe('store_lost')
    await expect.poll(() => proxy.count('commit'), PATIENCE).toBe(1)
    await unlock()
    expect([orderOf(await one), orderOf(await two)]).toEqual([1, 2])
    expect(orderOf(await buy(core, 'three'))).toBe(3)
    await nothingLostNothingTwice(location, 'running', new Map(Object.entries({ one: 1, two: 2, three: 3 })))
  })

  test('a backend that stands still is left; what it does later changes nothing', async () => {
    const { core } = await world(behind(), 'frozen')
    const thaw = await (await faultsOf('frozen')).freeze('commit')
    try {
      expect(orderOf(await buy(core, 'one'))).toBe(1)
      expect(orderOf(await buy(core, 'two'))).toBe(2)
    } finally {
      thaw()
    }
    expect(orderOf(await buy(core, 'three'))).toBe(3)
    await nothingLostNothingTwice(location, 'frozen', new Map(Object.entries({ one: 1, two: 2, three: 3 })))
  })

  test('each commit 200 ms late: no order is refused', async () => {
    const { core } = await world(behind(), 'slow')
    const quick = proxy.delay('commit', 200)
    const traders = trade(core)
    await expect.poll(() => core.stats().batches, PATIENCE).toBeGreaterThan(10)
    const told = await traders.end()
    quick()
    expect([...told.values()].filter((order) => typeof order !== 'number')).toEqual([])
    await nothingLostNothingTwice(location, 'slow', told)
  })

  test('another writer takes over while the connections are away: the core ends, and stores nothing more', async () => {
    const { core, fatal, store } = await world(behind(), 'taken')
    expect(orderOf(await buy(core, 'one'))).toBe(1)
    const heals = ['writer taken', 'commit', 'background'].map((lane) => proxy.breakNew(lane, 'reset'))
    for (const lane of ['writer taken', 'commit', 'background']) proxy.break(lane, 'reset')
    const unanswered = buy(core, 'two').catch((error: unknown) => error)
    await expect.poll(() => troubleOf(core), PATIENCE).toBe('store_lost')
    const other = await openStore({ ...location, world: 'taken' })
    expect(other.epoch).toBe(store.epoch + 1)
    const journal = 'select count(*)::int as batches from journal'
    const before = await other.query(journal)
    for (const heal of heals) heal()
    expect(await unanswered).toBeInstanceOf(CoreEnded)
    expect(fatal.map(({ reason }) => reason)).toEqual(['fence_lost'])
    expect(await other.query(journal)).toEqual(before)
    await other.close()
  })

  test('the writer loses its lock and takes it again: a second process is refused', async () => {
    const { core, fatal } = await world(behind(), 'lock')
    const direct = await faultsOf('lock')
    const holders = () =>
      direct.query(`select a.pid from pg_locks join pg_stat_activity a using (pid)
        where locktype = 'advisory' and granted and application_name = 'veritick writer lock'`)
    const [first] = await holders()
    proxy.break('writer lock', { code: '57P01' })
    await expect.poll(async () => (await holders()).filter(({ pid }) => pid !== first?.pid).length, PATIENCE).toBe(1)
    await expect(openStore({ ...location, world: 'lock' })).rejects.toThrow('already writing')
    expect(orderOf(await buy(core, 'one'))).toBe(1)
    expect(fatal).toEqual([])
  })

  test.each([
    ['its newest batch', 'delete from journal where batch = (select max(batch) from journal)'],
    ['all of it', 'delete from journal'],
  ])(
    'a journal that has lost %s while the connection was away ends the core',
    async (what, sql) => {
      const name = what.includes('newest') ? 'newest' : 'all'
      const { core, fatal } = await world(behind(), name)
      await buy(core, 'one')
      await core.projected()
      const { batches } = core.stats()
      await (await faultsOf(name)).query(sql)
      proxy.break('commit', 'reset')
      await expect(buy(core, 'two')).rejects.toBeInstanceOf(CoreEnded)
      expect(fatal.map(({ reason }) => reason)).toEqual(['journal_moved'])
      expect(String(fatal[0])).toContain(`left it at batch ${batches}`)
    },
    60_000,
  )

  test('a failover that lost commits: each start is refused, until the loss is accepted', async () => {
    const name = 'failover'
    const keptIn = join(location.dataDir, 'failover')
    const { core, store, fatal, shut } = await world(behind(), name, { keptIn })
    expect(orderOf(await buy(core, 'one'))).toBe(1)
    await core.projected()
    // As far as the standby has come.
    await saveTables(store.query)
    expect(orderOf(await buy(core, 'two'))).toBe(2)
    await core.projected()
    const { batches } = core.stats()
    await restoreTables(store.query)
    proxy.break('commit', 'reset')
    await expect(buy(core, 'three')).rejects.toBeInstanceOf(CoreEnded)
    expect(fatal.map(({ reason }) => reason)).toEqual(['journal_moved'])
    await shut()
    for (let start = 0; start < 2; start += 1)
      await expect(world(location, name, { keptIn })).rejects.toThrow(`lacks batch ${batches} with the hash`)
    const after = await world(location, name, { keptIn, tasks: { acceptedLoss: batches } })
    expect(await after.core.query({ kind: 'account', account: accountId(ACCOUNT) })).toMatchObject({ holdings: 1 })
    await after.shut()
    await (await world(location, name, { keptIn })).shut()
  }, 60_000)
})

describe('the embedded store', () => {
  test.runIf(storeKinds().includes('embedded'))(
    'read-only for a while: orders are busy, then go on, each once',
    async () => {
      const location = await openLocation('embedded', ['away'])
      const { core, store } = await world(location, 'away')
      const traders = trade(core)
      await store.query('set default_transaction_read_only = on')
      await expect.poll(() => troubleOf(core), PATIENCE).toBe('store_read_only')
      expect((await buy(core, 'refused')).outcome).toEqual({ ok: false, reason: 'busy' })
      await store.query('set default_transaction_read_only = off')
      await expect.poll(() => troubleOf(core), PATIENCE).toBeUndefined()
      const { batches } = core.stats()
      await expect.poll(() => core.stats().batches, PATIENCE).toBeGreaterThan(batches + 5)
      await nothingLostNothingTwice(location, 'away', await traders.end())
      await location.clean()
    },
    60_000,
  )
})
