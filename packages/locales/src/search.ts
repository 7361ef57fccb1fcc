/**
 * The search of instruments by code and name, in the letters of every offered language. The server searches the names
 * of all languages, the app the names that it shows; both find alike.
 */

/** Combining marks of a decomposed letter: an accent, the dot of a Turkish capital I, a hamza. */
const MARKS = /[\u0300-\u036f\u064b-\u0655]/g
const NO_LETTER = /[^\p{L}\p{M}\p{N}]+/gu

/** Texts as a search reads them. Making them is nearly all of its work: texts that stay are made once. */
export type SearchTexts = {
  /** Each text without what stands between its words, a line each. */
  readonly lines: string
  /** Each word of the texts after a space. */
  readonly words: string
}

export function searchTexts(texts: readonly string[]): SearchTexts {
  const words = texts.flatMap(partsOf).map((part) => ` ${part}`)
  return { lines: texts.map(joined).join('\n'), words: words.join('') }
}

/**
 * True for texts of which one contains the words, or where every word begins a word of the texts: `euro dollar` finds
 * `Euro / US Dollar`. Words without a letter or digit find nothing.
 */
export function searchFor(words: string): (texts: SearchTexts) => boolean {
  const wanted = joined(words)
  if (wanted === '') return () => false
  const parts = partsOf(words)
  const begun = parts.length > 1 ? [...new Set(parts)].map((part) => ` ${part}`) : []
  return (texts) =>
    texts.lines.includes(wanted) || (begun.length > 0 && begun.every((part) => texts.words.includes(part)))
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
