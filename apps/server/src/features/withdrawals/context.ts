/** The values that withdrawals needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Runtime } from '../../services/clock/index.ts'
import type { Codes } from '../../services/codes/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { Challenges } from '../../services/passkeys/index.ts'
import type { Attempts } from '../../services/rate-limits/index.ts'
import type { Store } from '../../store/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Withdrawals } from './withdrawals.ts'

export type Context = {
  readonly log: Logger
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly messages: Messages
  readonly codes: Codes
  readonly attempts: Attempts
  readonly challenges: Challenges
  readonly settings: Settings
  readonly sessions: Sessions
  readonly withdrawals: Withdrawals
}
