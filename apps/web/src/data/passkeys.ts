/**
 * Passkeys in this browser. The browser gets the options of the server; its answer becomes the text of a call. When the
 * customer cancels, the app says that no passkey was used; other messages of the browser are not shown.
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

/** WebAuthn works only over TLS and on localhost. */
export const browserHasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Whether the browser offers passkeys in the autofill of a field. */
export const browserFillsPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/**
 * Open requests that a button started. A browser runs one request at a time and a new request ends the previous one, so
 * the autofill request must not start meanwhile.
 */
let asking = 0

/** Throws `CallFailed` when the customer cancels or the authenticator fails. */
export async function askPasskey(request: PasskeyRequest): Promise<string> {
  return answered(() => startAuthentication({ optionsJSON: mutable(request) }))
}

/** Waits until the customer picks a passkey from autofill; `undefined`: another request came first. */
export async function awaitFilledPasskey(request: PasskeyRequest): Promise<string | undefined> {
  if (asking > 0) return undefined
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: mutable(request), useBrowserAutofill: true }))
  } catch {
    return undefined
  }
}

/** Ends the autofill request. */
export const stopAwaiting = (): void => WebAuthnAbortService.cancelCeremony()

/**
 * Throws `CallFailed` like `askPasskey`, and with `passkey_exists` when this authenticator has a passkey of the
 * account.
 */
export async function makePasskey(creation: PasskeyCreation): Promise<string> {
  return answered(() =>
    startRegistration({ optionsJSON: creation as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
}

/** The library's types list the transports by name; ours are strings that a browser reported. */
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
