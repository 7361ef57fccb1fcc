/** The values that price alerts needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Store } from '../../store/index.ts'
import type { Notices } from '../notices/index.ts'
import type { PriceAlerts } from './interface.ts'

/** The parts that open the feature. */
export type PriceAlertParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly market: Pick<Market, 'onQuote' | 'item' | 'items'>
  readonly notices: Pick<Notices, 'add' | 'told'>
  readonly log: Logger
}

export type Context = Pick<PriceAlertParts, 'store'> & {
  readonly core: Core
  readonly market: Market
  readonly priceAlerts: PriceAlerts
}
