/**
 * Whether an account's holder is who the customer is, as far as letters can say: banks turn names round, write them in
 * capitals and leave out accents. It only marks what somebody should look at.
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
