/**
 * The short run of the process simulator: histories of the whole write path on a store that fails, a tenth of the
 * mutants, and the histories that once failed. `npm run sim -- --process` and `npm run sim -- --mutants` run the rest.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSubject, type Subject } from './bundle.ts'
import { firstFailing } from './find-mutants.ts'
import { replayProcess, simulateProcess } from './history.ts'
import { PROCESS_MUTANTS } from './mutants.ts'
import { shrinkProcess } from './shrink.ts'
import type { ProcessStep } from './steps.ts'

const SEEDS = 12
const STEPS = 400
const TIMEOUT = { timeout: 600_000 }
const FOLDER = new URL('../regressions/process/', import.meta.url)
const SERVER = new URL('../../apps/server/src/', import.meta.url)
/** Every action that a history can hold. */
const KINDS = [
  ...['market', 'submit', 'look', 'projected', 'receipt', 'latency', 'fault'],
  ...['crash', 'second_writer', 'lock_lost', 'stop', 'clock'],
]

let subject: Subject
beforeAll(async () => {
  subject = await loadSubject()
})

describe('histories that once failed', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.json')) : []
  test.each(files)('%s', TIMEOUT, async (file) => {
    const steps: readonly ProcessStep[] = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
    expect(steps.length).toBeGreaterThan(0)
    expect(await replayProcess(subject, steps)).toBeUndefined()
  })
})

test(`${SEEDS} processes of ${STEPS} steps lose nothing, and meet every kind of step`, TIMEOUT, async () => {
  const counts = new Map<string, number>()
  let starts = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const history = await simulateProcess(subject, { seed, length: STEPS, counts })
    expect(history.fault, `npm run sim -- --process --seeds 1 --steps ${STEPS} --from ${seed}`).toBeUndefined()
    starts += history.starts
  }
  expect(KINDS.filter((kind) => !counts.has(kind))).toEqual([])
  expect(starts).toBeGreaterThan(2 * SEEDS)
})

test('a seed is one history, and its steps alone are the same history', TIMEOUT, async () => {
  const [one, two] = [
    await simulateProcess(subject, { seed: 3, length: STEPS }),
    await simulateProcess(subject, { seed: 3, length: STEPS }),
  ]
  // Quicker than `toEqual` on thousands of steps.
  expect(isDeepStrictEqual(two, one)).toBe(true)
  expect(await replayProcess(subject, JSON.parse(JSON.stringify(one.steps)))).toBeUndefined()
})

test('every mutant can be applied: its line stands in its file, once', () => {
  const missing = PROCESS_MUTANTS.filter(
    ({ file, line }) => readFileSync(new URL(file, SERVER), 'utf8').split(line).length !== 2,
  )
  expect(missing.map(({ bug }) => bug)).toEqual([])
})

test.each(PROCESS_MUTANTS.filter((_, index) => index % 10 === 0))('found: $bug', TIMEOUT, async (mutant) => {
  expect(await firstFailing(mutant), 'not found').toBeDefined()
})

test('a history that finds a mutant is shortened, and the real core passes what is left', TIMEOUT, async () => {
  const mutant = PROCESS_MUTANTS.find(({ bug }) => bug === 'a batch that is published twice')
  if (mutant === undefined) throw new Error('the mutant is in the list')
  const found = await firstFailing(mutant)
  const steps = await shrinkProcess(await loadSubject(mutant), found?.steps ?? [])
  expect(steps.length).toBeLessThan(16)
  expect(await replayProcess(subject, steps)).toBeUndefined()
})
