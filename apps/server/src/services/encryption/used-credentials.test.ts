/** Up to which time codes and links of an owner count as used, also after a restart and where clocks were set. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TransactionEnd } from '../../store/index.ts'
import { USED_CREDENTIALS_FILE, UsedCredentials } from './used-credentials.ts'

const START = 1_800_000_000_000
const HOUR = 3_600_000

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-used-'))
  now = START
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As a start of the server does. */
const started = () =>
  new UsedCredentials({
    file: join(folder, USED_CREDENTIALS_FILE),
    log: pino({ enabled: false }),
    guardedNow: () => now,
  })
const use = (used: UsedCredentials, upTo: number, end: TransactionEnd | 'rolled back' = 'committed', owner = 'ana') =>
  used.use({ onEnd: (listener) => (end === 'rolled back' ? undefined : listener(end)) }, owner, upTo)

test.each<TransactionEnd>(['committed', 'unknown'])('what a transaction used stays used when it %s', (end) => {
  const first = started()
  use(first, START + 5, end)
  use(first, START + 3, end)
  for (const used of [first, started(), started()])
    expect([used.usedUpTo('ana', START), used.usedUpTo('ben', START)]).toEqual([START + 5, 0])
})

test('a rolled back transaction has used nothing', () => {
  const first = started()
  use(first, START + 5, 'rolled back')
  expect([first.usedUpTo('ana', START), started().usedUpTo('ana', START)]).toEqual([0, 0])
})

test('a start an hour later forgets it', () => {
  use(started(), START)
  now = START + HOUR - 1
  expect(started().usedUpTo('ana', START)).toBe(START)
  now = START + HOUR
  expect(started().usedUpTo('ana', START)).toBe(0)
})

test('what is over is forgotten in memory too', () => {
  const used = started()
  for (let each = 0; each < 9_999; each += 1) use(used, START, 'committed', `early ${each}`)
  now = START + HOUR
  use(used, now + 5)
  expect([used.size, used.usedUpTo('ana', now)]).toEqual([1, now + 5])
})

test('a time far ahead, of a clock that was set back since, bars nothing', () => {
  const used = started()
  use(used, START + 2 * HOUR)
  expect(used.usedUpTo('ana', START)).toBe(0)
  expect(used.usedUpTo('ana', START + HOUR)).toBe(START + 2 * HOUR)
})
