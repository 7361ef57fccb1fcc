/** One seed's history: made step by step against the engine under test, compared as it goes. */
import { Comparison, type Engines, type Fault } from './compare.ts'
import type { Coverage } from './coverage.ts'
import type { Step } from './steps.ts'
import { Workload } from './workload.ts'

export type Simulation = { readonly steps: readonly Step[]; readonly fault: Fault | undefined; readonly events: number }

export function simulate(
  engines: Engines,
  { seed, length, coverage }: { seed: number; length: number; coverage?: Coverage },
): Simulation {
  const comparison = new Comparison(engines)
  const workload = new Workload(seed)
  const steps: Step[] = []
  const seen = coverage === undefined ? undefined : coverage.command.bind(coverage)
  while (steps.length < length) {
    const step = workload.next(comparison.subject)
    steps.push(step)
    const fault = comparison.take(step, seen)
    if (fault !== undefined) return { steps, fault, events: comparison.events.length }
  }
  return { steps, fault: comparison.finish(), events: comparison.events.length }
}
