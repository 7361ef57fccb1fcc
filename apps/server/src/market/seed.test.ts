/**
 * Future prices cannot be computed from the source code alone, a restart goes on in the same market, and two servers
 * can be set to the same market.
 */

import { openLocation } from '@veritick/testing/stores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realRuntime } from '../services/clock/clock.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { seedOf } from './seed.ts'

const runtime = realRuntime
let store: Store
let close: () => Promise<void>

beforeEach(async () => {
  const location = await openLocation('embedded', ['simulated'])
  store = await openStore({ ...location, world: 'simulated' })
  close = async () => {
    await store.close()
    await location.clean()
  }
})
afterEach(() => close())

test('a new store draws its own market and keeps it', async () => {
  const seed = await seedOf({ store, named: undefined, runtime })
  expect(seed).toMatch(/^[0-9a-f]{32}$/)
  expect(await seedOf({ store, named: undefined, runtime })).toBe(seed)
})

test('what the operator names holds, and goes on holding', async () => {
  const drawn = await seedOf({ store, named: undefined, runtime })
  expect(await seedOf({ store, named: 'seven', runtime })).toBe('seven')
  expect(await seedOf({ store, named: undefined, runtime })).toBe('seven')
  expect(drawn).not.toBe('seven')
})

test('two stores draw different markets', async () => {
  const drawn = await seedOf({ store, named: undefined, runtime })
  await store.query('delete from market_seed')
  expect(await seedOf({ store, named: undefined, runtime })).not.toBe(drawn)
})
