/**
 * The parts that features are given: the write path, the market, the store, services for people and money. server.ts
 * puts them together.
 */
import type { FeeType, Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import type { Core } from '../core/index.ts'
import type { Alerts } from '../features/alerts/index.ts'
import type { Closures } from '../features/closures/index.ts'
import type { CompanyFiles } from '../features/company/index.ts'
import type { Corrections } from '../features/corrections/index.ts'
import type { Deposits } from '../features/deposits/index.ts'
import type { Freezes } from '../features/freezes/index.ts'
import type { Identity } from '../features/identity/index.ts'
import type { InstrumentChanges, TermsSubject } from '../features/instruments/index.ts'
import type { Invites } from '../features/invites/index.ts'
import type { RecordFaults } from '../features/money/index.ts'
import type { News } from '../features/news/index.ts'
import type { Notices } from '../features/notices/index.ts'
import type { LosingShare } from '../features/platform/index.ts'
import type { PriceAlerts } from '../features/price-alerts/index.ts'
import type { Push } from '../features/push/index.ts'
import type { Ranking } from '../features/ranking/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import type { Support } from '../features/support/index.ts'
import type { Withdrawals } from '../features/withdrawals/index.ts'
import type { Catalogue, Market } from '../market/index.ts'
import type { Counts } from '../metrics/index.ts'
import type { Disk } from '../services/disk/index.ts'
import type { EngineSync } from '../services/engine-sync/index.ts'
import type { Store } from '../store/index.ts'
import type { Infrastructure } from './infrastructure.ts'

export type AppContext = Infrastructure & {
  readonly config: Config
  readonly store: Store
  /** Free space of DATA_DIR. */
  readonly disk: Disk
  readonly core: Core
  readonly market: Market
  readonly catalogue: Catalogue
  readonly instrumentChanges: InstrumentChanges
  /** The durable kind of fee, the same for all accounts. */
  readonly feeType: () => FeeType
  /** Which decided terms the engine does not have yet. */
  readonly engineSync: EngineSync<TermsSubject>
  readonly sessions: Sessions
  readonly identity: Identity
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly corrections: Corrections
  /** Records of money that do not prove themselves. */
  readonly recordFaults: RecordFaults
  readonly freezes: Freezes
  readonly closures: Closures
  /** Rewards of the invite programme. */
  readonly invites: Invites
  readonly companyFiles: CompanyFiles
  readonly losingShare: LosingShare
  readonly news: News
  /** Alerts to staff by mail about the platform itself. */
  readonly alerts: Alerts
  /** Notices to the owners of accounts. */
  readonly notices: Notices
  /** Prices that customers wait for. */
  readonly priceAlerts: PriceAlerts
  /** Notifications of browsers. */
  readonly push: Push
  /** Measured equity and the list of traders. */
  readonly ranking: Ranking
  /** Conversations of customers with staff. */
  readonly support: Support
  readonly log: Logger
  /** Of the answers of one call, one of this many is checked against its schema. */
  readonly answersCheckedEvery: number
  /** The counters of /metrics. */
  readonly counts: Counts
  /** Wall time: sign-ins and their ends. Trading goes by `market.clock()`. */
  readonly wallClock: () => Millis
  /**
   * Milliseconds that only grow, from an arbitrary start. Rate limits use it, so changes of the wall clock do not
   * affect them.
   */
  readonly monotonicClock: () => number
}
