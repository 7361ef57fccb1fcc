/** The parts of the server that identity uses; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Identity } from './identity.ts'

export type Context = {
  readonly log: Logger
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly messages: Messages
  readonly files: Files
  readonly settings: Settings
  readonly identity: Identity
}
