/**
 * One server has worlds, each with a store of its own and all with one encryption key. An attacker who may do much in
 * one of them, such as an admin of a world for trials, copies rows into the store of another one.
 */
import { must } from '@veritick/domain'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { firstAdmin } from '@veritick/testing/test-office'
import type { TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realRuntime } from '../services/clock/index.ts'
import { openEncryption } from '../services/encryption/index.ts'
import { RowChanged, requireAllSealed, requireSealed } from '../services/seals/index.ts'
import type { Store } from '../store/index.ts'
import { openStore } from '../store/store.ts'

const OTHER = 'replay-other'
const STARTS = 240_000

let location: StoreLocation
let trial: TestServer
let other: Store

beforeAll(async () => {
  const [kind] = oneStoreKind()
  location = await openLocation(kind, ['simulated', OTHER])
  trial = await startOn(location)
  other = await openStore({ ...location, world: OTHER })
  // The migrations of the other world make functions in the same database, which the running world notices.
  await trial.context.objectWatch.adopt()
}, STARTS)
afterAll(async () => {
  await other.close()
  await trial.close()
  await location.clean()
})

/** The row as the world for trials has it, key and seal included. */
async function copied(table: 'staff' | 'staff_sessions'): Promise<void> {
  const [row] = await trial.context.store.query<Record<string, unknown>>(`select * from ${table} limit 1`)
  const entries = Object.entries(must(row, `a row of ${table}`))
  await other.query(
    `insert into ${table} (${entries.map(([name]) => name).join(', ')}) overriding system value
     values (${entries.map((_, index) => `$${index + 1}`).join(', ')})`,
    entries.map(([, value]) => value),
  )
}

test('an admin and a session of another world with the same key are not those of this world', async () => {
  const { id } = await firstAdmin(trial)
  const place = { ...location, store: other, world: OTHER, vaultKey: undefined, runtime: realRuntime }
  const encryption = await openEncryption(place)
  const { query } = other
  await copied('staff')
  await copied('staff_sessions')
  const [session] = await query<{ token_hash: string }>('select token_hash from staff_sessions')
  const parts = { query, encryption }
  await expect(requireAllSealed(parts)).rejects.toThrow(`table staff, staff_id ${id}: `)
  const used = requireSealed(parts, 'staff_sessions', { token_hash: must(session, 'a session').token_hash })
  await expect(used).rejects.toBeInstanceOf(RowChanged)
})
