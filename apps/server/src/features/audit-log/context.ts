/** What audit-log needs of the rest of the server; start/server.ts gives it. */

import type { Catalogue } from '../../market/index.ts'
import type { Store } from '../../store/index.ts'

export type Context = {
  readonly store: Store
  readonly catalogue: Catalogue
}
