/** What support needs of the rest of the server; start/server.ts gives it. */
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Support } from './interface.ts'

/** What the feature itself is opened with. */
export type SupportParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly files: Files
  readonly settings: Settings
  readonly messages: Messages
  readonly jobs: Jobs
  readonly log: Logger
}

export type Context = SupportParts & { readonly core: Core; readonly support: Support }
