/**
 * Admission of uploads: slow or many uploads of one account or one network must not block those of others. A place is
 * one upload of one account from one network. It counts with the memory that it holds, not with its largest size. A
 * picture is decoded when its body is complete, a few at a time.
 */

import { UPLOAD } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { NetworkHolds, networkScopes, Tally } from '../rate-limits/index.ts'

/** Uploads in progress for one account: both sides of a document and one more. */
export const UPLOADS_PER_ACCOUNT_MAX = 3
/** Uploads in progress for one network: offices and phone networks share addresses. Wider networks have a multiple. */
export const UPLOADS_PER_NETWORK_MAX = 24
/** Bytes of all bodies together: twenty-five of the largest. */
export const UPLOAD_BYTES_HELD_MAX = 25 * UPLOAD.bytesMax
/**
 * Bytes of the bodies of one network, a quarter of all: six of the largest. The wider networks of IPv6 have no multiple
 * here: with four times a quarter one home line could hold everything.
 */
export const UPLOAD_BYTES_PER_NETWORK_MAX = Math.floor(UPLOAD_BYTES_HELD_MAX / 4)
/** Pictures that are read and encoded at once; each may unfold to some hundred MB. */
export const PICTURES_AT_ONCE_MAX = 4
/**
 * By then a third of the body must be here: the rest comes before a request is cut off anyway (http/base.ts), or never
 * would.
 */
export const BODY_MILLIS = 10_000
const BODY_SHARE = 3

/** `expected`: what the client says that it sends; `undefined`: as much as may be. */
export const isTooSlow = (body: { readonly received: number; readonly expected: number | undefined }): boolean =>
  body.received * BODY_SHARE < Math.min(body.expected ?? UPLOAD.bytesMax, UPLOAD.bytesMax)

/**
 * A body that brings less than this in a period of this length has stalled. A connection that lost its network for a
 * moment sends again within some seconds; a whole request has 30 (http/base.ts).
 */
export const BODY_STALL_MILLIS = 8_000
export const BODY_STALL_BYTES = 16_384

/** `before`: what was here at the begin of the period. The rest of a body may be less than a period must bring. */
export const hasStalled = (body: {
  readonly before: number
  readonly received: number
  readonly expected: number | undefined
}): boolean =>
  body.received - body.before < Math.min(BODY_STALL_BYTES, (body.expected ?? UPLOAD.bytesMax) - body.before)

export type UploadSlot = {
  /** False: all bodies together, or those of the network, hold too much; this one has to go. */
  hold(bytes: number): boolean
  leave(): void
}

export type Room = {
  /** `undefined`: this user or network has as many under way as it may. */
  enter(who: { readonly user: UserId; readonly network: string }): UploadSlot | undefined
  /** Does the work when it is its turn. */
  work<Result>(task: () => Promise<Result>): Promise<Result>
}

export function uploadRoom(): Room {
  const ofUsers = new Tally<UserId>()
  const ofNetworks = new NetworkHolds(UPLOADS_PER_NETWORK_MAX)
  const bytesOfNetworks = new Tally<string>()
  const waiting: (() => void)[] = []
  let held = 0
  let working = 0

  return {
    enter: ({ user, network }) => {
      if (ofUsers.of(user) >= UPLOADS_PER_ACCOUNT_MAX || !ofNetworks.hasRoom(network)) return undefined
      ofUsers.add(user, 1)
      const leaveNetwork = ofNetworks.take(network)
      const networks = networkScopes(network).map((scope) => scope.network)
      const hasRoom = (bytes: number) =>
        held + bytes <= UPLOAD_BYTES_HELD_MAX &&
        networks.every((each) => bytesOfNetworks.of(each) + bytes <= UPLOAD_BYTES_PER_NETWORK_MAX)
      let own = 0
      let isIn = true
      const change = (bytes: number) => {
        own += bytes
        held += bytes
        for (const each of networks) bytesOfNetworks.add(each, bytes)
      }
      return {
        hold: (bytes) => {
          if (!isIn || !hasRoom(bytes)) return false
          change(bytes)
          return true
        },
        leave: () => {
          if (!isIn) return
          isIn = false
          change(-own)
          ofUsers.add(user, -1)
          leaveNetwork()
        },
      }
    },

    work: async (task) => {
      if (working < PICTURES_AT_ONCE_MAX) working += 1
      // A finished upload lets the next one start.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next === undefined) working -= 1
        else next()
      }
    },
  }
}
