/**
 * The names of the ranking. A code is drawn by chance, so it says nothing about the user, the account or the moment;
 * a new consent draws another one. The masked name is made from the code alone.
 */
import { type Runtime, randomBelow } from '../../services/clock/index.ts'

/** The alphabet of Crockford's base 32: without I, L and O, which look like digits, and without U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** A thousand million codes for some thousand entries; one that is taken is drawn again at the next run. */
const CODE_LENGTH = 6

export function drawCode(runtime: Runtime): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomBelow(runtime, ALPHABET.length)]).join('')
}

/** `tr***7`. */
export const maskedName = (code: string): string => `tr***${code.slice(-1)}`
