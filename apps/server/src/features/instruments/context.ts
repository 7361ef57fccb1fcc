/** The values that instruments needs from other rooms; start/server.ts provides them. */

import type { FeeType } from '@veritick/domain'
import type { Core } from '../../core/index.ts'
import type { Catalogue, Market } from '../../market/index.ts'
import type { EngineSync } from '../../services/engine-sync/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import type { KnownStaff } from '../../services/seals/index.ts'
import type { Store } from '../../store/index.ts'
import type { InstrumentChanges } from './changes.ts'
import type { TermsSubject } from './engine-terms.ts'

export type Context = {
  readonly store: Store
  readonly messages: Messages
  readonly knownStaff: KnownStaff
  readonly core: Core
  readonly market: Market
  readonly monotonicClock: () => number
  readonly catalogue: Catalogue
  readonly instrumentChanges: InstrumentChanges
  /** The durable kind of fee. */
  readonly feeType: () => FeeType
  readonly engineSync: EngineSync<TermsSubject>
}
