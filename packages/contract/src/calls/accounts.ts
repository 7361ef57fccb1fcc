/** Calls about people: how they register and sign in, what guards their account, and where they are signed in. */
import { type Call, POST, READ } from './call.ts'

export const ACCOUNT_CALLS = {
  captcha: { ...READ, path: '/api/default/captcha', caller: 'visitor', doc: 'A picture riddle for registration: an id and a picture.' },
  areaList: { ...READ, path: '/api/default/area_list', caller: 'visitor', doc: 'Countries served, with their calling codes.' },
  setting: { ...READ, path: '/api/default/setting', caller: 'visitor', doc: 'One public setting, by its key.' },
  sendEmail: {
    ...POST,
    path: '/api/notify/send_email',
    caller: 'visitor',
    doc: 'Mails a code to register (type 1) or to set a new password (type 2). The answer is the same whether or not the address has an account.',
  },
  sendSms: {
    ...POST,
    path: '/api/notify/send_sms',
    caller: 'visitor',
    doc: 'Sends a code to a phone to register (type 1) or to set a new password (type 2). The answer is the same whether or not the number has an account.',
  },
  register: {
    ...POST,
    path: '/api/user/register',
    caller: 'visitor',
    doc:
      'Opens a real account. verify_reg_type 2: an e-mail address, with the riddle (key and sms_code) or with a mailed code (sms_code alone). ' +
      '1: area_id and a number; 3: a number with its country; both with the code sent to it, and with or without an e-mail address. ' +
      'The answer is the same if the address already has an account; its owner is told by mail.',
  },
  loginForU: {
    ...POST,
    path: '/api/user/loginForU',
    caller: 'visitor',
    doc: 'Signs in to a real account by e-mail address or confirmed number. Answers a fresh token.',
  },
  forgetPassword: {
    ...POST,
    path: '/api/user/forget_password',
    caller: 'visitor',
    doc:
      'Sets a new password with the code that was sent (type 2) and, with two-factor on, a code of the app or a recovery code: ' +
      'totp_needed asks for it, the code that was sent stays good. Ends every session and holds withdrawals for some hours.',
  },
  sendCode: {
    ...POST,
    path: '/api/user/send_code',
    caller: 'real',
    doc:
      "Sends a code for one purpose to the caller's own address or number. Answers where to, masked. A code for a withdrawal or a payee is for " +
      'just one, which the call must name and the mail then says.',
  },
  amendPassword: {
    ...POST,
    path: '/api/user/amend_password',
    caller: 'real',
    doc:
      'Changes the password with a fresh code (send_code password, or send_email type 2) and, with two-factor on, a code of the app. ' +
      'Ends the other sessions and holds withdrawals for some hours.',
  },
  confirmEmail: {
    ...POST,
    path: '/api/user/confirm_email',
    caller: 'real',
    doc: 'Confirms the e-mail address with the mailed code (send_code confirm_email). `email` gives one, or replaces one that was never confirmed.',
  },
  prove: {
    ...POST,
    path: '/api/user/prove',
    caller: 'real',
    doc:
      'Proves who is there, for the five minutes that follow: with two-factor on a code of the app or a recovery code, for whatever asks; ' +
      'otherwise a mailed code, only for what it was asked for: the same withdrawal sent again, nothing else. Calls that let money out ask for ' +
      'it with proof_needed or totp_needed.',
  },
  sessionList: { ...READ, path: '/api/user/sessions', caller: 'user', doc: 'Where the caller is signed in, the latest use first.' },
  sessionEnd: {
    ...POST,
    path: '/api/user/session_end',
    caller: 'user',
    doc: 'Ends one own session by its id, or all others with the id "others".',
  },
  twoFactorBegin: {
    ...POST,
    path: '/api/user/two_factor/begin',
    caller: 'real',
    doc: 'A secret for an authenticator app, and the address that its QR code says. Needs a proof. Nothing is on before it is confirmed.',
  },
  twoFactorConfirm: {
    ...POST,
    path: '/api/user/two_factor/confirm',
    caller: 'real',
    doc: 'Turns two-factor on with a code of the app. Answers ten recovery codes, this once.',
  },
  twoFactorOff: {
    ...POST,
    path: '/api/user/two_factor/off',
    caller: 'real',
    doc: 'Turns two-factor off; takes a code of the app or a recovery code.',
  },
  recoveryCodes: {
    ...POST,
    path: '/api/user/two_factor/recovery_codes',
    caller: 'real',
    doc: 'Ten new recovery codes, with a code of the app; the old ones are void.',
  },
} as const satisfies Record<string, Call>
