/**
 * The simulator can fail: every mutant is found, and the history that found it can be shortened to the steps that
 * matter.
 */
import { createEngine, createReferenceEngine } from '@veritick/engine'
import { afterAll, expect, test } from 'vitest'
import { compare, type Engines } from './compare.ts'
import { type Simulation, simulate } from './history.ts'
import { engineWith, MUTANTS, removeMutants } from './mutants.ts'
import { shrink } from './shrink.ts'

/** Twice what `npm test` simulates of the real engine. */
const SEEDS_MAX = 500
const TIMEOUT = { timeout: 240_000 }

afterAll(removeMutants)

test.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))(
  'found: $bug',
  TIMEOUT,
  async ({ index, ...mutant }) => {
    const engines = { reference: createReferenceEngine, subject: await engineWith(mutant, index) }
    expect(firstFailing(engines)?.fault, `not found in ${SEEDS_MAX} seeds`).toBeDefined()
  },
)

test('a history of 300 steps is shortened to the ten or so that show the bug', TIMEOUT, async () => {
  const [first] = MUTANTS
  if (first === undefined) throw new Error('there are mutants')
  const engines = { reference: createReferenceEngine, subject: await engineWith(first, MUTANTS.length) }
  const simulation = firstFailing(engines)
  const steps = shrink(engines, simulation?.steps ?? [])
  expect(steps.length).toBeLessThan(16)
  expect(compare(engines, steps)?.kind).toBe(simulation?.fault?.kind)
  expect(
    compare({ reference: createReferenceEngine, subject: createEngine }, steps),
    'the real engine passes it',
  ).toBeUndefined()
})

function firstFailing(engines: Engines): Simulation | undefined {
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const simulation = simulate(engines, { seed, length: 300 })
    if (simulation.fault !== undefined) return simulation
  }
  return undefined
}
