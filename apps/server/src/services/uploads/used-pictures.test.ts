/** An attacker with write access to the store changes rows of pictures: no picture in use leaves the folder. */
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { userId } from '@veritick/domain'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { DAY_MS } from '../clock/times.ts'
import { openEncryption } from '../encryption/keys.ts'
import { RowChanged } from '../seals/index.ts'
import { type Files, filesOf } from './files.ts'
import { openPictures, type Pictures } from './files-fixture.ts'

const ANA = userId(12)
const BEN = userId(13)

let pictures: Pictures
let store: Store
let runtime: SetMachine
let files: Files
let folder: string
let passport: Buffer
const logged: string[] = []

beforeAll(async () => {
  pictures = await openPictures('embedded')
  ;({ store, folder, passport } = pictures)
})
beforeEach(async () => {
  runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
  await pictures.empty()
  logged.length = 0
  files = await started()
})
afterAll(() => pictures.close())

/** Another process, which remembers nothing of the one before. */
async function started(): Promise<Files> {
  const encryption = await openEncryption({ ...pictures.location, store, world: 'files', vaultKey: undefined, runtime })
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  return filesOf({ store, encryption, runtime, folder, log })
}

async function used(usedFor: string): Promise<string> {
  const kept = await files.keep({ owner: ANA, bytes: passport })
  if (!kept.ok) throw new Error(kept.reason)
  expect(await attach(kept.file, usedFor)).toMatchObject({ ok: true })
  return kept.file
}
const attach = (file: string, usedFor: string) =>
  store.transaction((tx) => files.attach(tx, { address: `/api/files/${file}`, owner: ANA, usedFor }))

const CHANGES = [
  ['without its use and of long ago', 'update files set used_for = null, created_at = 1'],
  ['deleted', 'delete from files'],
] as const

test.each(CHANGES)('the sweep removes no picture in use whose row is %s', async (_, change) => {
  const file = await used('identity:1:front')
  await store.query(change)
  utimesSync(join(folder, file), 0, 0)
  expect(await files.sweep()).toEqual({ removed: 0 })
  expect(readdirSync(folder)).toEqual([file])
  expect(logged.join('')).toContain('pictures in use have no row, or one without their use')
})

test.each(CHANGES)('nor where another process learned the use from the row, which is then %s', async (_, change) => {
  const file = await used('identity:1:front')
  files = await started()
  await files.learnUses()
  await store.query(change)
  utimesSync(join(folder, file), 0, 0)
  expect(await files.sweep()).toEqual({ removed: 0 })
  expect(readdirSync(folder)).toEqual([file])
})

test('a use that was written into the store is not learned: the picture goes after its day', async () => {
  const kept = await files.keep({ owner: ANA, bytes: passport })
  await store.query(`update files set used_for = 'identity:1:front'`)
  await files.learnUses()
  await store.query('update files set used_for = null')
  runtime.pass(DAY_MS + 1)
  expect([kept.ok, await files.sweep(), readdirSync(folder)]).toEqual([true, { removed: 1 }, []])
})

test('a use whose transaction was rolled back is none', async () => {
  const kept = await files.keep({ owner: ANA, bytes: passport })
  const address = kept.ok ? `/api/files/${kept.file}` : ''
  const failed = store.transaction(async (tx) => {
    await files.attach(tx, { address, owner: ANA, usedFor: 'deposit:1' })
    throw new Error('refused')
  })
  await expect(failed).rejects.toThrow('refused')
  runtime.pass(DAY_MS + 1)
  expect(await files.sweep()).toEqual({ removed: 1 })
})

test('a picture in use gets no second use, whatever its row says', async () => {
  const file = await used('identity:1:front')
  await store.query('update files set used_for = null')
  expect(await attach(file, 'support:12:1')).toEqual({ ok: false, reason: 'picture_unknown' })
})

test('a picture is erased only for the use that its row proves', async () => {
  const file = await used('identity:1:front')
  const erase = (usedFor: string) => files.erase({ file, usedFor })
  await expect(erase('support:12:1')).rejects.toThrow(RowChanged)
  await store.query(`update files set used_for = 'support:12:1'`)
  await expect(erase('support:12:1')).rejects.toThrow(RowChanged)
  await store.query('update files set used_for = null')
  await expect(erase('identity:1:front')).rejects.toThrow(RowChanged)
  await store.query('delete from files')
  await expect(erase('identity:1:front')).rejects.toThrow(RowChanged)
  expect(readdirSync(folder)).toEqual([file])
})

test('the erasure of an owner removes no picture that was given to them, nor one whose use is gone', async () => {
  const [given, unmarked, own] = [await used('identity:1:front'), await used('deposit:1'), await used('support:12:1')]
  await store.query('update files set owner = $1 where file_id = $2', [BEN, given])
  await store.query('update files set used_for = null where file_id = $1', [unmarked])
  const forget = (owner: typeof ANA) => files.forget({ owner, recognised: [] })
  await expect(forget(BEN)).rejects.toThrow(RowChanged)
  await expect(forget(ANA)).rejects.toThrow(RowChanged)
  expect(readdirSync(folder).sort()).toEqual([given, unmarked].sort())
  const [row] = await store.query<{ erased: boolean }>(
    'select erased_at is not null as erased from files where file_id = $1',
    [own],
  )
  expect(row).toEqual({ erased: true })
})

describe('a picture that is handed in again', () => {
  const HIDDEN = [
    'update files set source_hash = file_id, looks = null',
    'update files set used_for = null',
    'delete from files',
  ]
  const twinsOf = async (file: string) => (await files.twins(store.query, file)).map((twin) => twin.usedFor)

  test.each(HIDDEN)('is found after %s', async (change) => {
    const first = await used('deposit:1')
    await store.query(change)
    expect(await twinsOf(await used('deposit:2'))).toEqual(['deposit:1'])
    expect(await twinsOf(first)).toEqual(['deposit:2'])
  })

  test('is found by the next process, which names rows that it cannot learn', async () => {
    const [first, second] = [await used('deposit:1'), await used('deposit:2')]
    await files.erase({ file: first, usedFor: 'deposit:1' })
    await store.query('update files set source_hash = file_id where file_id = $1', [second])
    files = await started()
    await files.learnUses()
    expect(logged.join('')).toContain('rows of pictures were changed')
    expect(logged.join('')).toContain(second)
    expect(await twinsOf(await used('deposit:3'))).toEqual(['deposit:1'])
  })

  test('is not handed in where its own fingerprint was changed since the upload', async () => {
    await used('deposit:1')
    const kept = await files.keep({ owner: ANA, bytes: passport })
    if (!kept.ok) throw new Error(kept.reason)
    await store.query('update files set source_hash = file_id, looks = null where file_id = $1', [kept.file])
    expect(await attach(kept.file, 'deposit:2')).toEqual({ ok: false, reason: 'picture_unknown' })
    expect(logged.join('')).toContain('a picture was changed since its upload')
  })

  test('is not found once its owner was erased, also by the next process', async () => {
    await used('deposit:1')
    await files.forget({ owner: ANA, recognised: [] })
    await files.forget({ owner: ANA, recognised: [] })
    expect(await twinsOf(await used('deposit:2'))).toEqual([])
    files = await started()
    await files.learnUses()
    expect(await twinsOf(await used('deposit:3'))).toEqual(['deposit:2'])
    expect(logged.join('')).not.toContain('rows of pictures were changed')
  })
})
