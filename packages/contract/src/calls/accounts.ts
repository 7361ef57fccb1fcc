/** Calls about accounts: registration, sign-in, security and sessions. Empty texts of a form count as missing. */
import { z } from 'zod'
import { signIn } from '../schemas/accounts.ts'
import { choice, decimal, flag, idIfGiven, lineIfGiven, word, words, wordsIfGiven } from '../schemas/fields.ts'
import { passkeyIfGiven, proof, TOTP_MAX } from '../schemas/proof.ts'
import { count, id, moment, money } from '../schemas/values.ts'
import { CLOSING_OBSTACLES } from '../values.ts'
import { type Call, POST, READ } from './call.ts'

/** The longest deliverable mail address (RFC 5321). */
const EMAIL_MAX = 254
const TERMS_VERSION_MAX = 40
const PHONE_MAX = 40
/** Longer passwords are refused by the password rule with its own reason. */
const PASSWORD_TEXT_MAX = 600
const CODE_MAX = 16

const account = words({ max: EMAIL_MAX, description: 'E-mail address, or number when the type is mobile' })
const password = words({ max: PASSWORD_TEXT_MAX, description: '8 to 128 characters, no common password' })
const code = words({ max: CODE_MAX, description: 'The six digits that were sent' })
const totp = words({ max: TOTP_MAX, description: 'Six digits of the authenticator app, or a recovery code' })
const area = idIfGiven('Id of an entry of area_list, when the number is written without its calling code')
const channel = word(['email', 'mobile'], 'Kind of account name')
const sendType = choice([1, 2], '1 to register, 2 to set a new password')
/** The action of a withdrawal code: the mail names it, and the code is valid only for it. */
const drawn = {
  number: decimal('withdraw, needed: how much, USD').optional(),
  draw_method_id: idIfGiven('withdraw, needed: id of the bound method it is paid to'),
}
const bound = (description: string) => lineIfGiven({ max: 200, description })
const none = z.object({})

const recovery = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Each replaces an authenticator code once' }),
})
const countdown = count.meta({ description: 'Seconds until another code may be requested' })

export const ACCOUNT_CALLS = {
  captcha: {
    ...READ,
    path: '/api/default/captcha',
    caller: 'visitor',
    doc: 'A captcha picture for registration: an id and a picture.',
    request: none,
    answer: z.object({ id: z.string(), b64s: z.string().meta({ description: 'The picture as a data URL' }) }),
  },
  areaList: {
    ...READ,
    path: '/api/default/area_list',
    caller: 'visitor',
    doc: 'Countries served, with their calling codes.',
    request: none,
    answer: z.array(
      z.object({ id, area_id: id, code: z.string(), global_code: z.string().meta({ description: 'After the +' }) }),
    ),
  },
  setting: {
    ...READ,
    path: '/api/default/setting',
    caller: 'visitor',
    doc: 'One public setting, by its key.',
    request: z.object({ key: words({ max: 64, description: 'Such as is_show_mobile' }) }),
    answer: z.object({ key: z.string(), value: z.unknown() }),
  },
  sendEmail: {
    ...POST,
    path: '/api/notify/send_email',
    caller: 'visitor',
    doc:
      'Mails a code to register (type 1) or to set a new password (type 2). The answer is the same whether or not ' +
      'the address has an account.',
    request: z.object({ to: words({ max: EMAIL_MAX, description: 'E-mail address' }), type: sendType }),
    answer: z.object({ wait: countdown }),
  },
  sendSms: {
    ...POST,
    path: '/api/notify/send_sms',
    caller: 'visitor',
    doc:
      'Sends a code to a phone to register (type 1) or to set a new password (type 2). The answer is the same ' +
      'whether or not the number has an account.',
    request: z.object({ to: words({ max: PHONE_MAX, description: 'Number' }), area_id: area, type: sendType }),
    answer: z.object({ wait: countdown }),
  },
  register: {
    ...POST,
    path: '/api/user/register',
    caller: 'visitor',
    doc:
      'Opens a real account. verify_reg_type 2: an e-mail address, with the captcha (key and sms_code) or with a ' +
      'mailed code (sms_code alone). ' +
      '1: area_id and a number; 3: a number with its country; both with the code sent to it, and with or without ' +
      'an e-mail address. ' +
      'The answer is the same if the address already has an account; its owner is notified by mail.',
    request: z.object({
      type: channel.optional(),
      area_id: area,
      account,
      password,
      re_password: password,
      invite_code: wordsIfGiven({ max: 32, description: 'Invite code' }),
      sms_code: words({ max: CODE_MAX, description: 'The characters of the picture, or the code that was sent' }),
      key: wordsIfGiven({ max: 64, description: 'Id of the captcha picture' }),
      mobile: wordsIfGiven({
        max: PHONE_MAX,
        description: 'Number beside an e-mail address; required where a code is sent to it',
      }),
      country: wordsIfGiven({
        max: 2,
        description: 'Residence, two letters (ISO 3166); required without a number',
      }),
      adult: flag('True: is 18 or older'),
      terms: flag('True: accepts the terms of use'),
    }),
    answer: z.null(),
  },
  loginForU: {
    ...POST,
    path: '/api/user/loginForU',
    caller: 'visitor',
    doc:
      'Signs in to a real account by e-mail address or confirmed number. Answers a fresh token. With two-step ' +
      'verification it also needs `code` or `passkey`: the refusal second_factor_needed follows a right password.',
    request: z.object({
      account,
      password,
      login_type: channel.optional(),
      area_id: area,
      code: wordsIfGiven({
        max: TOTP_MAX,
        description: 'With two-step verification: an authenticator or recovery code',
      }),
      passkey: passkeyIfGiven('Instead of the code: the answer of a passkey to passkey/options, second_factor'),
    }),
    answer: signIn,
  },
  forgetPassword: {
    ...POST,
    path: '/api/user/forget_password',
    caller: 'visitor',
    doc:
      'Sets a new password with the sent code (type 2) and, with two-step verification, an authenticator or ' +
      'recovery code: totp_needed asks for it, and the sent code stays valid. Ends all sessions and pauses ' +
      'withdrawals for some hours.',
    request: z.object({
      type: channel.optional(),
      area_id: area,
      account,
      new_password: password,
      secondary_password: password,
      auth_code: code,
      totp_code: wordsIfGiven({
        max: TOTP_MAX,
        description: 'With two-step verification, beside the sent code: an authenticator or recovery code',
      }),
      passkey: passkeyIfGiven('Instead of totp_code: the answer of a passkey to passkey/options, second_factor'),
    }),
    answer: z.null(),
  },
  sendCode: {
    ...POST,
    protects: true,
    path: '/api/user/send_code',
    caller: 'real',
    doc:
      "Sends a code for one purpose to the caller's own address or number. Answers the target, masked. A code " +
      'for a withdrawal or a payee is valid for exactly one, which the call names and the mail repeats.',
    request: z.object({
      purpose: word(
        ['password', 'confirm_email', 'new_email', 'payee', 'withdraw', 'proof'],
        'Purpose of the code; it works for no other',
      ),
      email: wordsIfGiven({
        max: EMAIL_MAX,
        description:
          'confirm_email: the address to confirm, when it is not the known one. new_email, needed: the address that ' +
          'confirm_email may then add; the code goes to where codes went until now',
      }),
      ...drawn,
      dc_address: bound(
        'payee, this or an account: the address that is to be bound. The mail names it, and the code works for it only',
      ),
      payee_account: bound('payee, this or an address: the account number that is to be bound'),
      bank_name: bound('payee, with an account: its bank'),
      bank_swift: bound('payee, with an account: the SWIFT code of its bank'),
    }),
    answer: z.object({ to: z.string().meta({ description: 'Masked' }), wait: countdown }),
  },
  amendPassword: {
    ...POST,
    protects: true,
    path: '/api/user/amend_password',
    caller: 'real',
    doc:
      'Changes the password with a fresh code (send_code password, or send_email type 2) and, with two-step ' +
      'verification, an authenticator code. Ends the other sessions and pauses withdrawals for some hours.',
    request: z.object({
      type: channel.optional(),
      new_password: password,
      old_password: wordsIfGiven({
        max: PASSWORD_TEXT_MAX,
        description: 'The current password; if sent, it must be right',
      }),
      auth_code: code,
      totp_code: proof.totp_code,
      passkey: proof.passkey,
    }),
    answer: z.null(),
  },
  confirmEmail: {
    ...POST,
    path: '/api/user/confirm_email',
    caller: 'real',
    doc:
      'Confirms the e-mail address with the mailed code (send_code confirm_email). `email` adds an address, or ' +
      'replaces one that was never confirmed. A customer with a confirmed number, two-step verification or a passkey ' +
      'proves that too (proof_needed, totp_needed). After a change of the address, withdrawals pause for some hours.',
    request: z.object({
      auth_code: code,
      email: wordsIfGiven({ max: EMAIL_MAX, description: 'When it is not the known one' }),
      proof_code: wordsIfGiven({ max: CODE_MAX, description: 'The code of send_code new_email, after proof_needed' }),
      totp_code: proof.totp_code,
      passkey: proof.passkey,
    }),
    answer: z.object({ email: z.string() }),
  },
  prove: {
    ...POST,
    protects: true,
    path: '/api/user/prove',
    caller: 'real',
    doc:
      'Step-up of the session for five minutes. With two-step verification: an authenticator or recovery code, ' +
      'valid for every call that asks. Otherwise a mailed code, valid only for its purpose, such as one withdrawal. ' +
      'Calls that pay out ask for it with proof_needed or totp_needed.',
    request: z.object({
      ...proof,
      purpose: word(['proof', 'withdraw'], 'Purpose of the code; default: proof').optional(),
      ...drawn,
    }),
    answer: z.object({ until: moment }),
  },
  sessionList: {
    ...READ,
    path: '/api/user/sessions',
    caller: 'user',
    doc: 'Sessions of the caller, the latest use first.',
    request: none,
    answer: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        device: z.string().meta({ description: 'User agent of the app or browser; may be empty' }),
        created_at: moment,
        last_used_at: moment,
        expires_at: moment,
      }),
    ),
  },
  sessionEnd: {
    ...POST,
    names: { record: 'session', as: 'id' },
    protects: true,
    path: '/api/user/session_end',
    caller: 'user',
    doc:
      'Ends one session of the caller by its id, or all others with the id "others". A session that has not ' +
      'passed the second factor of its account is asked for it (totp_needed, proof_needed).',
    request: z.object({ id: words({ max: 32, description: 'Of a session, or "others"' }), ...proof }),
    answer: z.object({ ended: count }),
  },
  twoFactorBegin: {
    ...POST,
    path: '/api/user/two_factor/begin',
    caller: 'real',
    doc:
      'A secret for an authenticator app, and the URL of its QR code. Needs a step-up. Two-step verification is ' +
      'off until a code confirms it.',
    request: z.object(proof),
    answer: z.object({ secret: z.string(), url: z.string() }),
  },
  twoFactorConfirm: {
    ...POST,
    path: '/api/user/two_factor/confirm',
    caller: 'real',
    doc:
      'Turns two-step verification on with an authenticator code of the secret that the session was given within the ' +
      'last 30 minutes (two_factor_off: it was given none). Answers ten recovery codes, once. Ends the other sessions.',
    request: z.object({ totp_code: totp }),
    answer: recovery,
  },
  acceptTerms: {
    ...POST,
    path: '/api/user/accept_terms',
    caller: 'real',
    doc:
      'The customer accepts the terms of use in force (terms of getBasicInfo). Until then orders that open, ' +
      'deposits, and withdrawals beside open orders are refused with terms_acceptance_needed. terms_version_old: ' +
      'the terms have changed since.',
    request: z.object({ version: words({ max: TERMS_VERSION_MAX, description: 'The version that was read' }) }),
    answer: z.null(),
  },
  twoFactorOff: {
    ...POST,
    path: '/api/user/two_factor/off',
    caller: 'real',
    doc: 'Turns two-step verification off with an authenticator code, a recovery code or a passkey.',
    request: z.object({ totp_code: proof.totp_code, passkey: proof.passkey }),
    answer: z.null(),
  },
  closingState: {
    ...READ,
    path: '/api/user/closing',
    caller: 'user',
    doc:
      'What keeps the account from being closed, in the order in which it is solved; empty: close_account closes it. ' +
      'Each obstacle is the reason of the refusal and the account that it is about; null: the account of the ' +
      'session, or the customer.',
    request: none,
    answer: z.object({
      kind: z.literal(['demo', 'real']),
      obstacles: z.array(z.object({ reason: z.literal(CLOSING_OBSTACLES), account: id.nullable() })),
      owed: money.meta({
        description: 'Balance that no withdrawal pays out and that stays owed; 0 while an obstacle about money stands',
      }),
      rewards: money.meta({ description: 'Invite rewards in review, which are not paid to a closed account' }),
      days: count.meta({ description: 'Days from the closing to the erasure of personal data; 0: within an hour' }),
    }),
  },
  closeAccount: {
    ...POST,
    path: '/api/user/close_account',
    caller: 'user',
    doc:
      'Closes all accounts of the caller, with a fresh step-up; the owner of a demo account alone needs none. ' +
      'Refused with the first obstacle of user/closing. Ends all sessions, passkeys, notifications and price ' +
      'alerts. A sign-in is then refused with account_closed.',
    request: z.object(proof),
    answer: z.null(),
  },
  recoveryCodes: {
    ...POST,
    path: '/api/user/two_factor/recovery_codes',
    caller: 'real',
    doc: 'Ten new recovery codes, with an authenticator code or a passkey; the old ones become invalid.',
    request: z.object({ totp_code: proof.totp_code, passkey: proof.passkey }),
    answer: recovery,
  },
} as const satisfies Record<string, Call>
