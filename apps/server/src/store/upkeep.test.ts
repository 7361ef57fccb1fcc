/** Replaced rows of the embedded store give their space back, and the planner knows the tables' sizes. */
import { openLocation } from '@veritick/testing/stores'
import { openTestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from './store.ts'
import { tendTable, UPKEEP_EVERY_MS } from './upkeep.ts'

test('the job of a server on the embedded store tends one table in a run', async () => {
  const ticks: (() => void)[] = []
  const every = (millis: number, tick: () => void) => {
    if (millis === UPKEEP_EVERY_MS) ticks.push(tick)
    return () => {}
  }
  const server = await openTestServer({ embedded: true, timers: { every } })
  onTestFinished(() => server.close())
  const { jobs, store } = server.context
  const analysed = () => store.query('select relname from pg_stat_user_tables where last_analyze is not null')
  expect(await analysed()).toEqual([])
  for (const tick of ticks) tick()
  const job = () => jobs.states().find(({ name }) => name === 'store_upkeep')
  await expect.poll(job, { timeout: 10_000 }).toMatchObject({ runs: 1, failures: 0, endedAt: expect.any(Number) })
  expect(await analysed()).toHaveLength(1)
})

test('a table with many replaced rows is vacuumed and analysed, one in a run, until none is due', async () => {
  const location = await openLocation('embedded', ['upkeep'])
  onTestFinished(() => location.clean())
  const store = await openStore({ ...location, world: 'upkeep' })
  const tendAll = async () => {
    const tended: string[] = []
    // The counters of a statement are kept back for up to a second.
    await store.query('select pg_stat_force_next_flush()')
    for (let name = await tendTable(store); name !== undefined; name = await tendTable(store)) tended.push(name)
    return tended
  }
  await tendAll()
  await store.query(`insert into market_seed (name, encrypted) select 'seed ' || each, repeat('x', 200)::bytea
    from generate_series(1, 2000) as each`)
  const replace = () => store.query("update market_seed set encrypted = encrypted || 'y'")
  const sizes: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await replace()
    expect(await tendAll()).toContain('market_seed')
    const [found] = await store.query<{ size: number; rows: number; dead: number }>(
      `select pg_relation_size(relid) as size, reltuples as rows, n_dead_tup as dead
       from pg_stat_user_tables join pg_class on oid = relid where pg_class.relname = 'market_seed'`,
    )
    expect(found).toMatchObject({ rows: 2_000, dead: 0 })
    sizes.push(found?.size ?? 0)
  }
  expect(Math.max(...sizes), 'the space of replaced rows is used again').toBeLessThan(2.5 * (sizes[0] ?? 0))
  expect(sizes.at(-1)).toBe(sizes.at(-2))
  expect(await tendTable(store)).toBeUndefined()
  await store.close()
})
