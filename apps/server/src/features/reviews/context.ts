/** The values that reviews needs from other rooms; start/server.ts provides them. */

import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Looks } from '../../services/office/index.ts'
import type { KnownAccounts, KnownStaff, KnownVersions } from '../../services/seals/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

export type Context = {
  readonly log: Logger
  readonly runtime: Runtime
  readonly looks: Looks
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly knownAccounts: KnownAccounts
  readonly knownStaff: KnownStaff
  readonly core: Core
  readonly files: Files
  readonly settings: Settings
  readonly identity: Identity
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
}
