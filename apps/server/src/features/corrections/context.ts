/** What corrections needs of the rest of the server; start/server.ts gives it. */
import type { Store } from '../../store/index.ts'
import type { Corrections } from './corrections.ts'

export type Context = {
  readonly store: Store
  readonly corrections: Corrections
}
