/**
 * How much of the disk pictures may take before they were handed in for anything: for each network in a day, counted in
 * memory (a process that is started anew counts anew), and for each owner and for all together, counted in the store
 * (files.ts). A client with many accounts is held by the limit of its network.
 */
import { DAY_MS } from '../clock/index.ts'

const MEGABYTE = 1_048_576
/** Bytes for one network in a day: some hundred photos of a phone. Offices and phone networks share addresses. */
export const PICTURE_BYTES_PER_NETWORK_DAY_MAX = 500 * MEGABYTE
/**
 * Bytes of one owner's pictures that were not handed in: some thirty photos of a phone, and a form takes four. The
 * ceiling of all owners is filled by 170 such owners, not by a few.
 */
export const PICTURE_BYTES_UNUSED_OWN_MAX = 60 * MEGABYTE
/** Bytes of all pictures that were not handed in: twenty networks at their ceiling. They are removed after a day. */
export const PICTURE_BYTES_UNUSED_MAX = 20 * PICTURE_BYTES_PER_NETWORK_DAY_MAX
/** Networks that were quiet are forgotten this often. */
const FORGET_EVERY = DAY_MS / 24

export type Quota = {
  hasRoom(network: string): boolean
  /** A picture of `bytes` bytes lies on the disk. */
  count(kept: { readonly network: string; readonly bytes: number }): void
}

/** A bucket for each network that empties within a day. `now` in milliseconds of any monotonic clock. */
export function quotaOf(now: () => number): Quota {
  const networks = new Map<string, { readonly bytes: number; readonly at: number }>()
  let forgottenAt = now()

  const held = (network: string): number => {
    const kept = networks.get(network)
    if (kept === undefined) return 0
    return Math.max(0, kept.bytes - ((now() - kept.at) * PICTURE_BYTES_PER_NETWORK_DAY_MAX) / DAY_MS)
  }

  return {
    hasRoom: (network) => held(network) < PICTURE_BYTES_PER_NETWORK_DAY_MAX,
    count: ({ network, bytes }) => {
      networks.set(network, { bytes: held(network) + bytes, at: now() })
      if (now() - forgottenAt < FORGET_EVERY) return
      forgottenAt = now()
      for (const each of networks.keys()) if (held(each) === 0) networks.delete(each)
    },
  }
}
