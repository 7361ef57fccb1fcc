/** Until which moment codes and links of an owner count as used, also after a restart and where clocks were set. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TransactionEnd } from '../../store/index.ts'
import { SPENT_FILE, Spent } from './spent.ts'

const START = 1_800_000_000_000
const HOUR = 3_600_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-spent-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As a start of the server does. */
const started = (now = START) => new Spent({ file: join(folder, SPENT_FILE), log: pino({ enabled: false }), now })
const spend = (spent: Spent, until: number, end: TransactionEnd | 'rolled back' = 'committed') =>
  spent.spend({ onEnd: (listener) => (end === 'rolled back' ? undefined : listener(end)) }, 'ana', {
    until,
    now: START,
  })

test.each<TransactionEnd>(['committed', 'unknown'])('what a transaction used stays used when it %s', (end) => {
  const first = started()
  spend(first, START + 5, end)
  spend(first, START + 3, end)
  for (const spent of [first, started(), started()])
    expect([spent.until('ana', START), spent.until('ben', START)]).toEqual([START + 5, 0])
})

test('a rolled back transaction has used nothing', () => {
  const first = started()
  spend(first, START + 5, 'rolled back')
  expect([first.until('ana', START), started().until('ana', START)]).toEqual([0, 0])
})

test('a start an hour later forgets it', () => {
  spend(started(), START)
  expect(started(START + HOUR - 1).until('ana', START)).toBe(START)
  expect(started(START + HOUR).until('ana', START)).toBe(0)
})

test('a moment far ahead, of a clock that was set back since, bars nothing', () => {
  const spent = started()
  spend(spent, START + 2 * HOUR)
  expect(spent.until('ana', START)).toBe(0)
  expect(spent.until('ana', START + HOUR)).toBe(START + 2 * HOUR)
})
