/** What company needs of the rest of the server; start/server.ts gives it. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Store } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import type { CompanyFiles } from './files.ts'

export type Context = {
  readonly runtime: Runtime
  readonly store: Store
  readonly settings: Settings
  readonly companyFiles: CompanyFiles
}
