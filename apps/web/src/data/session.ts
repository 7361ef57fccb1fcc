/**
 * The session: the token that every call carries, and its customer. The token is kept on the device, for all tabs of
 * the browser (decision 110); the customer is read at start. `demoId` is the secret of the device's demo account.
 */
import type { User } from '@veritick/contract'
import { create } from 'zustand'
import { readLocal, writeLocal } from './localStorage.ts'

const TOKEN_KEY = 'veritick.token'
const DEMO_KEY = 'veritick.demo'
const KIND_KEY = 'veritick.account-kind'
const DEMO_ID_BYTES = 24

/** The token that this tab last found or wrote on the device. */
let ownOnDevice = readLocal(TOKEN_KEY)

export type Session = { readonly token: string | undefined; readonly user: User | undefined }

const useSessionStore = create<Session>(() => ({ token: ownOnDevice, user: undefined }))

export const useSession = <Picked>(pick: (session: Session) => Picked): Picked => useSessionStore(pick)
export const useSignedIn = (): boolean => useSessionStore((session) => session.token !== undefined)
/** Of the last sign-in until the server has answered: a start without it must not show a demo account as a real one. */
export const useIsDemo = (): boolean =>
  useSessionStore(({ token, user }) =>
    user === undefined ? token !== undefined && readLocal(KIND_KEY) === 'demo' : user.is_demo === 1,
  )
export const sessionNow = (): Session => useSessionStore.getState()
/** `unknown`: after a page load, until the server has answered which customer the stored token belongs to. */
export type Standing = 'visitor' | 'unknown' | 'frozen' | 'free'

export function standingOf({ token, user }: Session): Standing {
  if (token === undefined) return 'visitor'
  if (user === undefined) return 'unknown'
  return user.frozen === 1 ? 'frozen' : 'free'
}

export const onSession = (listener: (session: Session, before: Session) => void): (() => void) =>
  useSessionStore.subscribe(listener)

export function signIn(session: { readonly token: string; readonly user: User }): void {
  writeLocal(TOKEN_KEY, session.token)
  ownOnDevice = readLocal(TOKEN_KEY)
  writeKind(session.user)
  useSessionStore.setState({ token: session.token, user: session.user })
}

export function setUser(user: User): void {
  writeKind(user)
  useSessionStore.setState({ user })
}

function writeKind(user: User): void {
  writeLocal(KIND_KEY, user.is_demo === 1 ? 'demo' : 'real')
}

/**
 * Forgets the session of this tab, and on the device unless another tab has signed in since. The demo account can be
 * opened again from here.
 */
export function clearSession(): void {
  if (!isSignInReplaced()) {
    writeLocal(TOKEN_KEY, undefined)
    writeLocal(KIND_KEY, undefined)
    ownOnDevice = readLocal(TOKEN_KEY)
  }
  useSessionStore.setState({ token: undefined, user: undefined })
}

/** Whether another tab has signed in or out: the values on the device are not those of this tab's account. */
export const isSignInReplaced = (): boolean => readLocal(TOKEN_KEY) !== ownOnDevice

/**
 * Called once at start. Loads the page again after another tab has signed in or out: the page must not go on showing
 * the earlier account. A page that slept looks when it is shown.
 */
export function followSignIn(reload = () => location.reload()): void {
  const look = () => isSignInReplaced() && reload()
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
}

/** 32 random characters, generated once per device. The same value opens the same demo account again. */
export function demoId(): string {
  const known = readLocal(DEMO_KEY)
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(DEMO_ID_BYTES))
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  writeLocal(DEMO_KEY, made)
  return made
}
