/**
 * Checks a browser's answer about a passkey: a new public key (registration), or a signature of a known one
 * (assertion). The library does the cryptography; this file says what the answer is checked against: a challenge of
 * ours for this purpose and session, its site, a passkey that is still known, a counter that grows, and a user whom the
 * authenticator has verified.
 */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { UserId } from '@veritick/domain'
import { z } from 'zod'
import { type Refusal, refuse } from '../../calls/index.ts'
import type { Database, Query } from '../../store/index.ts'
import { requireRowSealed } from '../seals/index.ts'
import type { ChallengeFor } from './challenges.ts'
import type { Context } from './context.ts'
import { noteUse, type PasskeyRow, passkeyOfCredential, sealedPasskey, transportsOf, wasRemoved } from './rows.ts'

/** Read with the first passkey: no start needs it (READ_LATE in tools/walls.test.ts). */
const library = () => import('@simplewebauthn/server')

/** ES256, RS256, EdDSA: what authenticators make (COSE numbers, RFC 9053). */
export const ALGORITHMS = [-7, -257, -8]

type Parts = Pick<Context, 'store' | 'encryption' | 'challenges'>

/** A signature that was right; it counts once `useAssertion` has noted it. */
export type Assertion = {
  readonly user: UserId
  readonly passkey: string
  /** Of the passkey. */
  readonly createdAt: number
  readonly before: number
  readonly counter: number
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const ASSERTION = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Some authenticators send null.
    userHandle: z.string().nullish(),
  }),
})
const ATTESTATION = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})
const CLIENT_DATA = z.object({ challenge: z.string().min(1).max(200) })

/**
 * Refusals: `passkey_wrong`, also for a passkey that is not known; `passkey_expired`, when the challenge was not made
 * for this or is used up. `user`: whose it must be.
 */
export async function checkAssertion(
  parts: Parts,
  answer: ChallengeFor & { readonly text: string; readonly user?: number },
): Promise<{ readonly ok: true; readonly value: Assertion } | Refusal> {
  const { store, encryption, challenges } = parts
  const read = ASSERTION.safeParse(jsonOf(answer.text)).data
  const challenge = read && challengeOf(read.response.clientDataJSON)
  if (read === undefined || challenge === undefined) return refuse('passkey_wrong', 'passkey')
  const site = challenges.spend({ ...answer, challenge })
  if (site === undefined) return refuse('passkey_expired', 'passkey')
  const row = await passkeyOfCredential(store.db, read.id)
  if (row === undefined || row.rpId !== site.rpId || (answer.user !== undefined && row.user !== answer.user))
    return refuse('passkey_wrong', 'passkey')
  requireRowSealed(encryption, 'passkeys', { ...sealedPasskey(row), seal: row.seal })
  if (wasRemoved(parts, row)) return refuse('passkey_wrong', 'passkey')
  const { userHandle } = read.response
  // Where no account was named, the authenticator must name the customer.
  const handleFits = userHandle === row.userHandle || (answer.user !== undefined && !userHandle)
  if (!handleFits) return refuse('passkey_wrong', 'passkey')
  const counter = await counterOf({ read, row, challenge, site })
  if (counter === undefined) return refuse('passkey_wrong', 'passkey')
  return {
    ok: true,
    value: { user: row.user, passkey: row.passkey, createdAt: row.createdAt, before: row.counter, counter },
  }
}

/** False: meanwhile the passkey was removed or used. In the transaction that does what it allows. */
export async function useAssertion(
  parts: Pick<Context, 'runtime' | 'encryption'>,
  query: Query,
  assertion: Assertion,
): Promise<boolean> {
  if (wasRemoved(parts, assertion)) return false
  return noteUse(query, { ...assertion, now: parts.runtime.now() })
}

/** The counter of the new signature; `undefined`: the library refuses the signature, or its counter has not grown. */
async function counterOf(given: {
  readonly read: z.infer<typeof ASSERTION>
  readonly row: PasskeyRow
  readonly challenge: string
  readonly site: { readonly rpId: string; readonly origin: string }
}): Promise<number | undefined> {
  const { read, row, challenge, site } = given
  const { userHandle, ...signed } = read.response
  const response: AuthenticationResponseJSON = {
    ...read,
    response: { ...signed, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
  }
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: row.credential,
        publicKey: new Uint8Array(row.publicKey),
        counter: row.counter,
        transports: transportsOf(row),
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // Its words name what was sent.
    return undefined
  }
}

/** The stored facts of a new passkey, beside its name. */
export type NewPasskey = Pick<
  PasskeyRow,
  'credential' | 'publicKey' | 'counter' | 'transports' | 'rpId' | 'synced' | 'userHandle'
>

/** Refusals: `passkey_wrong`, `passkey_expired`, `passkey_exists`. */
export async function checkAttestation(
  parts: Parts,
  answer: { readonly text: string; readonly session: string },
): Promise<{ readonly ok: true; readonly value: NewPasskey } | Refusal> {
  const read = ATTESTATION.safeParse(jsonOf(answer.text)).data
  const challenge = read && challengeOf(read.response.clientDataJSON)
  if (read === undefined || challenge === undefined) return refuse('passkey_wrong', 'passkey')
  const made = parts.challenges.spend({ purpose: 'register', session: answer.session, challenge })
  if (made?.userHandle === undefined) return refuse('passkey_expired', 'passkey')
  const { transports = [], ...attested } = read.response
  const response: RegistrationResponseJSON = { ...read, response: attested, clientExtensionResults: {} }
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: made.origin,
      expectedRPID: made.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return refuse('passkey_wrong', 'passkey')
    const { credential, credentialBackedUp } = registrationInfo
    if (await isKnown(parts.store.db, credential.id)) return refuse('passkey_exists', 'passkey')
    return {
      ok: true,
      value: {
        credential: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: transports.join(','),
        rpId: made.rpId,
        synced: credentialBackedUp ? 1 : 0,
        userHandle: made.userHandle,
      },
    }
  } catch {
    return refuse('passkey_wrong', 'passkey')
  }
}

const isKnown = async (db: Database, credential: string) => (await passkeyOfCredential(db, credential)) !== undefined

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function challengeOf(clientDataJSON: string): string | undefined {
  return CLIENT_DATA.safeParse(jsonOf(Buffer.from(clientDataJSON, 'base64url').toString())).data?.challenge
}
