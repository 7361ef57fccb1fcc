/**
 * The simulator can fail: every mutant is found, and the history that found it can be shortened to the steps that
 * matter.
 */
import { createEngine, createReferenceEngine } from '@veritick/engine'
import { afterAll, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { firstEngineFault } from './find-mutants.ts'
import { removeMutants } from './mutant-engine.ts'
import { MUTANTS } from './mutants.ts'
import { shrink } from './shrink.ts'

const TIMEOUT = { timeout: 240_000 }

afterAll(removeMutants)

test.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))(
  'found: $bug',
  TIMEOUT,
  async ({ index, ...mutant }) => {
    expect(await firstEngineFault(mutant, index), 'not found').toBeDefined()
  },
)

test('a history of 300 steps is shortened to the ten or so that show the bug', TIMEOUT, async () => {
  const [first] = MUTANTS
  const found = first && (await firstEngineFault(first, MUTANTS.length))
  if (found === undefined) throw new Error('the first mutant is found')
  const steps = shrink(found.engines, found.steps)
  expect(steps.length).toBeLessThan(16)
  expect(compare(found.engines, steps)?.kind).toBe(found.fault?.kind)
  expect(
    compare({ reference: createReferenceEngine, subject: createEngine }, steps),
    'the real engine passes it',
  ).toBeUndefined()
})
