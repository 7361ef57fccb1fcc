/** An attacker, or a store that is too busy, cancels the reads of the check of the older batches. */
import { millis } from '@veritick/domain'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { Query } from '../store/index.ts'
import { createJournalCheck } from './journal-check.ts'
import { NO_SNAPSHOT } from './snapshot.ts'
import type { StateFault } from './state-faults.ts'

const TRIES = 3

test('an operator is told of older batches that cannot be read, and their check goes on at a slower pace', async () => {
  const lines: { msg: string; waitMs: number }[] = []
  const damages: StateFault[] = []
  let isCancelled = true
  let reads = 0
  const query: Query = async () => {
    reads += 1
    if (isCancelled) throw new Error('canceling statement due to user request')
    return []
  }
  const checker = createJournalCheck({
    query,
    unchecked: { base: NO_SNAPSHOT, baseState: undefined, last: { batch: 7, hash: new Uint8Array(32) } },
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    wallClock: () => millis(1),
    onDamage: (fault) => void damages.push(fault),
    retry: { tries: TRIES, everyMs: 0, laterEveryMs: 1 },
  })
  expect(checker.check()).toMatchObject({ state: 'checking', total: 7 })
  checker.begin()
  await expect.poll(() => reads).toBeGreaterThan(TRIES + 2)
  expect(checker.check()).toMatchObject({ state: 'unread', checked: 0 })
  expect(lines.slice(0, TRIES).map(({ waitMs }) => waitMs)).toEqual([0, 0, 1])
  expect(lines[TRIES - 1]?.msg).toMatch(/could not be read several times.*what cancels the reads/)
  isCancelled = false
  await expect.poll(() => checker.check().state).toBe('damaged')
  expect(damages.map(({ message }) => message)).toEqual(['journal batch 1 is missing'])
  await checker.stop()
})
