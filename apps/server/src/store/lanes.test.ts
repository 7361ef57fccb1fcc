/**
 * The lanes of a PostgreSQL server: what fills or breaks one is a trouble for its callers and nothing for the others.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { must } from '@veritick/domain'
import { type Break, type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { type StoreFaults, storeFaults } from '@veritick/testing/store-faults'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lanes, Store } from './interface.ts'
import { LANES } from './lanes.ts'
import { users } from './schema.ts'
import { openStore } from './store.ts'
import { StoreBusy, troubleOf } from './trouble.ts'

/** `done`, or the trouble it met. Listens from the start, so that nothing is refused unheard. */
const outcomeOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work
    return 'done'
  } catch (error) {
    return troubleOf(error)
  }
}
const many = (count: number, work: () => PromiseLike<unknown>) => Array.from({ length: count }, () => outcomeOf(work()))

/** As the real ones, with short waits. */
const SHORT: Lanes = {
  ...LANES,
  reads: { ...LANES.reads, waitMs: 1_000, statementMs: 4_000, lockMs: 700, answerMs: 5_000 },
  transactions: { ...LANES.transactions, waitMs: 500 },
}

describe.skipIf(!canHavePostgres())('connections in lanes', () => {
  let location: StoreLocation
  let store: Store
  let faults: StoreFaults
  let lost: Error[]

  beforeAll(async () => {
    location = await openLocation('server')
    store = await openStore({ ...location, world: 'lanes', lanes: SHORT })
    faults = await storeFaults(must(location.databaseUrl, 'a server'), 'lanes')
    lost = []
    store.onLost((error) => void lost.push(error))
  })
  afterAll(async () => {
    expect(lost).toEqual([])
    await faults.end()
    await store.close()
    await location.clean()
  })

  test('more readers than the lane takes are refused, and neither commits nor transactions nor background work wait for them', async () => {
    const { connections, waitingMax } = LANES.reads
    const readers = many(500, () => store.query('select pg_sleep(0.01)'))
    expect(store.usage().find(({ lane }) => lane === 'reads')).toMatchObject({
      used: connections,
      max: connections,
      waiting: waitingMax,
    })
    expect(await outcomeOf(store.db.select().from(users))).toBe('busy')
    await expect(store.query('select 1')).rejects.toBeInstanceOf(StoreBusy)
    for (const query of [store.commit, store.background.query])
      expect(await query('select 1 as one')).toEqual([{ one: 1 }])
    expect(await store.transaction((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
    expect(store.usage().find(({ lane }) => lane === 'reads')?.waiting).toBeGreaterThan(0)
    const found = await Promise.all(readers)
    expect(found.slice(connections + waitingMax)).toEqual(Array(500 - connections - waitingMax).fill('busy'))
    expect(found.filter((each) => each === 'done').length).toBeGreaterThan(0)
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a reader who waits too long for a connection or a lock is refused as busy', async () => {
    const unlock = await faults.lock('users')
    const locked = outcomeOf(store.db.select().from(users))
    const sleepers = many(LANES.reads.connections - 1, () => store.query('select pg_sleep(1.8)'))
    // The first takes the place of the one that waits for the lock.
    const late = many(2, () => store.query('select pg_sleep(1.8)'))
    expect(await locked).toBe('busy')
    expect(await late[1]).toBe('busy')
    await unlock()
    expect(await Promise.all([...sleepers, late[0]])).toEqual(Array(LANES.reads.connections).fill('done'))
    expect(await store.db.select().from(users)).toEqual([])
  })

  test('a statement that takes too long is cancelled by the server', async () => {
    expect(await outcomeOf(store.query(`select pg_sleep(${SHORT.reads.statementMs / 1_000 + 5})`))).toBe('busy')
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a server that does not answer at all is given up after the last deadline', async () => {
    await Promise.all(many(LANES.reads.connections, () => store.query('select pg_sleep(0.1)')))
    const thaw = await faults.freeze('reads')
    const readers = many(LANES.reads.connections, () => store.query('select 1'))
    expect(await Promise.all(readers)).toEqual(Array(LANES.reads.connections).fill('busy'))
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
    thaw()
  })

  test('a connection that breaks under a reader is a trouble for that reader alone', async () => {
    const reading = outcomeOf(store.query('select pg_sleep(1.9)'))
    await expect
      .poll(() => faults.query(`select 1 from pg_stat_activity where query = 'select pg_sleep(1.9)'`))
      .toHaveLength(1)
    for (const backend of await faults.backends('reads')) await faults.query(`select pg_terminate_backend(${backend})`)
    expect(await reading).toBe('lost')
    await expect.poll(() => outcomeOf(store.query('select 1'))).toBe('done')
  })

  test('a transaction whose connection breaks, between its statements too, is rolled back and refused', async () => {
    const breaking = outcomeOf(
      store.transaction(async (tx) => {
        await tx.query(`insert into market_seed (name, encrypted) values ('simulated', 'lost')`)
        for (const backend of await faults.backends('transactions'))
          await faults.query(`select pg_terminate_backend(${backend})`)
        await new Promise((resolve) => setTimeout(resolve, 200))
        await tx.query('select 1')
      }),
    )
    expect(await breaking).toBe('lost')
    expect(await store.query('select * from market_seed')).toEqual([])
    expect(await store.transaction((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  test('transactions that stand still keep neither commits nor reads waiting, and the one too many is refused', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { connections } = LANES.transactions
    const standing = many(connections, () =>
      store.transaction(async (tx) => {
        await tx.query('select 1')
        await released
      }),
    )
    const oneTooMany = outcomeOf(store.transaction((tx) => tx.query('select 1')))
    expect(await store.commit('select 1 as one')).toEqual([{ one: 1 }])
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
    expect(await oneTooMany).toBe('busy')
    release()
    expect(await Promise.all(standing)).toEqual(Array(connections).fill('done'))
  })

  test('a fault of ours is no trouble', async () => {
    const fault = await store.query('select * from no_such_table').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Error)
    expect(troubleOf(fault)).toBeUndefined()
    expect(troubleOf(new Error('anything else'))).toBeUndefined()
  })
})

/** How PostgreSQL or the network ends a connection: each code with the end of the stream, the end alone, a reset. */
const BREAKS: readonly Break[] = [
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08003', '08006', '08P01'].map((code) => ({ code })),
  'end',
  'reset',
]
const OTHER_LANES = ['transactions', 'background', 'reads', 'commit'] as const

describe.skipIf(!canHavePostgres())('PostgreSQL ends connections', () => {
  let location: StoreLocation
  let proxy: PostgresProxy
  const lost: Error[] = []
  const openWorld = (world: string) => openStore({ ...location, databaseUrl: proxy.url, world })
  beforeAll(async () => {
    location = await openLocation('server')
    proxy = await postgresProxy(must(location.databaseUrl, 'a server'))
  })
  afterAll(async () => {
    await proxy.close()
    await location.clean()
  })

  test('in the moment in which each is made: its caller reads `lost`, and nothing is thrown past the caller', async () => {
    const store = await openWorld('new')
    store.onLost((error) => void lost.push(error))
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.prependListener('uncaughtException', note)
    const work: { readonly [Name in (typeof OTHER_LANES)[number]]: () => Promise<unknown> } = {
      transactions: () => store.transaction((tx) => tx.query('select 1')),
      background: () => store.background.transaction((tx) => tx.query('select 1')),
      reads: () => store.query('select 1'),
      commit: () => store.commit('select 1'),
    }
    for (const lane of OTHER_LANES) {
      for (const how of BREAKS) {
        const heal = proxy.breakNew(lane, how)
        proxy.break(lane, how)
        await expect.poll(() => proxy.count(lane)).toBe(0)
        const error = await work[lane]().catch((failure: unknown) => failure)
        expect([lane, how, troubleOf(error)]).toEqual([lane, how, 'lost'])
        heal()
        await work[lane]()
      }
    }
    process.off('uncaughtException', note)
    expect([uncaught, lost]).toEqual([[], []])
    await store.close()
  })

  test('without a sign: the statement of a dead connection is given up in seconds, a long one is not', async () => {
    const background = { ...LANES.background, silentMs: 500 }
    const store = await openStore({
      ...location,
      databaseUrl: proxy.url,
      world: 'dead',
      lanes: { ...LANES, background },
    })
    const { query } = store.background
    await query('select 1')
    const answerLost = outcomeOf(query('select pg_sleep(0.5)'))
    await expect.poll(() => proxy.count('dead background')).toBe(1)
    await pause(200)
    proxy.forget('dead background')
    const begun = performance.now()
    const long = outcomeOf(query('select pg_sleep(9)'))
    expect(await answerLost).toBe('lost')
    expect(performance.now() - begun).toBeLessThan(9_000)
    expect(await long).toBe('done')
    proxy.forget('dead background')
    expect(await outcomeOf(store.background.transaction((tx) => tx.query('select 1')))).toBe('lost')
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
    await store.close()
  }, 60_000)

  test('or they are slow: a commit whose bytes take longer than its answer may is stored in the end', async () => {
    const commit = { ...LANES.commit, answerMs: 300 }
    const store = await openStore({ ...location, databaseUrl: proxy.url, world: 'slow', lanes: { ...LANES, commit } })
    const heal = proxy.slow('slow commit', 500)
    const large = new Uint8Array(2 * 1_048_576)
    const send = () => outcomeOf(store.commit('select length($1::bytea)', [large]))
    await expect.poll(send, { timeout: 50_000 }).toBe('done')
    heal()
    await store.close()
  }, 60_000)

  test.each(BREAKS.map((how) => ({ how })))(
    "the writer's with $how: taken again, and told when another process has become the writer meanwhile",
    async ({ how }) => {
      const store = await openWorld('writer')
      const told: string[] = []
      store.onLost((error) => void told.push(error.message))
      const [before] = await store.query(HOLDER)
      proxy.break('writer', how)
      await expect.poll(async () => (await store.query(HOLDER))[0] ?? before, { timeout: 10_000 }).not.toEqual(before)
      expect(told).toEqual([])
      await store.query('update fence set epoch = epoch + 1')
      proxy.break('writer', how)
      await expect.poll(() => told).toEqual([expect.stringContaining('another writer has taken over')])
      const late: string[] = []
      store.onLost((error) => void late.push(error.message))
      await expect.poll(() => late).toEqual(told)
      await store.close()
    },
    60_000,
  )
})

const HOLDER = `select pid from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and application_name = 'veritick writer writer'`
