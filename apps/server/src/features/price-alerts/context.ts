/** The values that price alerts needs from other rooms; start/server.ts provides them. */
import type { Logger } from 'pino'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { ShownRows } from '../../services/seals/index.ts'
import type { Store } from '../../store/index.ts'
import type { Notices } from '../notices/index.ts'
import type { PriceAlerts } from './interface.ts'

/** The parts that open the feature. */
export type PriceAlertParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly market: Pick<Market, 'onQuote' | 'item' | 'items'>
  readonly notices: Pick<Notices, 'add' | 'told'>
  readonly log: Logger
}

/** `shown`: proves the rows of alerts. */
export type Opened = PriceAlertParts & { readonly shown: ShownRows }

export type Context = {
  readonly core: Core
  readonly market: Market
  readonly priceAlerts: PriceAlerts
}
