/**
 * The strength of a new password, by the rules of the server: length decides, there are no composition rules, and
 * common passwords are refused. The server has the whole list of common passwords; this file contains the most frequent
 * ones.
 */

export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128
/** From this length on a password of any kind is strong. */
const STRONG_LENGTH = 15
const GOOD_LENGTH = 12
const DIFFERENT_MIN = 5

/** `common`: refused. `weak`: accepted, but easily guessed. */
export const STRENGTHS = ['short', 'common', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Characters as the server counts them: code points after normalisation. */
export const lengthOf = (password: string): number => [...password.normalize('NFKC')].length

export function strengthOf(password: string): Strength {
  const length = lengthOf(password)
  if (length < PASSWORD_LENGTH_MIN) return 'short'
  if (isCommon(password)) return 'common'
  // Very few different characters: long, but easy to guess.
  if (new Set(password).size < DIFFERENT_MIN) return 'weak'
  if (length >= STRONG_LENGTH) return 'strong'
  return length >= GOOD_LENGTH ? 'good' : 'fair'
}

/** Whether the server refuses the password as too common, by the part of the list in this file. */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  return COMMON.has(plain) || (plain.length < STRONG_LENGTH && ROWS.some((row) => row.includes(plain)))
}

/** Runs along the digits and the rows of a keyboard. */
const ROWS: readonly string[] = [
  '012345678901234567890',
  '098765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
]

/** The most frequent passwords of eight and more characters in published breaches. */
const COMMON: ReadonlySet<string> = new Set(
  `password password1 password123 passw0rd p@ssw0rd baseball football superman 1qaz2wsx jennifer trustno1 sunshine
  iloveyou computer michelle starwars princess 11111111 00000000 corvette 1234qwer internet samantha q1w2e3r4t5
  maverick whatever mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria marlboro 1q2w3e4r
  1q2w3e4r5t cocacola jordan23 asdfasdf danielle 12344321 jonathan liverpoo qwerty123 qwerty12 abcd1234 abc12345
  slipknot scorpion startrek redskins qazwsxedc liverpool nicholas dolphins metallic mountain benjamin elephant
  rush2112 creative garfield 1qazxsw2 december airborne brooklyn godzilla williams darkness blink182 platinum
  11223344 12qwaszx snowball nintendo november explorer redwings 789456123 lasvegas asdf1234 babygirl carolina
  metallica kristina kimberly snickers paradise caroline 147258369 lacrosse poohbear qweasdzxc einstein drowssap
  patricia champion anderson security zaq12wsx alexander 123456789a letmein1 welcome1 admin123 monkey123 dragon123`
    .split(/\s+/)
    .filter((each) => each !== ''),
)
