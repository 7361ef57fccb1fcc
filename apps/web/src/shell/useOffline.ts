/** Whether the server can be reached. Without it, missing content and disabled buttons explain themselves. */
import { useConnection } from '../data/live.ts'
import { useOnline } from './useOnline.ts'

/**
 * `offline`: the device has no network, so nothing can be sent. `reconnecting`: the live connection is lost, so prices
 * are paused; the answer to a call may still come. Each value is a locale key of the section `shell`.
 */
export type OfflineReason = 'offline' | 'reconnecting' | undefined

export function useOffline(): OfflineReason {
  const online = useOnline()
  const lost = useConnection() === 'lost'
  if (!online) return 'offline'
  return lost ? 'reconnecting' : undefined
}
