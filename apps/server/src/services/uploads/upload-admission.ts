/**
 * Admission of uploads: slow or many uploads of one account must not block those of others. A place is one upload of
 * one account from one network. It counts with the memory that it holds, not with its largest size. A picture is
 * decoded when its body is complete, a few at a time.
 */

import { UPLOAD } from '@veritick/contract'
import type { UserId } from '@veritick/domain'

/** Uploads in progress for one account: both sides of a document and one more. */
export const UPLOADS_PER_ACCOUNT_MAX = 3
/** Uploads in progress for one network: offices and phone networks share addresses. */
export const UPLOADS_PER_NETWORK_MAX = 24
/** Bytes of all bodies together: twenty-five of the largest. */
export const UPLOAD_BYTES_HELD_MAX = 25 * UPLOAD.bytesMax
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

export type UploadSlot = {
  /** False: all bodies together hold too much, this one has to go. */
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
  const slots = new Map<string, number>()
  const waiting: (() => void)[] = []
  let held = 0
  let working = 0

  const under = (name: string) => slots.get(name) ?? 0
  const change = (name: string, by: number) => {
    const left = under(name) + by
    if (left === 0) slots.delete(name)
    else slots.set(name, left)
  }

  return {
    enter: ({ user, network }) => {
      const names = [`user ${user}`, `network ${network}`] as const
      if (under(names[0]) >= UPLOADS_PER_ACCOUNT_MAX || under(names[1]) >= UPLOADS_PER_NETWORK_MAX) return undefined
      for (const name of names) change(name, 1)
      let own = 0
      let isIn = true
      return {
        hold: (bytes) => {
          if (!isIn || held + bytes > UPLOAD_BYTES_HELD_MAX) return false
          own += bytes
          held += bytes
          return true
        },
        leave: () => {
          if (!isIn) return
          isIn = false
          held -= own
          for (const name of names) change(name, -1)
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
