/** The values that company needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import type { CompanyFiles } from './files.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly encryption: Encryption
  readonly settings: Settings
  readonly companyFiles: CompanyFiles
}
