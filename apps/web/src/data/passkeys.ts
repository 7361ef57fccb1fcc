/**
 * Passkeys in this browser: the server's options go to the browser, and the browser's answer comes back as text for a
 * call. A customer who cancels is told that no passkey was used; no other words of the browser reach the screen.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { CallData } from '@veritick/contract'
import { translateNow } from '../i18n/i18n.ts'
import { CallFailed } from './api.ts'

export type PasskeyRequest = CallData<'passkeyOptions'>
type PasskeyCreation = CallData<'passkeyBegin'>

/** Only over TLS, and on the machine itself. */
export const browserHasPasskeys = (): boolean => browserSupportsWebAuthn()

/** True: the browser offers passkeys where a name is filled in. */
export const browserFillsPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/**
 * Questions that a button began and that have not ended. A browser has one question at a time and a new one ends the
 * other, so the one that only waits for what the browser fills in must not begin meanwhile.
 */
let asking = 0

/** Throws `CallFailed` when the customer cancels or the authenticator cannot. */
export async function askPasskey(request: PasskeyRequest): Promise<string> {
  return answered(() => startAuthentication({ optionsJSON: mutable(request) }))
}

/**
 * Waits until the customer picks a passkey from what the browser fills in; `undefined`: another question came first.
 */
export async function awaitFilledPasskey(request: PasskeyRequest): Promise<string | undefined> {
  if (asking > 0) return undefined
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: mutable(request), useBrowserAutofill: true }))
  } catch {
    return undefined
  }
}

/** Ends what waits for a passkey. */
export const stopAwaiting = (): void => WebAuthnAbortService.cancelCeremony()

/**
 * Throws `CallFailed` as `askPasskey` does, and with `passkey_exists` when this authenticator has one of the account.
 */
export async function makePasskey(creation: PasskeyCreation): Promise<string> {
  return answered(() =>
    startRegistration({ optionsJSON: creation as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
}

/** The library's types ask for transports by name; ours are what a browser once said. */
const mutable = (request: PasskeyRequest) => request as Parameters<typeof startAuthentication>[0]['optionsJSON']

async function answered(work: () => Promise<unknown>): Promise<string> {
  asking += 1
  try {
    return JSON.stringify(await work())
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    const reason = isThere ? ('passkey_exists' as const) : undefined
    throw new CallFailed({
      kind: 'refused',
      message: translateNow(isThere ? 'refusals.passkey_exists' : 'passkeys.not_done'),
      reason,
    })
  } finally {
    asking -= 1
  }
}
