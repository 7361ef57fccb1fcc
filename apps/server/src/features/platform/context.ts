/** The values that platform needs from other rooms; start/server.ts provides them. */
import type { FeeType } from '@veritick/domain'
import type { Config } from '../../config/index.ts'
import type { Market } from '../../market/index.ts'
import type { Settings } from '../settings/index.ts'
import type { UsageTerms } from '../usage-terms/index.ts'
import type { LosingShare } from './losing-share.ts'

export type Context = {
  readonly config: Config
  /** The durable kind of fee. */
  readonly feeType: () => FeeType
  readonly market: Market
  readonly settings: Settings
  readonly losingShare: LosingShare
  readonly usageTerms: Pick<UsageTerms, 'inForce'>
}
