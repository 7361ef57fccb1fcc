/** Shared by journeys of several steps: how long a step waits, and where the journey ends. */
import { afterEach, beforeEach } from 'vitest'

/** For what must happen although the machine is busy. It only ends what hangs. */
export const SOON = { timeout: 40_000, interval: 100 }

/** After the first failed step of a journey the following ones are skipped. */
export function stepByStep(): void {
  let failed: string | undefined
  beforeEach(({ skip }) => {
    if (failed !== undefined) skip(`after "${failed}"`)
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed ??= task.name
  })
}
