/**
 * Digits of a code as people type or paste them: Arabic and full-width figures are the same digits, blanks and dashes
 * are none.
 */

export const CODE_DIGITS = 6

/** First code points of the digit rows that keyboards of the offered languages write. */
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
