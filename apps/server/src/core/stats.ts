/** Figures of the core for health, metrics and tests. */

import type { ProjectionTrouble } from '../projections/index.ts'
import type { LaneUsage } from '../store/index.ts'
import type { CommitTrouble } from './commit-doubt.ts'

export type CoreStats = {
  readonly state: 'running' | 'stopping' | 'stopped' | 'failed'
  readonly batches: number
  /** Sequence of the newest durable event. */
  readonly sequence: number
  /** Submissions and reads whose answer waits for the store. */
  readonly waiting: number
  /** Events that are durable and not in the read tables yet. */
  readonly projectionLag: number
  /** How long the newest batch took to become durable. */
  readonly commitMs: number
  /** How long the commit or probe of the store that runs has taken so far; 0 when none runs. */
  readonly commitAgeMs: number
  /** Why orders are refused as `busy`; `undefined`: no commit is late. */
  readonly commitTrouble: CommitTrouble | undefined
  /** Why the read tables stand still or are far behind; `undefined`: they follow. */
  readonly projectionTrouble: ProjectionTrouble | undefined
  readonly snapshotBatch: number
  /** The core's own connections to a PostgreSQL server; none where it shares those of the server's thread. */
  readonly connections: readonly LaneUsage[]
}
