/** Calls about accounts: registration, sign-in, security and sessions. */
import { type Call, POST, READ } from './call.ts'

export const ACCOUNT_CALLS = {
  captcha: {
    ...READ,
    path: '/api/default/captcha',
    caller: 'visitor',
    doc: 'A captcha picture for registration: an id and a picture.',
  },
  areaList: {
    ...READ,
    path: '/api/default/area_list',
    caller: 'visitor',
    doc: 'Countries served, with their calling codes.',
  },
  setting: { ...READ, path: '/api/default/setting', caller: 'visitor', doc: 'One public setting, by its key.' },
  sendEmail: {
    ...POST,
    path: '/api/notify/send_email',
    caller: 'visitor',
    doc:
      'Mails a code to register (type 1) or to set a new password (type 2). The answer is the same whether or not ' +
      'the address has an account.',
  },
  sendSms: {
    ...POST,
    path: '/api/notify/send_sms',
    caller: 'visitor',
    doc:
      'Sends a code to a phone to register (type 1) or to set a new password (type 2). The answer is the same ' +
      'whether or not the number has an account.',
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
      'The answer is the same if the address already has an account; its owner is told by mail.',
  },
  loginForU: {
    ...POST,
    path: '/api/user/loginForU',
    caller: 'visitor',
    doc:
      'Signs in to a real account by e-mail address or confirmed number. Answers a fresh token. With two-step ' +
      'verification on it takes `code` ' +
      'or `passkey` too: second_factor_needed says so once the password was right.',
  },
  forgetPassword: {
    ...POST,
    path: '/api/user/forget_password',
    caller: 'visitor',
    doc:
      'Sets a new password with the code that was sent (type 2) and, with two-factor on, a code of the app or a ' +
      'recovery code: ' +
      'totp_needed asks for it, the code that was sent stays good. Ends every session and holds withdrawals for ' +
      'some hours.',
  },
  sendCode: {
    ...POST,
    path: '/api/user/send_code',
    caller: 'real',
    doc:
      "Sends a code for one purpose to the caller's own address or number. Answers where to, masked. A code for " +
      'a withdrawal or a payee is for ' +
      'just one, which the call must name and the mail then says.',
  },
  amendPassword: {
    ...POST,
    path: '/api/user/amend_password',
    caller: 'real',
    doc:
      'Changes the password with a fresh code (send_code password, or send_email type 2) and, with two-factor ' +
      'on, a code of the app. ' +
      'Ends the other sessions and holds withdrawals for some hours.',
  },
  confirmEmail: {
    ...POST,
    path: '/api/user/confirm_email',
    caller: 'real',
    doc:
      'Confirms the e-mail address with the mailed code (send_code confirm_email). `email` gives one, or replaces ' +
      'one that was never confirmed.',
  },
  prove: {
    ...POST,
    path: '/api/user/prove',
    caller: 'real',
    doc:
      'Proves who is there, for the five minutes that follow: with two-factor on a code of the app or a recovery ' +
      'code, for whatever asks; ' +
      'otherwise a mailed code, only for what it was asked for: the same withdrawal sent again, nothing else. ' +
      'Calls that let money out ask for ' +
      'it with proof_needed or totp_needed.',
  },
  sessionList: {
    ...READ,
    path: '/api/user/sessions',
    caller: 'user',
    doc: 'Where the caller is signed in, the latest use first.',
  },
  sessionEnd: {
    ...POST,
    path: '/api/user/session_end',
    caller: 'user',
    doc:
      'Ends one own session by its id, or all others with the id "others". A session that has not passed the ' +
      'second factor of an account ' +
      'that has one is asked for it (totp_needed, proof_needed).',
  },
  twoFactorBegin: {
    ...POST,
    path: '/api/user/two_factor/begin',
    caller: 'real',
    doc:
      'A secret for an authenticator app, and the address that its QR code says. Needs a proof. Nothing is on ' +
      'before it is confirmed.',
  },
  twoFactorConfirm: {
    ...POST,
    path: '/api/user/two_factor/confirm',
    caller: 'real',
    doc: 'Turns two-factor on with a code of the app. Answers ten recovery codes, this once. Ends the other sessions.',
  },
  twoFactorOff: {
    ...POST,
    path: '/api/user/two_factor/off',
    caller: 'real',
    doc: 'Turns two-factor off; takes a code of the app, a recovery code or a passkey.',
  },
  recoveryCodes: {
    ...POST,
    path: '/api/user/two_factor/recovery_codes',
    caller: 'real',
    doc: 'Ten new recovery codes, with a code of the app or a passkey; the old ones are void.',
  },
  passkeyOptions: {
    ...POST,
    path: '/api/user/passkey/options',
    caller: 'visitor',
    doc:
      'A challenge for a passkey, for one purpose: to sign in (sign_in), or beside a password or a mailed code ' +
      '(second_factor).',
  },
  passkeySignIn: {
    ...POST,
    path: '/api/user/passkey/sign_in',
    caller: 'visitor',
    doc:
      'Signs in to a real account with a passkey alone: it verifies its user, so it counts as both factors. ' +
      'Answers a fresh token.',
  },
  passkeyProofOptions: {
    ...POST,
    path: '/api/user/passkey/proof_options',
    caller: 'real',
    doc:
      'A challenge for one of the own passkeys, to prove in this session who is there: `passkey` stands where ' +
      '`totp_code` is taken.',
  },
  passkeyBegin: {
    ...POST,
    path: '/api/user/passkey/begin',
    caller: 'real',
    doc: 'What the browser makes a new passkey from. Needs a fresh proof. Nothing is added before passkey/add.',
  },
  passkeyAdd: {
    ...POST,
    path: '/api/user/passkey/add',
    caller: 'real',
    doc: 'Adds the passkey that the browser made, under a name. Its owner is told by mail.',
  },
  passkeyList: { ...READ, path: '/api/user/passkey/list', caller: 'real', doc: 'The own passkeys, oldest first.' },
  passkeyRemove: {
    ...POST,
    path: '/api/user/passkey/remove',
    caller: 'real',
    doc: 'Removes one own passkey. Needs a fresh proof. Ends the other sessions; its owner is told by mail.',
  },
} as const satisfies Record<string, Call>
