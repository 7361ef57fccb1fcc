/** The values that http needs from other rooms; start/server.ts provides them. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import type { Core } from '../core/index.ts'
import type { CompanyFiles } from '../features/company/index.ts'
import type { Deposits } from '../features/deposits/index.ts'
import type { News } from '../features/news/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import type { Settings } from '../features/settings/index.ts'
import type { Catalogue, Market } from '../market/index.ts'
import type { Runtime } from '../services/clock/index.ts'
import type { Disk } from '../services/disk/index.ts'
import type { Encryption, Ids } from '../services/encryption/index.ts'
import type { KnownVersions } from '../services/seals/index.ts'
import type { Files } from '../services/uploads/index.ts'
import type { Store } from '../store/index.ts'

export type Context = {
  readonly config: Config
  readonly log: Logger
  readonly runtime: Runtime
  /** Milliseconds that only grow, from no moment in particular. */
  readonly monotonicClock: () => number
  readonly store: Store
  readonly core: Core
  readonly market: Market
  readonly catalogue: Catalogue
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly ids: Ids
  readonly files: Files
  readonly companyFiles: CompanyFiles
  readonly news: News
  readonly settings: Settings
  readonly sessions: Sessions
  readonly deposits: Deposits
  /** Counts the calls of one of the two ports, and the answers that differ from their schemas. */
  readonly counts: {
    watchCalls(app: FastifyInstance, port: 'app' | 'office'): void
    answerMismatch(call: string): void
  }
  /** Of the answers of one call, one of this many is checked against its schema. */
  readonly answersCheckedEvery: number
  /** Free space of DATA_DIR. */
  readonly disk: Disk
}
