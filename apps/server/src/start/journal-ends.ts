/**
 *  Notes outside the store where the journal ends. The tree head goes to the log every hour and once more when the
 * write path has closed: `--known-head=<treeSize>:<treeHead>` compares the journal with one that is kept elsewhere. The
 * newest batch goes to the data folder every minute and at the close, and every start looks for it
 * (core/known-batch.ts).
 */
import { join } from 'node:path'
import type { Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import { type Core, KNOWN_BATCH_FILE, knownBatchKeeper } from '../core/index.ts'
import { HOUR_MS, MINUTE_MS } from '../services/clock/index.ts'
import type { Jobs } from '../services/jobs/index.ts'
import type { Store } from '../store/index.ts'

/** Returns what stops the core and notes the end at which the journal then stands. */
export function noteJournalEnds(parts: {
  readonly config: Pick<Config, 'dataDir' | 'world'>
  readonly core: Core
  readonly store: Store
  readonly wallClock: () => Millis
  readonly jobs: Jobs
  readonly log: Logger
}): () => Promise<void> {
  const { config, core, store, wallClock, jobs, log } = parts
  const file = join(config.dataDir, config.world, KNOWN_BATCH_FILE)
  const keep = knownBatchKeeper({ query: store.background.query, file, wallClock, log })
  const say = () => {
    const { size: treeSize, hash: treeHead } = core.treeHead()
    log.info({ batches: core.stats().batches, treeSize, treeHead }, 'the tree head of the journal')
  }
  const hourly = jobs.add({ name: 'tree_head_log', everyMs: HOUR_MS, run: async () => say() })
  const minutely = jobs.add({ name: 'known_batch', everyMs: MINUTE_MS, run: keep })
  return async () => {
    await hourly.stop()
    await minutely.stop()
    await core.stop()
    say()
    await keep().catch((error: unknown) => log.error({ err: error }, 'the newest batch could not be kept'))
  }
}
