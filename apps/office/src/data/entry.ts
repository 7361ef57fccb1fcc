/** Sign-in, sign-out, and the question at the start of the page which staff member is signed in. */
import { call } from './call.ts'
import { isSessionEnd, messageOf } from './failure.ts'
import { dismissNotice, notify } from './notices.ts'
import { queries } from './queries.ts'
import { meNow, remember } from './session.ts'

export type SignInForm = { readonly email: string; readonly password: string; readonly totp_code: string }

export async function signIn(form: SignInForm): Promise<void> {
  remember(await call('signIn', form, { initial: true }))
}

/** Nothing that the staff member has viewed stays in memory. */
export async function signOut(): Promise<void> {
  if (meNow() !== undefined) await leave()
  forgetSession()
}

/** Then does `after`. A staff member who walks away must know that the session may go on. */
export async function signOutOrSay(after: () => unknown): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    notify(`You may still be signed in. ${messageOf(error)}`, 'error')
    return
  }
  dismissNotice()
  await after()
}

/** The server has ended the session, so the server is not informed again. */
export function forgetSession(): void {
  remember(undefined)
  queries.clear()
}

/** False: no session. Rejects when the server cannot be reached. */
export async function findSession(): Promise<boolean> {
  if (meNow() !== undefined) return true
  try {
    remember(await call('me', {}, { initial: true }))
    return true
  } catch (error) {
    if (isSessionEnd(error)) return false
    throw error
  }
}

async function leave(): Promise<void> {
  try {
    await call('signOut', {}, { initial: true })
  } catch (error) {
    if (!isSessionEnd(error)) throw error
  }
}
