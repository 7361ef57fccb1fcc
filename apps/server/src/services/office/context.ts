/** The values that office needs from other rooms; start/server.ts provides them. */

import type { Store } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
}
