/** Customers with two-step verification on, turned on through the calls as they would do it. */
import { codeTo, realPerson } from './people.ts'
import { appCode } from './test-office.ts'
import type { Caller, TestServer } from './test-server.ts'

/** Between two codes of an app: each works once. */
const STEP_MILLIS = 30_000
const CODE_PAUSE_MILLIS = 61_000

export type Guarded = { readonly person: Caller; readonly secret: string; readonly recovery: readonly string[] }

/** The code that the app shows next; half a minute passes first. */
export function nextAppCode(server: TestServer, secret: string): string {
  server.passTime(STEP_MILLIS)
  return appCode(secret, server.context.runtime.now())
}

/** A code that the app does not show now. */
export const wrongAppCode = (server: TestServer, secret: string): string =>
  String((Number(nextAppCode(server, secret)) + 500_000) % 1_000_000).padStart(6, '0')

/** The code mailed for a proof, asked for once the minute since the last one is over. */
export async function mailedProof(server: TestServer, person: Caller, email: string): Promise<string> {
  server.passTime(CODE_PAUSE_MILLIS)
  await person.does('sendCode', { purpose: 'proof' })
  return codeTo(server, email)
}

export async function turnsOnTwoFactor(server: TestServer, person: Caller, email: string): Promise<Guarded> {
  const { secret } = await person.does('twoFactorBegin', { auth_code: await mailedProof(server, person, email) })
  const { recovery_codes: recovery } = await person.does('twoFactorConfirm', { totp_code: nextAppCode(server, secret) })
  return { person, secret, recovery }
}

/** Registered, signed in, two-step verification on. */
export const guardedPerson = async (server: TestServer, email: string): Promise<Guarded> =>
  turnsOnTwoFactor(server, await realPerson(server, email), email)
