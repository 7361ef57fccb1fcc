/** What platform needs of the rest of the server; start/server.ts gives it. */
import type { Config } from '../../config/index.ts'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly config: Config
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly settings: Settings
}
