/**
 * Whether an account holder and a verified name are the same name, in any order of words, in any case and without
 * accents. It only marks what a reviewer should check.
 */
import { namePartsOf } from '../identity/index.ts'

export function isSameName(one: string, other: string): boolean {
  const parts = namePartsOf(one)
  return parts.length > 0 && parts.join(' ') === namePartsOf(other).join(' ')
}
