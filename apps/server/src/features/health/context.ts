/** The values that health needs from other rooms; start/server.ts provides them. */

import type { Config } from '../../config/index.ts'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Disk } from '../../services/disk/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { RecordFaults } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly runtime: Runtime
  /** Where the record of the newest backup lies. */
  readonly config: Pick<Config, 'dataDir' | 'world'>
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly files: Files
  readonly settings: Settings
  /** Records of money that do not prove themselves. */
  readonly recordFaults: RecordFaults
  /** Free space of DATA_DIR. */
  readonly disk: Disk
}
