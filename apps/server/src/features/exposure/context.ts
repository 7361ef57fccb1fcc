/** The values that exposure needs from other rooms; start/server.ts provides them. */

import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Store } from '../../store/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
}
