/**
 * Calls about passkeys. The options go to the browser as they are (WebAuthn Level 3, JSON form); the
 * browser's answer returns as JSON text in one parameter, so that form bodies can carry it.
 */
import { z } from 'zod'
import { PASSKEY_NAME_MAX } from '../passkeys.ts'
import { signIn } from '../schemas/accounts.ts'
import { lineIfGiven, word, words } from '../schemas/fields.ts'
import { PASSKEY_TEXT_MAX, proof } from '../schemas/proof.ts'
import { count, moment } from '../schemas/values.ts'
import { type Call, POST, READ } from './call.ts'

const passkey = words({ max: PASSKEY_TEXT_MAX, description: 'Answer of the browser, as JSON' })

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

export const PASSKEY_CALLS = {
  passkeyOptions: {
    ...POST,
    path: '/api/user/passkey/options',
    caller: 'visitor',
    doc:
      'A challenge for a passkey, for one purpose: to sign in (sign_in), or beside a password or a mailed code ' +
      '(second_factor).',
    request: z.object({
      purpose: word(['sign_in', 'second_factor'], 'Purpose of the challenge; valid for no other'),
    }),
    answer: requestOptions,
  },
  passkeySignIn: {
    ...POST,
    path: '/api/user/passkey/sign_in',
    caller: 'visitor',
    doc:
      'Signs in to a real account with a passkey alone: it verifies its user, so it counts as both factors. ' +
      'Answers a fresh token.',
    request: z.object({ passkey }),
    answer: signIn,
  },
  passkeyProofOptions: {
    ...POST,
    protects: true,
    path: '/api/user/passkey/proof_options',
    caller: 'real',
    doc: 'A challenge for a passkey of the customer, for a step-up of this session: `passkey` replaces `totp_code`.',
    request: z.object({}),
    answer: requestOptions,
  },
  passkeyBegin: {
    ...POST,
    path: '/api/user/passkey/begin',
    caller: 'real',
    doc: 'Options for creating a passkey in the browser. Needs a fresh step-up. Nothing is added before passkey/add.',
    request: z.object(proof),
    answer: creationOptions,
  },
  passkeyAdd: {
    ...POST,
    path: '/api/user/passkey/add',
    caller: 'real',
    doc: 'Adds the created passkey under a name. The owner is notified by mail.',
    request: z.object({
      passkey,
      name: lineIfGiven({ max: PASSKEY_NAME_MAX, description: 'Name given by the owner' }),
    }),
    answer: listed,
  },
  passkeyList: {
    ...READ,
    path: '/api/user/passkey/list',
    caller: 'real',
    doc: 'Passkeys of the caller, oldest first.',
    request: z.object({}),
    answer: z.array(listed),
  },
  passkeyRemove: {
    ...POST,
    protects: true,
    names: { record: 'passkey', as: 'id' },
    path: '/api/user/passkey/remove',
    caller: 'real',
    doc: 'Removes a passkey. Needs a fresh step-up. Ends the other sessions; the owner is notified by mail.',
    request: z.object({ id: words({ max: 32, description: 'Of a passkey in the list' }), ...proof }),
    answer: z.null(),
  },
} as const satisfies Record<string, Call>
