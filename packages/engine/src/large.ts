/** Whole numbers of any size as bytes: sums over all accounts, which pass 2^53. */
import { assert } from '@veritick/domain'
import type { Codec } from './bytes.ts'

/**
 * A whole number of any size: the sign byte (0, or 1 for negative), then |n| as one length byte and that many bytes,
 * highest first.
 */
export const large: Codec<bigint> = {
  write(out, value) {
    const size = value < 0n ? -value : value
    const digits = size === 0n ? '' : size.toString(16)
    const hex = digits.length % 2 === 0 ? digits : `0${digits}`
    out.byte(value < 0n ? 1 : 0)
    out.byte(hex.length / 2)
    for (let at = 0; at < hex.length; at += 2) out.byte(Number.parseInt(hex.slice(at, at + 2), 16))
  },
  read(from) {
    const sign = from.byte()
    let size = 0n
    const bytes = from.take(from.byte())
    for (const byte of bytes) size = size * 256n + BigInt(byte)
    assert(bytes[0] !== 0 && (sign === 0 || (sign === 1 && size > 0n)), 'a large number is not in its one form')
    return sign === 1 ? -size : size
  },
}
