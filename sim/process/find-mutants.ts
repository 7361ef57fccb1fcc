/** Whether the simulator of the process finds a mutant: its first history that fails, with seeds from 1 on. */
import type { Mutant } from '../mutant.ts'
import { loadSubject } from './bundle.ts'
import { type ProcessHistory, simulateProcess } from './history.ts'

/** Seeds that may pass before a mutant counts as missed. */
const SEEDS_MAX = 80
const LENGTH = 400

export async function firstFailing(mutant: Mutant): Promise<(ProcessHistory & { readonly seed: number }) | undefined> {
  const subject = await loadSubject(mutant)
  for (let seed = 1; seed <= SEEDS_MAX; seed++) {
    const history = await simulateProcess(subject, { seed, length: LENGTH })
    if (history.fault !== undefined) return { ...history, seed }
  }
  return undefined
}
