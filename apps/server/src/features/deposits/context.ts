/** The values that deposits needs from other rooms; start/server.ts provides them. */
import type { Encryption } from '../../services/encryption/index.ts'
import type { Store } from '../../store/index.ts'
import type { ShowingParts } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Deposits } from './deposits.ts'

export type Context = ShowingParts & {
  readonly store: Store
  readonly encryption: Encryption
  readonly settings: Settings
  readonly deposits: Deposits
}
