/** The step-up as pure functions: the refusals that ask for it, the answer, and the refusals of the answer. */
import type { CallInput } from '@veritick/contract'
import { CallFailed, isFinalRefusal } from '../../data/api.ts'
import { factorText, type SecondFactor } from './factor.ts'

/** The only action that a mailed code allows. */
export type StepUpPurpose = Extract<
  CallInput<'sendCode'>['purpose'],
  'payee' | 'withdraw' | 'proof' | 'password' | 'new_email'
>
/** The exact action to confirm. The mail names the action, and the code is valid only for this action. */
export type StepUpDetails = Pick<
  CallInput<'sendCode'>,
  'email' | 'number' | 'draw_method_id' | 'dc_address' | 'payee_account' | 'bank_name' | 'bank_swift'
>
/** Sent with the call that required the step-up. */
export type StepUpAnswer = { readonly auth_code?: string; readonly totp_code?: string; readonly passkey?: string }
/** A mailed code, or an authenticator code. */
export type StepUpMethod = 'mail' | 'app'

/** The method that a refusal asks for; `undefined`: the call failed for another reason. */
export function stepUpMethodOf(error: unknown): StepUpMethod | undefined {
  if (!(error instanceof CallFailed)) return undefined
  if (error.reason === 'proof_needed') return 'mail'
  return error.reason === 'totp_needed' ? 'app' : undefined
}

const ABOUT_THE_CODE: { readonly [W in StepUpMethod]: readonly string[] } = {
  mail: ['code_wrong', 'code_expired', 'too_many_attempts', 'proof_needed', 'passkey_wrong', 'passkey_expired'],
  app: ['totp_wrong', 'too_many_attempts', 'totp_needed', 'passkey_wrong', 'passkey_expired'],
}

/** The code that was mailed to the new address; the form of the address has a field for it. */
const isCodeOfAddress = (error: CallFailed, purpose: StepUpPurpose): boolean =>
  purpose === 'new_email' && error.field === 'auth_code'

/**
 * Whether the sheet stays open: the code was wrong, or the call may be sent again because no answer came, or a refusal
 * for now. The form shows refusals of a code for which it has its own field.
 */
export const staysOpen = (error: unknown, method: StepUpMethod, purpose: StepUpPurpose): error is CallFailed =>
  error instanceof CallFailed &&
  (!isFinalRefusal(error) || (ABOUT_THE_CODE[method].includes(error.reason ?? '') && !isCodeOfAddress(error, purpose)))

/** A mailed code that names its action cannot be replaced by a passkey. */
export const takesPasskey = (purpose: StepUpPurpose, method: StepUpMethod): boolean =>
  method === 'app' || purpose === 'proof' || purpose === 'withdraw' || purpose === 'new_email'

export const answerOf = (method: StepUpMethod, typed: SecondFactor): StepUpAnswer =>
  method === 'mail' ? { auth_code: typed.code } : { totp_code: factorText(typed) }
