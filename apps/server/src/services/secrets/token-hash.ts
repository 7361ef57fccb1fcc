/** SHA-256 of a secret as 64 hex digits: what the store keeps of tokens, link secrets and browser ids. */
import { hash } from 'node:crypto'

export const hashOf = (text: string): string => hash('sha256', text, 'hex')
