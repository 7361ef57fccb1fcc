/** Whether the simulator finds a mutant of the engine: its first history in which the two engines part. */
import { createReferenceEngine } from '@veritick/engine'
import type { Engines } from './compare.ts'
import { type Simulation, simulate } from './history.ts'
import { engineWith } from './mutant-engine.ts'
import type { EngineMutant } from './mutants.ts'

/** Five times what `npm test` simulates of the real engine. */
const SEEDS_MAX = 500
const LENGTH = 300

export type Found = Simulation & { readonly seed: number; readonly engines: Engines }

export async function firstEngineFault(mutant: EngineMutant, index: number): Promise<Found | undefined> {
  const engines = { reference: createReferenceEngine, subject: await engineWith(mutant, index) }
  const seeds = Array.from({ length: SEEDS_MAX }, (_, index) => index + 1)
  for (const seed of mutant.seed === undefined ? seeds : [mutant.seed, ...seeds]) {
    const simulation = simulate(engines, { seed, length: mutant.length ?? LENGTH })
    if (simulation.fault !== undefined) return { ...simulation, seed, engines }
  }
  return undefined
}
