/** The values that sms needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { SmsSender } from '../../services/messages/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly sms: SmsSender
  readonly settings: Settings
}
