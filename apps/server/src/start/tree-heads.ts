/**
 * Writes the tree head of the journal to the log, every hour and once more when the write path has closed. A head that
 * is kept outside the store shows later that no batch before it is missing: `--known-head=<treeSize>:<treeHead>`
 * compares the journal with it.
 */
import type { Logger } from 'pino'
import type { Core } from '../core/index.ts'
import { HOUR_MS } from '../services/clock/index.ts'
import type { Jobs } from '../services/jobs/index.ts'

/** Returns what stops the core and logs the head at which the journal then stands. */
export function logTreeHeads(parts: {
  readonly core: Core
  readonly jobs: Jobs
  readonly log: Logger
}): () => Promise<void> {
  const { core, jobs, log } = parts
  const say = () => {
    const { size: treeSize, hash: treeHead } = core.treeHead()
    log.info({ batches: core.stats().batches, treeSize, treeHead }, 'the tree head of the journal')
  }
  const job = jobs.add({ name: 'tree_head_log', everyMs: HOUR_MS, run: async () => say() })
  return async () => {
    await job.stop()
    await core.stop()
    say()
  }
}
