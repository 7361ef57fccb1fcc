/** The services that the verification of identity uses; start/server.ts gives them. */

import type { Logger } from 'pino'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { KnownVersions } from '../../services/seals/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type IdentityParts = {
  readonly log: Logger
  readonly jobs: Jobs
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly messages: Messages
  readonly files: Files
  readonly settings: Settings
}
