/** SHA-256 of a secret as 64 hex digits: what the store keeps of tokens, link secrets and browser ids. */
import { createHash } from 'node:crypto'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
