/** Codes of authenticator apps and passwords, as they are typed. */
/** The server's bound for staff; it knows more about passwords than their length. */
const PASSWORD_MIN = 12

const CODE_DIGITS = 6

/** Only the digits count: apps show `123 456`. */
export const codeOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_DIGITS)
export const isCode = (code: string): boolean => code.length === CODE_DIGITS

/** The secret in groups of four, as people copy it. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** What is wrong with a new password, as far as the browser can tell. */
export function passwordFault(password: string, again: string): string | undefined {
  if (password === '') return undefined
  if ([...password].length < PASSWORD_MIN) return `At least ${PASSWORD_MIN} characters.`
  return again !== '' && again !== password ? 'The passwords do not match.' : undefined
}
