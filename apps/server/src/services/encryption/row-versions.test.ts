/** Which rows the server knows as older ones or as removed, also after a restart, a rollback, and without its file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../../store/index.ts'
import { ROW_VERSIONS_FILE, RowVersions } from './row-versions.ts'

const ANA = { table: 'users', key: 1 }
const BEN = { table: 'users', key: 2 }
const PASSKEY = { table: 'passkeys', key: 'phone' }

let folder: string
let file: string
let logged: string[]
/** Monotonic, ms. */
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-versions-'))
  file = join(folder, 'simulated', ROW_VERSIONS_FILE)
  logged = []
  now = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As a start of the server does. */
const started = () =>
  new RowVersions({ file, log: pino({}, { write: (line: string) => void logged.push(line) }), now: () => now })

type End = 'committed' | 'unknown' | 'rolled back'
const tx = (end: End): Pick<Transaction, 'onEnd'> => ({
  onEnd: (listener) => {
    if (end !== 'rolled back') listener(end)
  },
})

test('an older row is refused at once and after each restart, and a newer one is not', () => {
  const versions = started()
  versions.changed(tx('committed'), ANA, 2)
  versions.changed(tx('committed'), ANA, 3)
  for (const known of [versions, started(), started()])
    expect([1, 2, 3, 4].map((version) => known.isNewest(ANA, version))).toEqual([false, false, true, true])
  expect(started().isNewest(BEN, 1)).toBe(true)
  expect(logged).toEqual([])
})

test('a removed row does not come back, and others of its table without versions are right', () => {
  started().removed(tx('committed'), PASSKEY)
  const again = started()
  expect(again.isNewest(PASSKEY, 0)).toBe(false)
  expect(again.isNewest({ ...PASSKEY, key: 'desktop' }, 0)).toBe(true)
})

test.each<End>(['rolled back', 'unknown'])('the row before stays right where the change was %s', (end) => {
  const versions = started()
  versions.changed(tx(end), ANA, 2)
  for (const known of [versions, started()])
    expect([1, 2].map((version) => known.isNewest(ANA, version))).toEqual([true, true])
})

test('a version that went down is not taken over', () => {
  const versions = started()
  versions.keep([
    { row: ANA, version: 5 },
    { row: ANA, version: 4 },
  ])
  expect(versions.of(ANA)).toBe(5)
  expect(started().of(ANA)).toBe(5)
})

test('without its file, as after a restore, the server knows no version; a damaged file is told', () => {
  started().keep([{ row: ANA, version: 5 }])
  rmSync(file)
  expect(started().of(ANA)).toBe(0)
  expect(logged).toEqual([])
  writeFileSync(file, 'x'.repeat(1_000))
  expect(started().of(ANA)).toBe(0)
  expect(logged.join()).toContain('is damaged: older rows of the store are not recognised')
})

test('a file that an attacker lets the server delete is made again by the next change', () => {
  const versions = started()
  versions.changed(tx('committed'), ANA, 2)
  versions.removed(tx('committed'), PASSKEY)
  rmSync(file)
  versions.changed(tx('committed'), BEN, 3)
  const again = started()
  expect([again.of(ANA), again.of(BEN), again.isNewest(PASSKEY, 0)]).toEqual([2, 3, false])
})

test('a change whose version could not be kept is refused as trouble of the store', () => {
  mkdirSync(join(file, 'in the way'), { recursive: true })
  const versions = started()
  expect(() => versions.changed(tx('committed'), ANA, 2)).toThrow('the newest versions of rows cannot be kept')
  rmSync(file, { recursive: true })
  versions.retry()
  versions.changed(tx('committed'), ANA, 2)
  expect(started().of(ANA)).toBe(2)
})

test('an older row is told once, and not where it may have been read before its change', () => {
  const versions = started()
  const older = () => versions.tellOlder(ANA, 'an older row')
  versions.changed(tx('committed'), ANA, 2)
  older()
  now = 29_999
  older()
  expect(logged).toEqual([])
  now = 30_000
  older()
  older()
  expect(logged).toHaveLength(1)
  started().tellOlder(ANA, 'an older row')
  expect(logged).toHaveLength(2)
})
