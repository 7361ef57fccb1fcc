/** One seed's history of a process, made step by step against what the process shows; and one that was stored. */
import type { Subject } from './bundle.ts'
import type { ProcessStep } from './steps.ts'
import { ProcessWorkload } from './workload.ts'
import { type ProcessFault, World } from './world.ts'

export type ProcessHistory = {
  readonly steps: readonly ProcessStep[]
  readonly fault: ProcessFault | undefined
  readonly events: number
  readonly starts: number
}

/** How often each kind of step was taken. */
export type Counts = Map<string, number>

export async function simulateProcess(
  subject: Subject,
  { seed, length, counts }: { readonly seed: number; readonly length: number; readonly counts?: Counts },
): Promise<ProcessHistory> {
  await eventLoopTurn()
  const world = new World(subject)
  return world.watched(() => made(world, { seed, length, ...(counts === undefined ? {} : { counts }) }))
}

async function made(
  world: World,
  { seed, length, counts }: { readonly seed: number; readonly length: number; readonly counts?: Counts },
): Promise<ProcessHistory> {
  const workload = new ProcessWorkload(seed)
  const steps: ProcessStep[] = []
  let fault = await world.ready()
  while (fault === undefined && steps.length < length) {
    const { engine } = world.current
    const step = workload.next({ engine, starts: world.starts, wall: world.wall() })
    steps.push(step)
    counts?.set(step.action.kind, (counts.get(step.action.kind) ?? 0) + 1)
    fault = await world.take(step)
    fault ??= await world.ready()
  }
  fault ??= await world.finish()
  return { steps, fault, events: world.auditor.durable.sequence, starts: world.starts }
}

/** The fault of a stored history, or undefined. */
export async function replayProcess(
  subject: Subject,
  steps: readonly ProcessStep[],
): Promise<ProcessFault | undefined> {
  await eventLoopTurn()
  const world = new World(subject)
  return world.watched(async () => {
    for (const step of steps) {
      const fault = await world.take(step)
      if (fault !== undefined) return fault
    }
    return world.finish()
  })
}

/** A history runs in one turn; between two of them the program that runs them can listen. */
function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
