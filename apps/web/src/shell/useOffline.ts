/**
 * Whether the server can be reached: what was never read says so in its place, and what would be sent says so before
 * the tap.
 */
import { useConnection } from '../data/live.ts'
import { useOnline } from './useOnline.ts'

/** Why nothing can be read or sent now; each is the name of its words. */
export type OfflineReason = 'offline' | 'reconnecting' | undefined

export function useOffline(): OfflineReason {
  const online = useOnline()
  const lost = useConnection() === 'lost'
  if (!online) return 'offline'
  return lost ? 'reconnecting' : undefined
}
