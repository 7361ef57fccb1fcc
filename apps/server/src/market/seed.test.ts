/**
 * Future prices cannot be computed from the source code alone, a restart goes on in the same market, and two servers
 * can be set to the same market. An attacker with write access to the store cannot choose between two markets.
 */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { openLocation } from '@veritick/testing/stores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realRuntime } from '../services/clock/clock.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { openEncryption } from '../services/encryption/keys.ts'
import { KnownFileRefused, readKept } from '../store/index.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { KNOWN_SEED_FILE, SeedRefused, seedOf } from './seed.ts'

const runtime = realRuntime
let store: Store
let encryption: Encryption
let file: string
let close: () => Promise<void>

beforeEach(async () => {
  const location = await openLocation('embedded', ['simulated'])
  store = await openStore({ ...location, world: 'simulated' })
  encryption = await openEncryption({ ...location, store, world: 'simulated', vaultKey: undefined, runtime })
  file = join(location.dataDir, 'simulated', KNOWN_SEED_FILE)
  close = async () => {
    await store.close()
    await location.clean()
  }
})
afterEach(() => close())

/** The seed that a start finds or draws. */
const started = (named?: string) => seedOf({ store, encryption, named, file, runtime })
const deleteRow = () => store.query('delete from market_seed')
/** The attacker keeps the row as it is now; gives what puts it back. */
async function kept(): Promise<() => Promise<void>> {
  const [row] = await store.query<{ encrypted: Uint8Array }>('select encrypted from market_seed')
  const { encrypted } = must(row, 'the seed is kept')
  return async () => void (await store.query('update market_seed set encrypted = $1', [encrypted]))
}

test('a new store draws its own market and keeps it', async () => {
  const seed = await started()
  expect(seed).toMatch(/^[0-9a-f]{32}$/)
  expect(await started()).toBe(seed)
})

test('a person who reads the store without the encryption key does not find the seed', async () => {
  const seed = await started()
  const [row] = await store.query<{ encrypted: Uint8Array }>('select encrypted from market_seed')
  const kept = Buffer.from(must(row, 'the seed is kept').encrypted)
  expect(kept.includes(seed)).toBe(false)
  expect(kept.includes(Buffer.from(seed, 'hex'))).toBe(false)
})

test('what the operator names holds, and goes on holding', async () => {
  const drawn = await started()
  expect(await started('seven')).toBe('seven')
  expect(await started()).toBe('seven')
  expect(drawn).not.toBe('seven')
})

test('two stores draw different markets', async () => {
  const drawn = await started()
  await deleteRow()
  rmSync(file)
  expect(await started()).not.toBe(drawn)
})

test('the file of the data folder tells no reader the seed', async () => {
  const seed = await started()
  expect(JSON.parse(readKept(file))).toEqual({ print: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(readKept(file)).not.toContain(seed)
})

test('a start refuses a store whose seed an attacker has deleted, and draws no other', async () => {
  const seed = await started()
  const putBack = await kept()
  await deleteRow()
  await expect(started()).rejects.toThrow(SeedRefused)
  await expect(started()).rejects.toThrow(/its row is missing in the store.*restore the row.*remove the file .*known-s/)
  expect(await store.query('select 1 from market_seed')).toEqual([])
  await store.query(`insert into market_seed (name, encrypted) values ('simulated', 'x')`)
  await putBack()
  expect(await started()).toBe(seed)
})

test('a start refuses the seed of another market that an attacker has put back', async () => {
  const first = await started()
  const putFirstBack = await kept()
  await deleteRow()
  rmSync(file)
  const second = await started()
  const putSecondBack = await kept()
  await putFirstBack()
  await expect(started()).rejects.toThrow(/the seed in the store is not the one of the last start/)
  await putSecondBack()
  expect(await started()).toBe(second)
  expect(second).not.toBe(first)
})

test('a start without the file adopts the seed that it finds, and remembers it', async () => {
  const seed = await started()
  rmSync(file)
  expect(await started()).toBe(seed)
  await deleteRow()
  await expect(started()).rejects.toThrow(SeedRefused)
})

test('a seed that the operator names holds beside an older drawn one, and is remembered', async () => {
  await started()
  const putDrawnBack = await kept()
  await deleteRow()
  expect(await started('seven')).toBe('seven')
  await putDrawnBack()
  await expect(started()).rejects.toThrow(SeedRefused)
  expect(await started('eight')).toBe('eight')
  expect(await started()).toBe('eight')
})

test('a damaged file is refused by name, and a seed that the operator names writes it anew', async () => {
  const seed = await started()
  writeFileSync(file, 'nonsense')
  await expect(started()).rejects.toThrow(KnownFileRefused)
  await expect(started()).rejects.toThrow(/known-seed.json is damaged.*table market_seed with the newest backup/)
  expect(await started(seed)).toBe(seed)
  expect(await started()).toBe(seed)
})

test('a start that cannot keep the seed is refused with the file and the cause', async () => {
  file = join(file, 'below-a-file')
  writeFileSync(join(file, '..'), '')
  await expect(started('seven')).rejects.toThrow(/below-a-file cannot be written \(ENOTDIR\)/)
})
