/** The values that news needs from other rooms; start/server.ts provides them. */
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
