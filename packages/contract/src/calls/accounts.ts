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
      'The answer is the same if the address already has an account; its owner is notified by mail.',
  },
  loginForU: {
    ...POST,
    path: '/api/user/loginForU',
    caller: 'visitor',
    doc:
      'Signs in to a real account by e-mail address or confirmed number. Answers a fresh token. With two-step ' +
      'verification it also needs `code` or `passkey`: the refusal second_factor_needed follows a right password.',
  },
  forgetPassword: {
    ...POST,
    path: '/api/user/forget_password',
    caller: 'visitor',
    doc:
      'Sets a new password with the sent code (type 2) and, with two-step verification, an authenticator or ' +
      'recovery code: totp_needed asks for it, and the sent code stays valid. Ends all sessions and pauses ' +
      'withdrawals for some hours.',
  },
  sendCode: {
    ...POST,
    path: '/api/user/send_code',
    caller: 'real',
    doc:
      "Sends a code for one purpose to the caller's own address or number. Answers the target, masked. A code " +
      'for a withdrawal or a payee is valid for exactly one, which the call names and the mail repeats.',
  },
  amendPassword: {
    ...POST,
    path: '/api/user/amend_password',
    caller: 'real',
    doc:
      'Changes the password with a fresh code (send_code password, or send_email type 2) and, with two-step ' +
      'verification, an authenticator code. Ends the other sessions and pauses withdrawals for some hours.',
  },
  confirmEmail: {
    ...POST,
    path: '/api/user/confirm_email',
    caller: 'real',
    doc:
      'Confirms the e-mail address with the mailed code (send_code confirm_email). `email` adds an address, or ' +
      'replaces one that was never confirmed.',
  },
  prove: {
    ...POST,
    path: '/api/user/prove',
    caller: 'real',
    doc:
      'Step-up of the session for five minutes. With two-step verification: an authenticator or recovery code, ' +
      'valid for every call that asks. Otherwise a mailed code, valid only for its purpose, such as the same ' +
      'withdrawal sent again. Calls that pay out ask for it with proof_needed or totp_needed.',
  },
  sessionList: {
    ...READ,
    path: '/api/user/sessions',
    caller: 'user',
    doc: 'Sessions of the caller, the latest use first.',
  },
  sessionEnd: {
    ...POST,
    path: '/api/user/session_end',
    caller: 'user',
    doc:
      'Ends one session of the caller by its id, or all others with the id "others". A session that has not ' +
      'passed the second factor of its account is asked for it (totp_needed, proof_needed).',
  },
  twoFactorBegin: {
    ...POST,
    path: '/api/user/two_factor/begin',
    caller: 'real',
    doc:
      'A secret for an authenticator app, and the URL of its QR code. Needs a step-up. Two-step verification is ' +
      'off until a code confirms it.',
  },
  twoFactorConfirm: {
    ...POST,
    path: '/api/user/two_factor/confirm',
    caller: 'real',
    doc:
      'Turns two-step verification on with an authenticator code. Answers ten recovery codes, once. Ends the other ' +
      'sessions.',
  },
  twoFactorOff: {
    ...POST,
    path: '/api/user/two_factor/off',
    caller: 'real',
    doc: 'Turns two-step verification off with an authenticator code, a recovery code or a passkey.',
  },
  recoveryCodes: {
    ...POST,
    path: '/api/user/two_factor/recovery_codes',
    caller: 'real',
    doc: 'Ten new recovery codes, with an authenticator code or a passkey; the old ones become invalid.',
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
    doc: 'A challenge for a passkey of the customer, for a step-up of this session: `passkey` replaces `totp_code`.',
  },
  passkeyBegin: {
    ...POST,
    path: '/api/user/passkey/begin',
    caller: 'real',
    doc: 'Options for creating a passkey in the browser. Needs a fresh step-up. Nothing is added before passkey/add.',
  },
  passkeyAdd: {
    ...POST,
    path: '/api/user/passkey/add',
    caller: 'real',
    doc: 'Adds the created passkey under a name. The owner is notified by mail.',
  },
  passkeyList: {
    ...READ,
    path: '/api/user/passkey/list',
    caller: 'real',
    doc: 'Passkeys of the caller, oldest first.',
  },
  passkeyRemove: {
    ...POST,
    path: '/api/user/passkey/remove',
    caller: 'real',
    doc: 'Removes a passkey. Needs a fresh step-up. Ends the other sessions; the owner is notified by mail.',
  },
} as const satisfies Record<string, Call>
