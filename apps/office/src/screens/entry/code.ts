/** Typed authenticator codes and passwords. */
/** The server's limits for staff; the server checks more than the length. */
const PASSWORD_MIN = 12
const PASSWORD_MAX = 128

const CODE_DIGITS = 6

/** Digits only: apps show `123 456`. */
export const codeOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_DIGITS)
export const isCode = (code: string): boolean => code.length === CODE_DIGITS
/** For a code that is none. */
export const CODE_FAULT = 'Enter the six digits that the app shows now.'

/** The secret in groups of four, for typing. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The fault of each of the two fields of a new password, as far as a browser can find it. */
export type PasswordFaults = { readonly password?: string; readonly again?: string }

export function passwordFaults(password: string, again: string): PasswordFaults {
  const { length } = [...password.normalize('NFKC')]
  return {
    ...(length < PASSWORD_MIN && { password: `Use at least ${PASSWORD_MIN} characters.` }),
    ...(length > PASSWORD_MAX && { password: `Use at most ${PASSWORD_MAX} characters.` }),
    ...(again === '' && { again: 'Enter the same password again.' }),
    ...(again !== '' && again !== password && { again: 'The passwords do not match. Enter the same one twice.' }),
  }
}
