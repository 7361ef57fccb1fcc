/** The step-up parameters of every call that pays out or changes security. */
import { wordsIfGiven } from './fields.ts'

/** Six digits, and room for spaces. */
const CODE_MAX = 16
/** A recovery code with its dashes and typed spaces. */
export const TOTP_MAX = 40
/** The browser's answer about a passkey, as JSON; real ones are below 3,000 characters. */
export const PASSKEY_TEXT_MAX = 8_000

export const passkeyIfGiven = (description: string) => wordsIfGiven({ max: PASSKEY_TEXT_MAX, description })

export const proof = {
  auth_code: wordsIfGiven({ max: CODE_MAX, description: 'The code that was mailed for this action (send_code)' }),
  totp_code: wordsIfGiven({
    max: TOTP_MAX,
    description: 'With two-step verification: an authenticator or recovery code',
  }),
  passkey: passkeyIfGiven('Instead of totp_code: the answer of an own passkey to passkey/proof_options'),
}
