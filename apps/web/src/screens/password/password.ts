/** Changing the password: fields, faults, and request. */
import type { CallInput } from '@veritick/contract'
import type { Key } from '@veritick/locales'
import { CODE_DIGITS } from '../../design/digits.ts'
import { isCommon, lengthOf, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './strength.ts'

/** `old` may be empty for a customer who has only the code; the server then asks for it. */
export type PasswordForm = {
  readonly old: string
  readonly next: string
  readonly again: string
  readonly code: string
}

export type PasswordFaults = { readonly [F in keyof PasswordForm]?: Key | undefined }

/** Fault of a new password, on every screen that sets one. The server knows more common passwords. */
export function newPasswordFault(text: string): Key | undefined {
  if (text === '') return 'password.missing'
  if (lengthOf(text) < PASSWORD_LENGTH_MIN) return 'refusals.password_too_short'
  if (lengthOf(text) > PASSWORD_LENGTH_MAX) return 'refusals.password_too_long'
  return isCommon(text) ? 'refusals.password_too_common' : undefined
}

export function repeatFault(next: string, again: string): Key | undefined {
  if (again === '') return 'password.again_missing'
  return next === again ? undefined : 'refusals.passwords_differ'
}

export function passwordFaults(form: PasswordForm): PasswordFaults {
  return {
    old: form.old === '' ? 'password.old_missing' : undefined,
    next: newPasswordFault(form.next),
    again: repeatFault(form.next, form.again),
    code: form.code.length === CODE_DIGITS ? undefined : 'fields.code_digits',
  }
}

export function passwordInput(form: PasswordForm): CallInput<'amendPassword'> {
  return { new_password: form.next, old_password: form.old, auth_code: form.code }
}
