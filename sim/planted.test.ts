/** The simulator can fail: every planted bug is found, and the history that found it can be shortened to the steps that matter. */
import { createEngine, createPlainEngine } from '@veritick/engine'
import { afterAll, expect, test } from 'vitest'
import { compare, type Engines } from './compare.ts'
import { type Told, tell } from './history.ts'
import { engineWith, PLANTED, removePlanted } from './planted.ts'
import { shrink } from './shrink.ts'

/** Twice what `npm test` tells of the real engine. */
const SEEDS_MAX = 500
const TIMEOUT = { timeout: 240_000 }

afterAll(removePlanted)

test.each(PLANTED.map((planted, index) => ({ ...planted, index })))('found: $bug', TIMEOUT, async ({ index, ...planted }) => {
  const engines = { judge: createPlainEngine, subject: await engineWith(planted, index) }
  expect(firstFailing(engines)?.fault, `not found in ${SEEDS_MAX} seeds`).toBeDefined()
})

test('a history of 300 steps is shortened to the ten or so that show the bug', TIMEOUT, async () => {
  const [first] = PLANTED
  if (first === undefined) throw new Error('there are planted bugs')
  const engines = { judge: createPlainEngine, subject: await engineWith(first, PLANTED.length) }
  const told = firstFailing(engines)
  const steps = shrink(engines, told?.steps ?? [])
  expect(steps.length).toBeLessThan(16)
  expect(compare(engines, steps)?.kind).toBe(told?.fault?.kind)
  expect(compare({ judge: createPlainEngine, subject: createEngine }, steps), 'the real engine passes it').toBeUndefined()
})

function firstFailing(engines: Engines): Told | undefined {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const told = tell(engines, { seed, length: 300 })
    if (told.fault !== undefined) return told
  }
  return undefined
}
