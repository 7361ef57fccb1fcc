/** The values that settings needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { KnownStaff, KnownVersions } from '../../services/seals/index.ts'
import type { Captchas } from '../../services/secrets/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from './settings.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly knownStaff: KnownStaff
  readonly messages: Messages
  readonly captchas: Captchas
  readonly settings: Settings
  /** True while the engine does not have the kind of fee that was set last. */
  readonly engineSync: { waits(subject: 'trade_fee_type'): boolean }
}
