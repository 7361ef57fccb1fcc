/**
 * The store of another thread. The thread that opened the store holds its lock and its number; a thread that joins has
 * connections of its own to the same store and neither takes the lock nor gives it back.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Logger } from 'pino'
import { joinEmbedded } from './embedded.ts'
import type { Lanes } from './lanes.ts'
import { joinServer } from './server.ts'
import type { Store } from './store.ts'

/** What a thread needs to join. A port can be used once, by one thread. */
export type StoreJoin =
  | { readonly kind: 'embedded'; readonly epoch: number; readonly port: MessagePort }
  | {
      readonly kind: 'server'
      readonly epoch: number
      readonly databaseUrl: string
      readonly world: string
      readonly lanes: Lanes
    }

/** `transfer`: what must be moved to the other thread with the message. */
export type StoreJoined = { readonly data: StoreJoin; readonly transfer: readonly MessagePort[] }

export async function joinStore(join: StoreJoin, log: Logger): Promise<Store> {
  return join.kind === 'embedded' ? joinEmbedded(join) : joinServer({ ...join, log })
}
