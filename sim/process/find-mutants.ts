/** Whether the simulator of the process finds a mutant: the first of its histories that fails. */
import { loadSubject } from './bundle.ts'
import { type ProcessHistory, simulateProcess } from './history.ts'
import type { ProcessMutant } from './mutants.ts'

/** Seeds that may pass before a mutant counts as missed. */
const SEEDS_MAX = 80
const LENGTH = 400

export async function firstFailing(
  mutant: ProcessMutant,
): Promise<(ProcessHistory & { readonly seed: number }) | undefined> {
  const subject = await loadSubject(mutant)
  const seeds = Array.from({ length: SEEDS_MAX }, (_, before) => before + 1)
  for (const seed of mutant.seed === undefined ? seeds : [mutant.seed, ...seeds]) {
    const history = await simulateProcess(subject, { seed, length: LENGTH })
    if (history.fault !== undefined) return { ...history, seed }
  }
  return undefined
}
