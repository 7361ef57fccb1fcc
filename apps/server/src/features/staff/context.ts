/** The values that staff needs from other rooms; start/server.ts provides them. */
import type { Config } from '../../config/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Attempts } from '../../services/rate-limits/index.ts'
import type { KnownStaff, KnownVersions, NewestSeals } from '../../services/seals/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly config: Config
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly knownStaff: KnownStaff
  readonly newestSeals: NewestSeals
  readonly ids: Ids
  readonly messages: Messages
  readonly attempts: Attempts
  readonly settings: Settings
}
