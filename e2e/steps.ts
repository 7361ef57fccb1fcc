/** Steps of one journey. After the first failure the following steps are skipped, and a screenshot is kept. */
import { afterEach, beforeEach } from 'vitest'
import type { Phone } from './phone.ts'

/** `phones`: a picture of each is kept, numbered from the second one on. */
export function stepByStep(...phones: readonly (() => Phone | undefined)[]): void {
  let failed: string | undefined
  beforeEach(({ skip }) => {
    if (failed !== undefined) skip(`after "${failed}"`)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    failed ??= task.name
    const name = `failed-${task.name.replace(/\W+/g, '-')}`
    for (const [at, phone] of phones.entries())
      await phone()
        ?.screenshot(at === 0 ? name : `${name}-${at + 1}`)
        .catch(() => undefined)
  })
}
