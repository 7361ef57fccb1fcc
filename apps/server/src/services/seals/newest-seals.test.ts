/**
 * The file of the newest seals: what the next process knows of the records, what one change costs, and what a file
 * means that is damaged, torn by a power cut, removed, or without space.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KnownFileRefused, StoreBusy } from '../../store/index.ts'
import { KNOWN_RECORDS_FILE, NewestSeals } from './newest-seals.ts'
import { type NewestSeal, RECORD_BYTES, sealStartOf } from './seal-bytes.ts'

const NOW = 1_800_000_000_000
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-seals-'))
  file = join(folder, 'simulated', KNOWN_RECORDS_FILE)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As a start of the server does. */
const started = () => new NewestSeals({ file, log: undefined, now: () => NOW })
const seal = (digit: string) => digit.repeat(64)
const facts = (changes: Partial<NewestSeal> = {}): NewestSeal => ({
  ...{ version: 1, sealStart: sealStartOf(seal('a')), at: NOW, user: 17, by: null, isOpen: false },
  ...changes,
})
/** Where the file differs from its bytes before. */
function changed(before: Buffer): number[] {
  const after = readFileSync(file)
  expect(after).toHaveLength(before.length)
  const places: number[] = []
  for (let at = 0; at < after.length; at += 1) if (after[at] !== before[at]) places.push(at)
  return places
}

test('the next process knows all that was remembered of a record', () => {
  const doubted = { version: 3, sealStart: sealStartOf(seal('b')), isOpen: true }
  const withdrawal = facts({ version: 2, by: '00ff00ff00ff00ff', isOpen: true, doubted })
  const first = started()
  first.keep('withdrawals', 2_147_483_647, withdrawal)
  first.keep('closures', -7, facts())
  const deposit = facts({ isOpen: true, payment: '0123456789abcdef' })
  first.keep('deposits', 7, deposit)
  for (const seals of [started(), started()]) {
    expect(seals.of('withdrawals', 2_147_483_647)).toEqual(withdrawal)
    expect(seals.of('closures', -7)).toEqual(facts())
    expect(seals.of('deposits', 7)).toEqual(deposit)
    expect(seals.of('deposits', -7)).toBeUndefined()
  }
})

test('one change writes one record, however many the file has, also within the same turn', () => {
  const seals = started()
  for (let id = 1; id <= 300; id += 1) seals.keep('deposits', id, facts())
  for (const [version, endsTurn] of [
    [2, false],
    [3, true],
  ] as const) {
    if (endsTurn) seals.endTurn()
    const before = readFileSync(file)
    seals.keep('deposits', 7, facts({ version }))
    const places = changed(before)
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(RECORD_BYTES)
    expect(started().of('deposits', 7)).toMatchObject({ version })
  }
})

test('a record that a power cut tore is dropped, one that was damaged later stops the start', () => {
  const seals = started()
  for (const id of [1, 2]) seals.keep('deposits', id, facts())
  const whole = readFileSync(file)
  const [first, last] = [RECORD_BYTES, 2 * RECORD_BYTES]
  const torn = Buffer.from(whole)
  torn.fill(0, last + RECORD_BYTES / 2, last + RECORD_BYTES)
  writeFileSync(file, torn)
  const after = started()
  expect([after.of('deposits', 1), after.of('deposits', 2)]).toEqual([facts(), undefined])
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(first + 8) + 1, first + 8)
  writeFileSync(file, damaged)
  expect(started).toThrow(KnownFileRefused)
  expect(started).toThrow(`${file} is damaged: it names the newest seals of deposits, withdrawals`)
})

test('a file that vanishes while the server runs is made again by the next change', () => {
  const seals = started()
  seals.keep('deposits', 1, facts())
  rmSync(file)
  seals.keep('deposits', 2, facts())
  expect([started().of('deposits', 1), started().of('deposits', 2)]).toEqual([facts(), facts()])
})

test('a decision is refused as trouble of the store while its seal could not be kept', () => {
  const seals = started()
  rmSync(file)
  mkdirSync(join(file, 'in the way'), { recursive: true })
  seals.keep('deposits', 1, facts())
  const decide = () => seals.sealed({ onEnd: () => {} }, { table: 'deposits', id: 2 }, facts())
  expect(decide).toThrow(StoreBusy)
  rmSync(file, { recursive: true })
  seals.endTurn()
  decide()
  expect(started().of('deposits', 1)).toEqual(facts())
})

test('a row counts as the remembered one by its version and the first eight bytes of its seal', () => {
  const seals = started()
  seals.keep('deposits', 1, facts({ version: 2 }))
  const isNewest = (version: number, digits: string) => seals.isNewest('deposits', 1, { version, seal: digits })
  expect(isNewest(2, seal('a'))).toBe(true)
  expect(isNewest(2, `${'a'.repeat(15)}b${'a'.repeat(48)}`)).toBe(false)
  expect([isNewest(1, seal('a')), isNewest(3, seal('c'))]).toEqual([false, true])
})
