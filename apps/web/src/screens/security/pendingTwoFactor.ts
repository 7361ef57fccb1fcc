/**
 * The secret of a two-step verification that was begun, for a reload while the customer is in the authenticator app.
 * It stays in the session storage of the tab for a few minutes. Until its first code confirms it, the secret opens
 * nothing, and a new beginning voids it; afterwards it is removed. The server does not answer it a second time: a thief
 * of the session could then read it without a code.
 */
import type { CallData } from '@veritick/contract'
import { sessionStore } from '../../data/sessionStorage.ts'

export type Begun = CallData<'twoFactorBegin'>

const KEY = 'veritick.two-factor'
/** Enough for the installation of an authenticator app. */
export const PENDING_MILLIS = 10 * 60_000

export const keepPending = (begun: Begun, now: number): void =>
  sessionStore().setItem(KEY, JSON.stringify({ ...begun, at: now }))

export const forgetPending = (): void => sessionStore().removeItem(KEY)

/** `undefined`: none was begun in this tab by this customer, or too long ago. */
export function readPending(now: number): Begun | undefined {
  const kept = parsed(sessionStore().getItem(KEY))
  if (kept !== undefined && now - kept.at < PENDING_MILLIS) return { secret: kept.secret, url: kept.url }
  forgetPending()
  return undefined
}

function parsed(text: string | null): (Begun & { readonly at: number }) | undefined {
  if (text === null) return undefined
  try {
    const { secret, url, at }: { readonly [name: string]: unknown } = JSON.parse(text)
    const isOurs = typeof secret === 'string' && typeof url === 'string' && typeof at === 'number'
    return isOurs ? { secret, url, at } : undefined
  } catch {
    return undefined
  }
}
