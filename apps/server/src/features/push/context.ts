/** What push needs of the rest of the server; start/server.ts gives it. */
import type { Logger } from 'pino'
import type { Config } from '../../config/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Store } from '../../store/index.ts'
import type { Push } from './interface.ts'

/** What the feature itself is opened with. */
export type PushParts = {
  readonly config: Pick<Config, 'pushServices' | 'pushContact' | 'appUrl' | 'mailFrom'>
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Logger
}

export type Context = Pick<PushParts, 'config' | 'runtime' | 'store' | 'encryption'> & { readonly push: Push }
