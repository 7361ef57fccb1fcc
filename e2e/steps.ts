/** Steps of one journey. After the first failure the following steps are skipped. */
import { afterEach, beforeEach } from 'vitest'

export function stepByStep(): void {
  let failed: string | undefined
  beforeEach(({ skip }) => {
    if (failed !== undefined) skip(`after "${failed}"`)
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed ??= task.name
  })
}
