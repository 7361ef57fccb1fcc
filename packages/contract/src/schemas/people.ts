/** Requests and responses of accounts. Empty texts of a form count as missing. */
import { z } from 'zod'
import { signIn } from './accounts.ts'
import { choice, decimal, flag, idIfGiven, lineIfGiven, word, words, wordsIfGiven } from './fields.ts'
import { PASSKEY_REQUESTS, PASSKEY_RESPONSES } from './passkeys.ts'
import { passkeyIfGiven, proof, TOTP_MAX } from './proof.ts'
import { count, id, moment } from './values.ts'

/** The longest deliverable mail address (RFC 5321). */
const EMAIL_MAX = 254
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

export const ACCOUNT_REQUESTS = {
  captcha: none,
  areaList: none,
  setting: z.object({ key: words({ max: 64, description: 'Such as is_show_mobile' }) }),
  sendEmail: z.object({ to: words({ max: EMAIL_MAX, description: 'E-mail address' }), type: sendType }),
  sendSms: z.object({ to: words({ max: PHONE_MAX, description: 'Number' }), area_id: area, type: sendType }),
  register: z.object({
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
  loginForU: z.object({
    account,
    password,
    login_type: channel.optional(),
    area_id: area,
    code: wordsIfGiven({ max: TOTP_MAX, description: 'With two-step verification: an authenticator or recovery code' }),
    passkey: passkeyIfGiven('Instead of the code: the answer of a passkey to passkey/options, second_factor'),
  }),
  forgetPassword: z.object({
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
  sendCode: z.object({
    purpose: word(
      ['password', 'confirm_email', 'payee', 'withdraw', 'proof'],
      'What the code is for; it works for nothing else',
    ),
    email: wordsIfGiven({
      max: EMAIL_MAX,
      description: 'confirm_email only: the address to confirm, when it is not the known one',
    }),
    ...drawn,
    dc_address: bound(
      'payee, this or an account: the address that is to be bound. The mail names it, and the code works for it only',
    ),
    payee_account: bound('payee, this or an address: the account number that is to be bound'),
    bank_name: bound('payee, with an account: its bank'),
    bank_swift: bound('payee, with an account: the SWIFT code of its bank'),
  }),
  amendPassword: z.object({
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
  confirmEmail: z.object({
    auth_code: code,
    email: wordsIfGiven({ max: EMAIL_MAX, description: 'When it is not the known one' }),
  }),
  prove: z.object({
    ...proof,
    purpose: word(['proof', 'withdraw'], 'Purpose of the code; default: proof').optional(),
    ...drawn,
  }),
  sessionList: none,
  sessionEnd: z.object({ id: words({ max: 32, description: 'Of a session, or "others"' }), ...proof }),
  twoFactorBegin: z.object(proof),
  twoFactorConfirm: z.object({ totp_code: totp }),
  twoFactorOff: z.object({ totp_code: proof.totp_code, passkey: proof.passkey }),
  recoveryCodes: z.object({ totp_code: proof.totp_code, passkey: proof.passkey }),
  ...PASSKEY_REQUESTS,
} as const

const recovery = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Each replaces an authenticator code once' }),
})
const countdown = count.meta({ description: 'Seconds until another code may be requested' })

export const ACCOUNT_RESPONSES = {
  captcha: z.object({ id: z.string(), b64s: z.string().meta({ description: 'The picture as a data URL' }) }),
  areaList: z.array(
    z.object({ id, area_id: id, code: z.string(), global_code: z.string().meta({ description: 'After the +' }) }),
  ),
  setting: z.object({ key: z.string(), value: z.unknown() }),
  sendEmail: z.object({ wait: countdown }),
  sendSms: z.object({ wait: countdown }),
  register: z.null(),
  loginForU: signIn,
  forgetPassword: z.null(),
  sendCode: z.object({ to: z.string().meta({ description: 'Masked' }), wait: countdown }),
  amendPassword: z.null(),
  confirmEmail: z.object({ email: z.string() }),
  prove: z.object({ until: moment }),
  sessionList: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      device: z.string().meta({ description: 'User agent of the app or browser; may be empty' }),
      created_at: moment,
      last_used_at: moment,
      expires_at: moment,
    }),
  ),
  sessionEnd: z.object({ ended: count }),
  twoFactorBegin: z.object({ secret: z.string(), url: z.string() }),
  twoFactorConfirm: recovery,
  twoFactorOff: z.null(),
  recoveryCodes: recovery,
  ...PASSKEY_RESPONSES,
  passkeySignIn: signIn,
} as const
