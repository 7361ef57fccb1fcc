/**
 * Whether an account holder and a verified name are the same name, in any order of words, in any case and without
 * accents. It only marks what a reviewer should check.
 */

export function isSameName(one: string, other: string): boolean {
  const parts = partsOf(one)
  return parts.length > 0 && parts.join(' ') === partsOf(other).join(' ')
}

/** `Müller, Ana-Maria` -> `ANA MARIA MULLER`. */
function partsOf(name: string): string[] {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .sort()
}
