/**
 * Requests and responses of passkeys. The options go to the browser as they are (WebAuthn Level 3, JSON form); the
 * browser's answer returns as JSON text in one parameter, so that form bodies can carry it.
 */
import { z } from 'zod'
import { PASSKEY_NAME_MAX } from '../passkeys.ts'
import { lineIfGiven, word, words } from './fields.ts'
import { PASSKEY_TEXT_MAX, proof } from './proof.ts'
import { count, moment } from './values.ts'

const passkey = words({ max: PASSKEY_TEXT_MAX, description: 'Answer of the browser, as JSON' })

export const PASSKEY_REQUESTS = {
  passkeyOptions: z.object({
    purpose: word(['sign_in', 'second_factor'], 'Purpose of the challenge; valid for no other'),
  }),
  passkeySignIn: z.object({ passkey }),
  passkeyProofOptions: z.object({}),
  passkeyBegin: z.object(proof),
  passkeyAdd: z.object({
    passkey,
    name: lineIfGiven({ max: PASSKEY_NAME_MAX, description: 'Name given by the owner' }),
  }),
  passkeyList: z.object({}),
  passkeyRemove: z.object({ id: words({ max: 32, description: 'Of a passkey in the list' }), ...proof }),
} as const

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })
const requestOptions = z.object({
  challenge: z.string(),
  timeout: count,
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: count,
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
const listed = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().meta({ description: 'True: synchronised between the devices of the owner' }),
  created_at: moment,
  last_used_at: moment.nullable(),
})

/** For all calls but passkeySignIn, which answers like every sign-in. */
export const PASSKEY_RESPONSES = {
  passkeyOptions: requestOptions,
  passkeyProofOptions: requestOptions,
  passkeyBegin: creationOptions,
  passkeyAdd: listed,
  passkeyList: z.array(listed),
  passkeyRemove: z.null(),
} as const
