/** What news needs of the rest of the server; start/server.ts gives it. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import type { Store } from '../../store/index.ts'
import type { News } from './news.ts'

export type Context = {
  readonly store: Store
  readonly runtime: Runtime
  readonly files: Files
  readonly news: News
}
