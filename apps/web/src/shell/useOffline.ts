/** Whether the server can be reached. Without it, missing content and disabled buttons explain themselves. */
import { useConnection } from '../data/live.ts'
import { useOnline } from './useOnline.ts'

/** Why nothing can be read or sent; each value is a locale key of the section `shell`. */
export type OfflineReason = 'offline' | 'reconnecting' | undefined

export function useOffline(): OfflineReason {
  const online = useOnline()
  const lost = useConnection() === 'lost'
  if (!online) return 'offline'
  return lost ? 'reconnecting' : undefined
}
