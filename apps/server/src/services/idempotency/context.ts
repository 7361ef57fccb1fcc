/** What idempotency needs of the rest of the server; start/server.ts gives it. */

import type { Store } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
}
