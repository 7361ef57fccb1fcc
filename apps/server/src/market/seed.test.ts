/** Nobody can compute tomorrow's prices from the source alone, a restart goes on in the same market, and two servers can be told to agree. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPlace } from '../../../../tools/stores.ts'
import { openStore, type Store } from '../db/store.ts'
import { realMachine } from '../machine.ts'
import { seedOf } from './seed.ts'

const machine = realMachine
let store: Store
let close: () => Promise<void>

beforeEach(async () => {
  const place = await openPlace('embedded', ['simulated'])
  store = await openStore({ ...place, world: 'simulated' })
  close = async () => {
    await store.close()
    await place.clean()
  }
}, 60_000)
afterEach(() => close(), 30_000)

test('a new store draws its own market and keeps it', async () => {
  const seed = await seedOf({ store, named: undefined, machine })
  expect(seed).toBeGreaterThan(1_000_000)
  expect(await seedOf({ store, named: undefined, machine })).toBe(seed)
})

test('what the operator names holds, and goes on holding', async () => {
  const drawn = await seedOf({ store, named: undefined, machine })
  expect(await seedOf({ store, named: 7, machine })).toBe(7)
  expect(await seedOf({ store, named: undefined, machine })).toBe(7)
  expect(drawn).not.toBe(7)
})

test('a store from before goes on in the market it had', async () => {
  await store.query("insert into market_memory (name, value) values ('clock', 1770000000000)")
  expect(await seedOf({ store, named: undefined, machine })).toBe(1)
})
