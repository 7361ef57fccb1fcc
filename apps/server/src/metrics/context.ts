/** The values that metrics needs from other rooms; start/server.ts provides them. */
import type { Config } from '../config/index.ts'
import type { Core } from '../core/index.ts'
import type { Market } from '../market/index.ts'
import type { Runtime } from '../services/clock/index.ts'
import type { Disk } from '../services/disk/index.ts'
import type { Jobs } from '../services/jobs/index.ts'
import type { Files } from '../services/uploads/index.ts'
import type { Store } from '../store/index.ts'

export type Context = {
  readonly config: Config
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly files: Files
  readonly jobs: Jobs
  /** Free space of DATA_DIR. */
  readonly disk: Disk
}
