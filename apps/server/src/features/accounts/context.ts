/** The values that accounts needs from other rooms; start/server.ts provides them. */
import type { Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Config } from '../../config/index.ts'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Codes } from '../../services/codes/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import type { Messages, SmsSender } from '../../services/messages/index.ts'
import type { Challenges } from '../../services/passkeys/index.ts'
import type { Attempts } from '../../services/rate-limits/index.ts'
import type { KnownAccounts } from '../../services/seals/index.ts'
import type { Captchas } from '../../services/secrets/index.ts'
import type { Store } from '../../store/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Settings } from '../settings/index.ts'
import type { UsageTerms } from '../usage-terms/index.ts'

export type Context = {
  readonly config: Config
  readonly log: Logger
  readonly runtime: Runtime
  /** Wall time. */
  readonly wallClock: () => Millis
  /** Milliseconds that only grow, from no moment in particular. */
  readonly monotonicClock: () => number
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly encryption: Encryption
  readonly knownAccounts: KnownAccounts
  readonly ids: Ids
  readonly messages: Messages
  readonly sms: SmsSender
  readonly codes: Codes
  readonly captchas: Captchas
  readonly challenges: Challenges
  readonly attempts: Attempts
  readonly settings: Settings
  readonly sessions: Sessions
  readonly usageTerms: UsageTerms
}
