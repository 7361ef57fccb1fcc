/** Both stores keep what they are given, in the same words, and let exactly one writer in. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { programOf } from '@veritick/testing/programs'
import { firstOf } from '@veritick/testing/quick'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Store, StoreRefused } from './interface.ts'
import { MIGRATIONS } from './migrate.ts'
import { snapshots } from './schema.ts'
import { openStore } from './store.ts'

const STORE_HOLDER = fileURLToPath(new URL('../../../../tools/crash/crash-store-holder.ts', import.meta.url))

describe.each(storeKinds())('the %s store', (kind) => {
  let location: StoreLocation
  const open = (world: string): Promise<Store> => openStore({ ...location, world })

  beforeAll(async () => {
    location = await openLocation(kind, ['numbers', 'second', 'killed', 'epochs', 'other', 'bare'])
  })
  afterAll(() => location.clean())

  test('amounts, bytes and rollbacks come back exactly', async () => {
    const store = await open('numbers')
    const bytes = new Uint8Array([0, 1, 127, 128, 255])
    const row = { batch: 7, sequence: 9_007_199_254_740_991, state: bytes, stateHash: bytes, wallTime: -5 }
    await store.transaction(async (tx) => {
      await tx.db.insert(snapshots).values(row)
      await tx.query("insert into vault_keys (key_id, first_used_at) values ('a', 3)")
    })
    await expect(
      store.transaction(async (tx) => {
        await tx.query('delete from snapshots')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await store.db.select().from(snapshots).where(eq(snapshots.batch, 7))).toEqual([row])
    const ends: string[] = []
    await store.transaction(async ({ onEnd }) => onEnd((end) => ends.push(end)))
    const undone = store.transaction(async ({ onEnd }) => {
      onEnd((end) => ends.push(`${end} after a rollback`))
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(ends, 'the end is told of a commit only').toEqual(['committed'])
    const found = await store.query<{ sequence: number }>('select sequence from snapshots where state = $1', [bytes])
    expect(found).toEqual([{ sequence: 9_007_199_254_740_991 }])
    expect(await store.query('select key_id from vault_keys')).toEqual([{ key_id: 'a' }])
    const states = await store.query<{ state: Uint8Array }>('select state from snapshots')
    expect([...must(states[0], 'a snapshot').state]).toEqual([...bytes])
    await expect(store.query('select 9007199254740993::bigint as n')).rejects.toThrow('safe whole number')
    await store.close()
  })

  test.each(
    firstOf(1, [
      { made: 'by other migrations', world: 'other', change: "update migrations set hash = 'other' where id = 1" },
      { made: 'without migrations', world: 'bare', change: 'drop table migrations' },
    ]),
  )('tables made $made are refused with what to do, and stay as they are', async ({ world, change }) => {
    const made = await open(world)
    await made.query("insert into vault_keys (key_id, first_used_at) values ('a', 3)")
    await made.query(change)
    await made.close()
    const refused = await open(world).then(undefined, (error: unknown) => error)
    expect(refused).toBeInstanceOf(StoreRefused)
    const place = kind === 'server' ? `schema veritick_${world}` : `the store in ${join(location.dataDir, world)}`
    expect(String(refused)).toContain(`${place} was made by another version of Veritick`)
    const anew = kind === 'server' ? '"alter schema \\S+ rename to \\S+_old"' : '"mv \\S+ \\S+\\.old"'
    expect(String(refused)).toMatch(new RegExp(`: start the version that made it, .*Only for a trial, ${anew} begins`))
    expect(String(await open(world).then(undefined, (error: unknown) => error))).toBe(String(refused))
  })

  test('a second writer is refused in words, and let in when the first is gone', async () => {
    const first = await open('second')
    const refused: unknown = await open('second').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StoreRefused)
    expect(String(refused)).toContain('already writing')
    await first.close()
    const next = await open('second')
    expect(next.epoch).toBe(first.epoch + 1)
    await next.close()
  })

  test('a writer killed with -9 keeps no other writer out', async () => {
    const child = spawn(process.execPath, [await programOf(STORE_HOLDER)], {
      env: {
        ...process.env,
        PLACE: JSON.stringify({ dataDir: location.dataDir, databaseUrl: location.databaseUrl, world: 'killed' }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await said(child, 'open')
    await expect(open('killed')).rejects.toBeInstanceOf(StoreRefused)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const store = await open('killed')
    expect(store.epoch).toBe(2)
    await store.close()
  })
})

test('a lock file of a process number that now belongs to another program is stale', async () => {
  const location = await openLocation('embedded', ['w'])
  const store = await openStore({ ...location, world: 'w' })
  await store.close()
  writeFileSync(
    join(location.dataDir, 'w', 'writer.lock'),
    JSON.stringify({ pid: process.pid, started: 'another boot 12345' }),
  )
  const again = await openStore({ ...location, world: 'w' })
  expect(readdirSync(join(location.dataDir, 'w')).sort()).toEqual(['pg', 'writer.lock'])
  await again.close()
  expect(readdirSync(join(location.dataDir, 'w'))).toEqual(['pg'])
  await location.clean()
})

test('a world has a plain name', async () => {
  await expect(openStore({ dataDir: '/nowhere', databaseUrl: undefined, world: '../up' })).rejects.toBeInstanceOf(
    StoreRefused,
  )
})

test('no migration names a PostgreSQL schema', () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((name) => readFileSync(join(MIGRATIONS, name), 'utf8').includes('"public"'))).toEqual([])
})

async function said(child: ChildProcess, word: string): Promise<void> {
  const output = must(child.stdout ?? undefined, 'the child has a pipe')
  let text = ''
  for await (const piece of output) {
    text += String(piece)
    if (text.includes(word)) return
  }
  throw new Error(`the child ended without saying ${word}`)
}
