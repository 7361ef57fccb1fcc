/**
 * What the question "is it really you?" knows: why a call asks it, what was answered, and which refusals are about the
 * answer.
 */
import type { CallInput } from '@veritick/contract'
import { CallFailed } from '../../data/api.ts'
import { factorText, type SecondFactor } from './factor.ts'

/** What a mailed code is asked for; it works for nothing else. */
export type StepUpPurpose = Extract<CallInput<'sendCode'>['purpose'], 'payee' | 'withdraw' | 'proof' | 'password'>
/** What exactly is confirmed: it stands in the mail, and the code works for nothing else. */
export type StepUpDetails = Pick<
  CallInput<'sendCode'>,
  'number' | 'draw_method_id' | 'dc_address' | 'payee_account' | 'bank_name' | 'bank_swift'
>
/** Sent along with the call that asked. */
export type StepUpAnswer = { readonly auth_code?: string; readonly totp_code?: string; readonly passkey?: string }
/** A code that is mailed, or one of the authenticator app. */
export type StepUpMethod = 'mail' | 'app'

/** How a call wants it to be proven; `undefined`: it failed for another reason. */
export function stepUpMethodOf(error: unknown): StepUpMethod | undefined {
  if (!(error instanceof CallFailed)) return undefined
  if (error.reason === 'proof_needed') return 'mail'
  return error.reason === 'totp_needed' ? 'app' : undefined
}

const ABOUT_THE_CODE: { readonly [W in StepUpMethod]: readonly string[] } = {
  mail: ['code_wrong', 'code_expired', 'too_many_attempts', 'proof_needed', 'passkey_wrong', 'passkey_expired'],
  app: ['totp_wrong', 'too_many_attempts', 'totp_needed', 'passkey_wrong', 'passkey_expired'],
}

/**
 * Whether the question stays: the code it asked for was not right, or no answer came, and the same call may be sent
 * again. What is said about another code, one that a form has a field for, is said there.
 */
export const staysOpen = (error: unknown, method: StepUpMethod): error is CallFailed =>
  error instanceof CallFailed && (error.kind !== 'refused' || ABOUT_THE_CODE[method].includes(error.reason ?? ''))

/** A mailed code that names what it allows cannot be replaced by a passkey. */
export const takesPasskey = (purpose: StepUpPurpose, method: StepUpMethod): boolean =>
  method === 'app' || purpose === 'proof' || purpose === 'withdraw'

export const answerOf = (method: StepUpMethod, typed: SecondFactor): StepUpAnswer =>
  method === 'mail' ? { auth_code: typed.code } : { totp_code: factorText(typed) }
