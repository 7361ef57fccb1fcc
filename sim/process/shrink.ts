/**
 * A long history of a process that fails, shortened to the few steps that matter, as shrink.ts does for the engine's:
 * ever smaller pieces are left out as long as the same kind of fault remains.
 */
import type { Subject } from './bundle.ts'
import { replayProcess } from './history.ts'
import type { ProcessStep } from './steps.ts'

/** `steps` must fail. The result fails in the same way, and no single step of it can be left out. */
export async function shrinkProcess(subject: Subject, steps: readonly ProcessStep[]): Promise<readonly ProcessStep[]> {
  const original = await replayProcess(subject, steps)
  if (original === undefined) throw new Error('invariant violated: only a failing history is shrunk')
  const fails = async (candidate: readonly ProcessStep[]) =>
    (await replayProcess(subject, candidate))?.kind === original.kind
  let kept = steps.slice(0, original.step)
  if (!(await fails(kept))) kept = steps.slice()
  let size = Math.max(1, kept.length >> 1)
  for (;;) {
    const before = kept.length
    for (let start = kept.length - size; start > -size; start -= size) {
      const candidate = [...kept.slice(0, Math.max(0, start)), ...kept.slice(start + size)]
      if (await fails(candidate)) kept = candidate
    }
    if (size === 1 && kept.length === before) return kept
    size = Math.max(1, size >> 1)
  }
}
