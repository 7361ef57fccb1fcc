/** The values that corrections needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Store } from '../../store/index.ts'
import type { Corrections } from './corrections.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly corrections: Corrections
}
