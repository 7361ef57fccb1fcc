/** The values that push needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Config } from '../../config/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Store } from '../../store/index.ts'
import type { Notices } from '../notices/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Push } from './interface.ts'

/** The parts that open the feature. */
export type PushParts = {
  readonly config: Pick<Config, 'pushServices' | 'pushContact' | 'appUrl' | 'mailFrom'>
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly ids: Ids
  readonly jobs: Jobs
  readonly sessions: Pick<Sessions, 'isLiving'>
  readonly notices: Pick<Notices, 'numbered'>
  readonly log: Logger
}

export type Context = Pick<PushParts, 'config' | 'runtime' | 'store' | 'encryption'> & { readonly push: Push }
