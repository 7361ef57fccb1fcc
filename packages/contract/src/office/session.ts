/**
 * Sessions of staff: a one-time link that sets password and authenticator app, sign-in with both, and the own sessions.
 * The session is a cookie that no script can read.
 */
import { z } from 'zod'
import { proseIfGiven, words, wordsIfGiven } from '../schemas/fields.ts'
import { count, id, moment } from '../schemas/values.ts'
import { CHANGES, none, type OfficeCall, READS } from './call.ts'
import { PERMISSIONS, ROLES } from './permissions.ts'

const EMAIL_MAX = 254
export const STAFF_NAME_MAX = 100
/** Longer passwords are refused by the password rule with its own reason. */
const PASSWORD_TEXT_MAX = 600
export const staffEmail = words({ max: EMAIL_MAX, description: 'E-mail address' })
const password = words({ max: PASSWORD_TEXT_MAX, description: '12 to 128 characters, no common password' })
const totp = words({ max: 16, description: 'Six digits of the authenticator app' })
const link = words({ max: 128, description: 'The part of the one-time link after the last slash' })

export const staffMember = z.object({ id, name: z.string(), email: z.string(), role: z.literal(ROLES) })

/**
 * How long a staff member cannot decide about money after a change of their access. Not a setting, because an admin
 * could shorten it.
 */
export const STAFF_HOLD_HOURS = 24

const me = z.object({
  staff: staffMember,
  permissions: z.array(z.literal(PERMISSIONS)),
  csrf: z.string().meta({ description: 'Goes into the header x-csrf-token of every posted call' }),
  idle_ends_at: moment.meta({ description: 'End of the session without further calls' }),
  expires_at: moment.meta({ description: 'End of the session in any case' }),
  money_from: moment.nullable().meta({
    description:
      'Until then the staff member cannot decide about money: invited, reset, enabled or given another role within ' +
      `${STAFF_HOLD_HOURS} hours. null: nothing holds them`,
  }),
})

export const officeSession = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string().meta({ description: 'User agent of the browser; may be empty' }),
  created_at: moment,
  last_used_at: moment,
  expires_at: moment,
})

export const SESSION_CALLS = {
  signIn: {
    ...CHANGES,
    path: '/office/session/sign_in',
    caller: 'visitor',
    doc:
      'Signs in with e-mail address, password and a code of the authenticator app. The refusal does not say ' +
      'which of the three was wrong.',
    request: z.object({ email: staffEmail, password, totp_code: totp }),
    answer: me,
  },
  me: {
    ...READS,
    path: '/office/me',
    caller: 'staff',
    doc: 'The signed-in staff member, their permissions, and the token of the CSRF header.',
    request: none,
    answer: me,
  },
  signOut: {
    ...CHANGES,
    path: '/office/session/sign_out',
    caller: 'staff',
    doc: 'Ends the session of the caller.',
    request: none,
    answer: z.null(),
  },
  mySessions: {
    ...READS,
    path: '/office/session/list',
    caller: 'staff',
    doc: 'Sessions of the caller, the latest use first.',
    request: none,
    answer: z.array(officeSession),
  },
  endMySession: {
    ...CHANGES,
    path: '/office/session/end',
    caller: 'staff',
    doc: 'Ends one session of the caller by its id, or all others with the id "others".',
    request: z.object({ id: words({ max: 32, description: 'Of a session, or "others"' }) }),
    answer: z.object({ ended: count }),
  },
  changeMyPassword: {
    ...CHANGES,
    path: '/office/session/password',
    caller: 'staff',
    doc: 'Changes the password of the caller, with the current one and an authenticator code. Ends the other sessions.',
    request: z.object({ old_password: password, new_password: password, totp_code: totp }),
    answer: z.null(),
  },
  welcomeLook: {
    ...CHANGES,
    path: '/office/welcome/look',
    caller: 'visitor',
    doc: 'Content of a one-time link: its owner, and the secret for the authenticator app. Does not use the link up.',
    request: z.object({ link }),
    answer: z.object({
      name: z.string().meta({ description: 'Empty for the first admin, who enters name and address' }),
      email: z.string(),
      role: z.literal(ROLES),
      totp_secret: z.string().meta({ description: 'Base32, to type where no code can be scanned' }),
      totp_url: z.string().meta({ description: 'Content of the QR code' }),
      expires_at: moment,
    }),
  },
  welcomeFinish: {
    ...CHANGES,
    path: '/office/welcome/finish',
    caller: 'visitor',
    doc:
      'Sets the password and confirms the authenticator app with a code; the link is used up and the session ' +
      'begins.',
    request: z.object({
      link,
      password,
      totp_code: totp,
      name: proseIfGiven({
        max: STAFF_NAME_MAX,
        description: 'For the first admin only, for whom welcome_look answers an empty name',
      }),
      email: wordsIfGiven({ max: EMAIL_MAX, description: 'Likewise' }),
    }),
    answer: me,
  },
} as const satisfies Record<string, OfficeCall>
