/**
 * Digits of a code as typed or pasted: Arabic and full-width figures count as digits, blanks and dashes are dropped.
 */

export const CODE_DIGITS = 6

/** First code points of the digit rows of keyboards in the offered languages. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

/** At most `max` latin digits. */
export function digitsOf(text: string, max: number): string {
  return Array.from(text, latinOf).join('').replace(/\D/g, '').slice(0, max)
}

function latinOf(letter: string): string {
  const point = letter.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => point >= first && point <= first + 9)
  return zero === undefined ? letter : String(point - zero)
}
