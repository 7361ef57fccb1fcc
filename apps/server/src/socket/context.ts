/** The values that socket needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import type { Core } from '../core/index.ts'
import type { Notices } from '../features/notices/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import type { Support } from '../features/support/index.ts'
import type { Market } from '../market/index.ts'
import type { Ids } from '../services/encryption/index.ts'
import type { Files } from '../services/uploads/index.ts'

export type Context = {
  readonly config: Config
  readonly log: Logger
  /** Milliseconds that only grow, from no moment in particular. */
  readonly monotonicClock: () => number
  readonly core: Core
  readonly market: Market
  readonly ids: Ids
  readonly sessions: Sessions
  readonly notices: Notices
  readonly support: Support
  readonly files: Files
}
