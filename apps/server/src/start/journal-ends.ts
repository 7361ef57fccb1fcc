/**
 * Notes outside the store where the journal ends: the tree head goes to the log every hour and once more when the write
 * path has closed. `--known-head=<treeSize>:<treeHead>` compares the journal with one that is kept elsewhere. The core
 * keeps the newest batch in the data folder (core/known-batch.ts).
 */
import type { Logger } from 'pino'
import type { Core } from '../core/index.ts'
import { HOUR_MS } from '../services/clock/index.ts'
import type { Jobs } from '../services/jobs/index.ts'

/** Returns what stops the core and logs the end at which the journal then stands. */
export function noteJournalEnds(parts: {
  readonly core: Core
  readonly jobs: Jobs
  readonly log: Logger
}): () => Promise<void> {
  const { core, jobs, log } = parts
  const say = () => {
    const { size: treeSize, hash: treeHead } = core.treeHead()
    log.info({ batches: core.stats().batches, treeSize, treeHead }, 'the tree head of the journal')
  }
  const hourly = jobs.add({ name: 'tree_head_log', everyMs: HOUR_MS, run: async () => say() })
  return async () => {
    await hourly.stop()
    await core.stop()
    say()
  }
}
