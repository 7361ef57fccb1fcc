/** Addresses with a valid checksum and no known key: their bytes are derived from words. */
import { createHash } from 'node:crypto'

const TRON_PREFIX = 0x41
const KEY_HASH_BYTES = 20
const CHECKSUM_BYTES = 4
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export function tronAddress(words: string): string {
  const keyHash = sha256(Buffer.from(words)).subarray(0, KEY_HASH_BYTES)
  const payload = Buffer.from([TRON_PREFIX, ...keyHash])
  return base58([...payload, ...sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES)])
}

/** For bytes that do not begin with zero. */
function base58(bytes: readonly number[]): string {
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = DIGITS.charAt(Number(rest % 58n)) + text
  return text
}
