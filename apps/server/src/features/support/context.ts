/** The values that support needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Looks } from '../../services/office/index.ts'
import type { KnownAccounts, KnownStaff, KnownVersions } from '../../services/seals/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Support } from './interface.ts'

/** The parts that open the feature. */
export type SupportParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly knownAccounts: KnownAccounts
  readonly knownStaff: KnownStaff
  readonly files: Files
  readonly settings: Settings
  readonly messages: Messages
  readonly jobs: Jobs
  readonly log: Logger
}

export type Context = SupportParts & { readonly core: Core; readonly looks: Looks; readonly support: Support }
