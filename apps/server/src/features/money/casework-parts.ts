/** The values that the features of casework need from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Codes } from '../../services/codes/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { UsedKeys } from '../../services/idempotency/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Challenges } from '../../services/passkeys/index.ts'
import type { Attempts } from '../../services/rate-limits/index.ts'
import type { KnownAccounts, KnownPayees, KnownStaff, KnownVersions, NewestSeals } from '../../services/seals/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Settings } from '../settings/index.ts'
import type { UsageTerms } from '../usage-terms/index.ts'
import type { RecordFaults } from './record-faults.ts'

export type CaseworkParts = {
  readonly log: Logger
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly encryption: Encryption
  readonly newestSeals: NewestSeals
  readonly usedKeys: UsedKeys
  readonly knownVersions: KnownVersions
  readonly knownStaff: KnownStaff
  readonly knownAccounts: KnownAccounts
  readonly knownPayees: KnownPayees
  readonly ids: Ids
  readonly messages: Messages
  readonly codes: Codes
  readonly files: Files
  readonly attempts: Attempts
  readonly challenges: Challenges
  readonly settings: Settings
  readonly sessions: Sessions
  readonly usageTerms: UsageTerms
  /** Records that do not prove themselves. */
  readonly recordFaults: RecordFaults
}
