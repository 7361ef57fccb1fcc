/**
 * What forms keep in the tab over a reload: drafts, sendings without an answer, addresses that codes went to. It is all
 * about one person, so every change of who is signed in forgets it: signing out, a session that ended, another sign-in,
 * here or in another tab.
 */
import { readLocal, writeLocal } from './localStorage.ts'
import { onSession, sessionNow } from './session.ts'

const PREFIX = 'veritick.'
/**
 * Names one sign-in, by chance: on the device whose it is now, in the tab for whom it keeps. Not the token, which stays
 * where it is.
 */
const SIGN_IN_KEY = 'veritick.sign-in'

export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The place for who is signed in now. A form that outlives its person finds it closed; a browser that forbids storage
 * only forgets.
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
/** For what keeps a copy in memory. */
export const onSessionCleared = (listener: () => void): unknown => listeners.add(listener)

/** Once, at start, before any form is drawn. */
export function startSessionCleanup(): void {
  if (sessionStore().getItem(SIGN_IN_KEY) !== (readLocal(SIGN_IN_KEY) ?? null)) forget()
  onSession(({ token }, before) => {
    if (token === before.token) return
    writeLocal(SIGN_IN_KEY, token === undefined ? undefined : String(crypto.getRandomValues(new Uint32Array(2))))
    forget()
  })
}

function forget(): void {
  attempted(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  })
  const visit = readLocal(SIGN_IN_KEY)
  if (visit !== undefined) sessionStore().setItem(SIGN_IN_KEY, visit)
  for (const listener of listeners) listener()
}

function attempted<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
