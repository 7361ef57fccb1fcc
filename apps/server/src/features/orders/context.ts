/** The values that orders needs from other rooms; start/server.ts provides them. */

import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { Store } from '../../store/index.ts'
import type { UsageTerms } from '../usage-terms/index.ts'

export type Context = {
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly ids: Ids
  readonly usageTerms: Pick<UsageTerms, 'refusalOf'>
  /** Milliseconds of a clock that never steps. */
  readonly monotonicClock: () => number
}
