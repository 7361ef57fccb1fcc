/** The values that notices needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { Store } from '../../store/index.ts'
import type { Notices } from './notices.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly ids: Ids
  readonly notices: Pick<Notices, 'shown'>
}
