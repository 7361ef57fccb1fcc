/** Whether the simulator finds a mutant of the engine: its first history in which the two engines part. */
import { createReferenceEngine } from '@veritick/engine'
import type { Engines } from './compare.ts'
import { type Simulation, simulate } from './history.ts'
import { engineWith, type Mutant } from './mutants.ts'

/** Twice what `npm test` simulates of the real engine. */
const SEEDS_MAX = 500
const LENGTH = 300

export type Found = Simulation & { readonly seed: number; readonly engines: Engines }

export async function firstEngineFault(mutant: Mutant, index: number): Promise<Found | undefined> {
  const engines = { reference: createReferenceEngine, subject: await engineWith(mutant, index) }
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const simulation = simulate(engines, { seed, length: LENGTH })
    if (simulation.fault !== undefined) return { ...simulation, seed, engines }
  }
  return undefined
}
