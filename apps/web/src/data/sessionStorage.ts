/**
 * Values that forms keep in the tab over a reload: drafts, requests without an answer, targets of codes. They belong to
 * one customer, so every change of the signed-in customer clears them: sign-out, an ended session, another sign-in, in
 * this tab or another.
 */
import { readLocal, writeLocal } from './localStorage.ts'
import { onSession, sessionNow } from './session.ts'

const PREFIX = 'veritick.'
/** A random id of one sign-in, not the token. The device stores the current id, the tab stores the id of its values. */
const SIGN_IN_KEY = 'veritick.sign-in'

/** The id of the sign-in of this tab. */
let own: string | undefined

/** The id of the sign-in of this device; `undefined` while it is signed out. */
export const signInId = (): string | undefined => readLocal(SIGN_IN_KEY)

export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Storage for the signed-in customer. After a change of customer an old form can neither read nor write. In a browser
 * without storage nothing is kept.
 */
export function sessionStore(): SessionStore {
  const { token } = sessionNow()
  const attempt = <Value>(work: () => Value) => (sessionNow().token === token ? attempted(work) : undefined)
  return {
    getItem: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
    setItem: (key, value) => attempt(() => sessionStorage.setItem(key, value)),
    removeItem: (key) => attempt(() => sessionStorage.removeItem(key)),
  }
}

const listeners = new Set<() => void>()
/** For modules that keep a copy in memory. */
export const onSessionCleared = (listener: () => void): unknown => listeners.add(listener)

/** Called once at start, before any form renders. */
export function startSessionCleanup(): void {
  own = signInId()
  if (sessionStore().getItem(SIGN_IN_KEY) !== (own ?? null)) forget()
  onSession(({ token }, before) => {
    if (token === before.token) return
    if (token !== undefined) writeLocal(SIGN_IN_KEY, String(crypto.getRandomValues(new Uint32Array(2))))
    // A tab whose sign-in has ended leaves that of another tab.
    else if (signInId() === own) writeLocal(SIGN_IN_KEY, undefined)
    own = token === undefined ? undefined : signInId()
    forget()
  })
}

function forget(): void {
  attempted(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  })
  if (own !== undefined) sessionStore().setItem(SIGN_IN_KEY, own)
  for (const listener of listeners) listener()
}

function attempted<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
