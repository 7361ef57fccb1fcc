/**
 * The notification of a push message, and the screen that a tap opens. An unreadable message shows only the name of the
 * app, because browsers require a notification for each message.
 */
import type { PushPayload } from '@veritick/contract'

export type Shown = { readonly title: string; readonly options: NotificationOptions & { readonly data: Target } }
type Target = { readonly path: string }

const ICON = '/icon-192.png'
const NOTICES = '/mine/notices'

type Message = Partial<PushPayload> & { readonly title: string }

export function shownOf({ title, body, path, tag, lang, dir }: Message): Shown {
  return {
    title,
    options: {
      icon: ICON,
      badge: ICON,
      data: { path: screenIn(path) },
      ...(body !== undefined && { body }),
      ...(tag !== undefined && { tag }),
      ...(lang !== undefined && { lang }),
      ...(dir !== undefined && { dir }),
    },
  }
}

/** The screen of a notification; a text that names no screen opens the notices. */
export const pathIn = (data: unknown): string =>
  screenIn(typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined)

const screenIn = (path: unknown): string => (typeof path === 'string' && /^(?:\/[a-z-]+)+$/.test(path) ? path : NOTICES)

/** `text`: the decrypted message; `undefined`: it cannot be read. */
export function payloadIn(text: string | undefined): Message | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return typeof read === 'object' && read !== null && 'title' in read && typeof read.title === 'string'
      ? (read as PushPayload)
      : undefined
  } catch {
    return undefined
  }
}
