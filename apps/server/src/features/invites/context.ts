/** What invites needs of the rest of the server; start/server.ts gives it. */
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Jobs } from '../../services/jobs/index.ts'
import type { Store } from '../../store/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Invites } from './invites.ts'

export type Context = MeasureParts & { readonly invites: Invites; readonly settings: Settings }

/** What the measurement of an invited customer reads. */
export type MeasureParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
}

export type InviteParts = CaseworkParts & { readonly jobs: Jobs }
