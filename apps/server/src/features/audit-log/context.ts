/** The parts of the server that audit-log uses; start/server.ts provides them. */

import type { Catalogue } from '../../market/index.ts'
import type { Store } from '../../store/index.ts'

export type Context = {
  readonly store: Store
  readonly catalogue: Catalogue
}
