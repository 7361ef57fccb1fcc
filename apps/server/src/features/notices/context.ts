/** What notices needs of the rest of the server; start/server.ts gives it. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { Store } from '../../store/index.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly ids: Ids
}
