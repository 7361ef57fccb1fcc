/** What sms needs of the rest of the server; start/server.ts gives it. */
import type { Runtime } from '../../services/clock/index.ts'
import type { SmsSender } from '../../services/messages/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly sms: SmsSender
  readonly settings: Settings
}
