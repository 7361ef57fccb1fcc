/**
 * How often one network address may make calls that cost us much or help somebody guess: far above any household, far
 * below what would fill a disk or find a password in a day. What one account may do stands with the features
 * (features/accounts/attempts.ts).
 */
import type { CallName } from '@veritick/contract'

/** Demo accounts opened, or signed in to. */
export const SIGN_INS_PER_MINUTE = 600
/** A picture is drawn for each. */
const CAPTCHAS_PER_MINUTE = 60
/** Each checks or makes a password, which is slow on purpose. */
const PASSWORDS_PER_MINUTE = 60
/** Beside the ceilings of the codes themselves. */
const CODES_PER_MINUTE = 30
/** Attempts at a code, and what follows from one; what one account may try is far less. */
const PROOFS_PER_MINUTE = 300

/** Each challenge for a passkey is a row that waits for five minutes. */
const CHALLENGES_PER_MINUTE = 60

/**
 * Somebody who pages a chart back as fast as it draws; a page nobody asked for before is computed, see market/turns.ts
 * for its cost.
 */
export const CHARTS_PER_MINUTE = 240
/** The home screen asks for one a row, up to 80 at once. */
const SPARKLINES_PER_MINUTE = 2400

/** Short answers from memory. */
export const LOOKS_PER_MINUTE = 1200
/**
 * Pages, their files, marks and pictures: an app loads about 60 the first time, and an office of a hundred people
 * starts at nine.
 */
export const FILES_PER_MINUTE = 12_000

/** Long answers that cost little to ask for; an app asks for each once, when it starts and now and then. */
export const LISTS_PER_MINUTE = 600
/** The description of all calls: 128 kB, and who has it is told that it is still the same. */
export const DOCUMENTATION_PER_MINUTE = 60

export const CALLS_PER_MINUTE: { readonly [Name in CallName]?: number } = {
  tradeList: LISTS_PER_MINUTE,
  getCategories: LISTS_PER_MINUTE,
  searchCurrency: LISTS_PER_MINUTE,
  getBasicInfo: LISTS_PER_MINUTE,
  areaList: LISTS_PER_MINUTE,
  setting: LOOKS_PER_MINUTE,
  getCompanyStatus: LOOKS_PER_MINUTE,
  kline: CHARTS_PER_MINUTE,
  abbreviatedCacheKline: SPARKLINES_PER_MINUTE,
  createAccountDemoForU: SIGN_INS_PER_MINUTE,
  captcha: CAPTCHAS_PER_MINUTE,
  register: PASSWORDS_PER_MINUTE,
  loginForU: PASSWORDS_PER_MINUTE,
  forgetPassword: PASSWORDS_PER_MINUTE,
  amendPassword: PASSWORDS_PER_MINUTE,
  sendEmail: CODES_PER_MINUTE,
  sendSms: CODES_PER_MINUTE,
  sendCode: CODES_PER_MINUTE,
  confirmEmail: PROOFS_PER_MINUTE,
  prove: PROOFS_PER_MINUTE,
  twoFactorBegin: PROOFS_PER_MINUTE,
  twoFactorConfirm: PROOFS_PER_MINUTE,
  twoFactorOff: PROOFS_PER_MINUTE,
  recoveryCodes: PROOFS_PER_MINUTE,
  sessionEnd: PROOFS_PER_MINUTE,
  passkeyOptions: CHALLENGES_PER_MINUTE,
  passkeySignIn: PASSWORDS_PER_MINUTE,
  passkeyProofOptions: CHALLENGES_PER_MINUTE,
  passkeyBegin: PROOFS_PER_MINUTE,
  passkeyAdd: PROOFS_PER_MINUTE,
  passkeyRemove: PROOFS_PER_MINUTE,
}
