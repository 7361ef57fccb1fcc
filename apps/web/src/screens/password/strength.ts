/**
 * The strength of a new password, by the rules of the server: length decides, there are no composition rules. The list
 * of common passwords is on the server.
 */

export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
/** From this length on a password of any kind is strong. */
const STRONG_LENGTH = 15
const GOOD_LENGTH = 12

export const STRENGTHS = ['short', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Characters as the server counts them: code points after normalisation. */
export const lengthOf = (password: string): number => [...password.normalize('NFKC')].length

export function strengthOf(password: string): Strength {
  const length = lengthOf(password)
  if (length < PASSWORD_LENGTH_MIN) return 'short'
  // One character repeated, or very few different ones: long, but easy to guess.
  if (new Set(password).size < 5) return 'fair'
  if (length >= STRONG_LENGTH) return 'strong'
  return length >= GOOD_LENGTH ? 'good' : 'fair'
}
