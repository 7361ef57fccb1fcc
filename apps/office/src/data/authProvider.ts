/**
 * The session provider of react-admin. The calls themselves report once that the session has ended (`onSessionEnded`).
 */
import type { AuthProvider } from 'react-admin'
import { call } from './call.ts'
import { isSessionEnd } from './failure.ts'
import { meNow, remember } from './session.ts'

export type SignInForm = { readonly email: string; readonly password: string; readonly totp_code: string }

/** `ended`: the server has ended the session, so it is not informed again. */
export type SignOutOptions = { readonly ended?: boolean }

export const authProvider: AuthProvider = {
  login: async (form: SignInForm) => remember(await call('signIn', form, { initial: true })),
  logout: async (options: SignOutOptions = {}) => {
    if (options.ended !== true && meNow() !== undefined) await leave()
    remember(undefined)
  },
  checkAuth: async () => {
    if (meNow() === undefined) remember(await call('me', {}, { initial: true }))
  },
  checkError: async () => undefined,
  getPermissions: async () => meNow()?.permissions ?? [],
  getIdentity: async () => ({ id: meNow()?.staff.id ?? 0, fullName: meNow()?.staff.name ?? '' }),
}

async function leave(): Promise<void> {
  try {
    await call('signOut', {}, { initial: true })
  } catch (error) {
    if (!isSessionEnd(error)) throw error
  }
}
