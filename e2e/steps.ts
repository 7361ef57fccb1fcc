/** Steps of one journey. After the first failure the following steps are skipped, and a screenshot is kept. */
import { afterEach, beforeEach } from 'vitest'
import type { Phone } from './phone.ts'

export function stepByStep(phone: () => Phone | undefined): void {
  let failed: string | undefined
  beforeEach(({ skip }) => {
    if (failed !== undefined) skip(`after "${failed}"`)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    failed ??= task.name
    await phone()
      ?.screenshot(`failed-${task.name.replace(/\W+/g, '-')}`)
      .catch(() => undefined)
  })
}
