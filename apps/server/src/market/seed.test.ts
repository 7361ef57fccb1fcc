/**
 * Future prices cannot be computed from the source code alone, a restart goes on in the same market, and two servers
 * can be set to the same market.
 */

import { must } from '@veritick/domain'
import { openLocation } from '@veritick/testing/stores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realRuntime } from '../services/clock/clock.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { openEncryption } from '../services/encryption/keys.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { seedOf } from './seed.ts'

const runtime = realRuntime
let store: Store
let encryption: Encryption
let close: () => Promise<void>

beforeEach(async () => {
  const location = await openLocation('embedded', ['simulated'])
  store = await openStore({ ...location, world: 'simulated' })
  encryption = await openEncryption({ ...location, store, world: 'simulated', vaultKey: undefined, runtime })
  close = async () => {
    await store.close()
    await location.clean()
  }
})
afterEach(() => close())

test('a new store draws its own market and keeps it', async () => {
  const seed = await seedOf({ store, encryption, named: undefined, runtime })
  expect(seed).toMatch(/^[0-9a-f]{32}$/)
  expect(await seedOf({ store, encryption, named: undefined, runtime })).toBe(seed)
})

test('a person who reads the store without the encryption key does not find the seed', async () => {
  const seed = await seedOf({ store, encryption, named: undefined, runtime })
  const [row] = await store.query<{ encrypted: Uint8Array }>('select encrypted from market_seed')
  const kept = Buffer.from(must(row, 'the seed is kept').encrypted)
  expect(kept.includes(seed)).toBe(false)
  expect(kept.includes(Buffer.from(seed, 'hex'))).toBe(false)
})

test('what the operator names holds, and goes on holding', async () => {
  const drawn = await seedOf({ store, encryption, named: undefined, runtime })
  expect(await seedOf({ store, encryption, named: 'seven', runtime })).toBe('seven')
  expect(await seedOf({ store, encryption, named: undefined, runtime })).toBe('seven')
  expect(drawn).not.toBe('seven')
})

test('two stores draw different markets', async () => {
  const drawn = await seedOf({ store, encryption, named: undefined, runtime })
  await store.query('delete from market_seed')
  expect(await seedOf({ store, encryption, named: undefined, runtime })).not.toBe(drawn)
})
