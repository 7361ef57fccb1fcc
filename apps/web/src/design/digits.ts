/**
 * Digits and signs as keyboards of the offered languages type them: Arabic, Persian, Thai and full-width ones. A code
 * drops everything else.
 */

export const CODE_DIGITS = 6

/** First code points of the digit rows of keyboards in the offered languages. */
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0xff10]

/** The full-width forms of comma, point and minus; the ideographic full stop is the point key of such a keyboard. */
const SIGNS: Readonly<Record<string, string>> = { '\uff0c': ',', '\uff0e': '.', '\u3002': '.', '\uff0d': '-' }

/** At most `max` latin digits. */
export function digitsOf(text: string, max: number): string {
  return latinDigits(text).replace(/\D/g, '').slice(0, max)
}

/** The text with latin digits, and with ASCII signs for full-width ones; everything else unchanged. */
export const latinDigits = (text: string): string => Array.from(text, latinOf).join('')

function latinOf(letter: string): string {
  const point = letter.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => point >= first && point <= first + 9)
  return zero === undefined ? (SIGNS[letter] ?? letter) : String(point - zero)
}
