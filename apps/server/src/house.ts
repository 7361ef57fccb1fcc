/** What every feature is given: the write path, the market, the store, what people and money stand on. server.ts puts it together. */
import type { Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Alerts } from './alerts/alerts.ts'
import type { Config } from './config.ts'
import type { Core } from './core/core.ts'
import type { Store } from './db/store.ts'
import type { Disk } from './disk.ts'
import type { Corrections } from './features/corrections/corrections.ts'
import type { Deposits } from './features/deposits/deposits.ts'
import type { Freezes } from './features/freezes/freezes.ts'
import type { Identity } from './features/identity/identity.ts'
import type { InstrumentChanges } from './features/instruments/changes.ts'
import type { Notices } from './features/notices/notices.ts'
import type { Withdrawals } from './features/withdrawals/withdrawals.ts'
import type { Foundations } from './foundations.ts'
import type { Sessions } from './http/session.ts'
import type { Catalogue } from './market/catalogue.ts'
import type { Market } from './market/market.ts'
import type { Counts } from './metrics/counts.ts'
import type { Telling } from './telling.ts'
import type { TermsSubject } from './terms.ts'

export type House = Foundations & {
  readonly config: Config
  readonly store: Store
  /** Free space of DATA_DIR. */
  readonly disk: Disk
  readonly core: Core
  readonly market: Market
  readonly catalogue: Catalogue
  readonly instrumentChanges: InstrumentChanges
  /** Which decided terms the engine does not have yet. */
  readonly telling: Telling<TermsSubject>
  readonly sessions: Sessions
  readonly identity: Identity
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly corrections: Corrections
  readonly freezes: Freezes
  /** What staff are told by mail about the platform itself. */
  readonly alerts: Alerts
  /** What the owners of accounts are told. */
  readonly notices: Notices
  readonly log: Logger
  /** What /metrics counts. */
  readonly counts: Counts
  /** Wall time: sign-ins and their ends. Trading goes by `market.clock()`. */
  readonly wallClock: () => Millis
  /** Milliseconds that only grow, from no moment in particular: paces and ceilings go by it, whatever is done to the wall clock. */
  readonly steadyClock: () => number
}
