/** Letters that stand for a company without a logo. */

/** Up to two letters: of the first two words, or of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = words.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
  return letters.slice(0, 2).join('').toLocaleUpperCase('en')
}
