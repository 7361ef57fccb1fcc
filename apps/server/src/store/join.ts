/**
 * The store of another thread. The thread that opened the store holds its lock and its number; a thread that joins has
 * connections of its own to the same store and neither takes the lock nor gives it back.
 */

import type { Logger } from 'pino'
import { joinEmbedded } from './embedded.ts'
import type { Store, StoreJoin } from './interface.ts'
import { joinServer } from './server.ts'

export async function joinStore(join: StoreJoin, log: Logger): Promise<Store> {
  return join.kind === 'embedded' ? joinEmbedded(join) : joinServer({ ...join, log })
}
