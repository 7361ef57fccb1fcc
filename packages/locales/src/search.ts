/**
 * The search of instruments by code and name, in the letters of every offered language. The server searches the names
 * of all languages, the app the names that it shows; both find alike.
 */

/** Combining marks of a decomposed letter: an accent, the dot of a Turkish capital I, a hamza. */
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g
const NO_LETTER = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * True when the words stand in one of the texts, or when every word begins a word of the texts: `euro dollar` finds
 * `Euro / US Dollar`. Words without a letter or digit find nothing.
 */
export function isFoundIn(texts: readonly string[], words: string): boolean {
  const wanted = joined(words)
  if (wanted === '') return false
  if (texts.some((text) => joined(text).includes(wanted))) return true
  const parts = partsOf(words)
  const begun = texts.flatMap(partsOf)
  return parts.length > 1 && parts.every((part) => begun.some((word) => word.startsWith(part)))
}

/** `EUR/USD`, `eur usd` and `EURUSD` are one text. */
const joined = (text: string): string => plain(text).replace(NO_LETTER, '')
const partsOf = (text: string): readonly string[] =>
  plain(text)
    .split(NO_LETTER)
    .filter((part) => part !== '')

/**
 * Letters with and without their accents are equal. The case rules of the device's language are not used: the Turkish
 * lower case of I has no dot, and NIKKEI would not be found.
 */
const plain = (text: string): string => text.toLowerCase().normalize('NFKD').replace(MARKS, '').replaceAll('ı', 'i')
