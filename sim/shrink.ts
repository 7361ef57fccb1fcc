/**
 * A long history that fails, shortened to the few steps that matter: leave out ever smaller pieces as long as the same
 * kind of fault remains (Zeller's delta debugging). Steps are complete in themselves, so what is left is still a
 * history.
 */
import { compare, type Engines } from './compare.ts'
import type { Step } from './steps.ts'

/** `steps` must fail. The result fails in the same way, and no single step of it can be left out. */
export function shrink(engines: Engines, steps: readonly Step[]): readonly Step[] {
  const original = compare(engines, steps)
  if (original === undefined) throw new Error('invariant violated: only a failing history is shrunk')
  const fails = (candidate: readonly Step[]) => compare(engines, candidate)?.kind === original.kind
  let kept = steps.slice(0, original.step)
  if (!fails(kept)) kept = steps.slice()
  let size = Math.max(1, kept.length >> 1)
  for (;;) {
    const before = kept.length
    for (let start = kept.length - size; start > -size; start -= size) {
      const candidate = [...kept.slice(0, Math.max(0, start)), ...kept.slice(start + size)]
      if (fails(candidate)) kept = candidate
    }
    if (size === 1 && kept.length === before) return kept
    size = Math.max(1, size >> 1)
  }
}
