/**
 * Help with a new password, by the rules the server judges it by: length is what makes one strong, there are no rules
 * of composition. Which ones are too common is the server's list to say.
 */

export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
/** From here on a password of any kind is beyond guessing. */
const STRONG_LENGTH = 15
const GOOD_LENGTH = 12

export const STRENGTHS = ['short', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Characters as the server counts them: code points after normalisation. */
export const lengthOf = (password: string): number => [...password.normalize('NFKC')].length

export function strengthOf(password: string): Strength {
  const length = lengthOf(password)
  if (length < PASSWORD_LENGTH_MIN) return 'short'
  // One letter many times over, or a few: long, and yet the first thing to be tried.
  if (new Set(password).size < 5) return 'fair'
  if (length >= STRONG_LENGTH) return 'strong'
  return length >= GOOD_LENGTH ? 'good' : 'fair'
}
