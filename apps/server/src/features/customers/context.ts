/** The values that customers needs from other rooms; start/server.ts provides them. */

import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Looks } from '../../services/office/index.ts'
import type { Attempts } from '../../services/rate-limits/index.ts'
import type { KnownAccounts, KnownPayees, KnownStaff, KnownVersions, NewestSeals } from '../../services/seals/index.ts'
import type { Store } from '../../store/index.ts'
import type { Closures } from '../closures/index.ts'
import type { Freezes } from '../freezes/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly log: Logger
  readonly runtime: Runtime
  readonly looks: Looks
  readonly attempts: Attempts
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly knownStaff: KnownStaff
  readonly knownAccounts: KnownAccounts
  readonly newestSeals: NewestSeals
  readonly knownPayees: KnownPayees
  readonly ids: Ids
  readonly settings: Settings
  readonly messages: Messages
  readonly sessions: Sessions
  readonly freezes: Freezes
  readonly closures: Closures
}
