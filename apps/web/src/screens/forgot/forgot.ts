/** A forgotten password: the account, the code, and the new password. */
import type { CallInput } from '@veritick/contract'
import type { Key } from '@veritick/locales'
import { CODE_DIGITS } from '../../design/digits.ts'
import { accountOf, kindOf, type LoginDraft } from '../login/login.ts'
import { newPasswordFault, repeatFault } from '../password/password.ts'
import { emailFault } from '../register/register.ts'
import { factorFault, factorText, type SecondFactor } from '../stepUp/factor.ts'

/** `factor`: `undefined` until the server reports a second factor of the account. */
export type ForgotSecrets = {
  readonly next: string
  readonly again: string
  readonly code: string
  readonly factor: SecondFactor | undefined
}

/** A number needs its area, or its calling code in front. */
export function targetFaults(draft: LoginDraft): { readonly account: Key | undefined; readonly area: Key | undefined } {
  if (kindOf(draft) === 'email') return { account: emailFault(draft.email, true), area: undefined }
  const number = draft.mobile.trim()
  return {
    account: number === '' ? 'login.mobile_missing' : undefined,
    area: draft.area === '' && number !== '' && !/^(\+|00)/.test(number) ? 'fields.area_missing' : undefined,
  }
}

export function forgotFaults(draft: LoginDraft, secrets: ForgotSecrets) {
  return {
    ...targetFaults(draft),
    code: secrets.code.length === CODE_DIGITS ? undefined : ('fields.code_digits' as const),
    next: newPasswordFault(secrets.next),
    again: repeatFault(secrets.next, secrets.again),
    factor: secrets.factor && factorFault(secrets.factor),
  }
}

const areaOf = (draft: LoginDraft): { readonly area_id?: number } =>
  kindOf(draft) === 'mobile' && draft.area !== '' ? { area_id: Number(draft.area) } : {}

/** Input of the calls `send_email` and `send_sms`, with type 2 for a new password. */
export const codeInput = (draft: LoginDraft) => ({ to: accountOf(draft), type: 2 as const, ...areaOf(draft) })

export function forgotInput(draft: LoginDraft, secrets: ForgotSecrets): CallInput<'forgetPassword'> {
  return {
    type: kindOf(draft),
    account: accountOf(draft),
    new_password: secrets.next,
    secondary_password: secrets.again,
    auth_code: secrets.code,
    ...(secrets.factor && { totp_code: factorText(secrets.factor) }),
    ...areaOf(draft),
  }
}
