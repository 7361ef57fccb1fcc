/** The building blocks, by the examples on docs/domain/journal-format.md and at the edges of what a double holds. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code, decode, encode, natural, whole } from './bytes.ts'
import { large } from './large.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const unhex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const MAX = Number.MAX_SAFE_INTEGER

test.each([
  [natural, 0, '00'],
  [natural, 127, '7f'],
  [natural, 128, '8001'],
  [natural, 108_510, 'decf06'],
  [natural, MAX, 'ffffffffffffff0f'],
  [whole, 0, '00'],
  [whole, 1, '02'],
  [whole, -1, '03'],
  [whole, 63, '7e'],
  [whole, 64, '8001'],
  [whole, -12_000_000, '81ecb80b'],
  [whole, MAX, 'feffffffffffff1f'],
  [whole, -MAX, 'ffffffffffffff1f'],
])('%o %i is %s', (codec, value, bytes) => {
  expect(hex(encode(codec, value))).toBe(bytes)
  expect(decode(codec, unhex(bytes))).toBe(value)
})

describe('every number has one encoding', () => {
  test('what LEB128 of the plain definition gives', () => {
    const leb128 = (value: bigint): string =>
      value < 128n ? byte(value) : byte((value & 127n) | 128n) + leb128(value >> 7n)
    const byte = (value: bigint) => value.toString(16).padStart(2, '0')
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const size = BigInt(Math.abs(value))
        expect(hex(encode(natural, Math.abs(value)))).toBe(leb128(size))
        expect(hex(encode(whole, value))).toBe(leb128(size * 2n + (value < 0 ? 1n : 0n)))
        expect(decode(whole, encode(whole, value))).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  test('any bytes are refused or are the encoding of what they are read as', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 10 }), fc.constantFrom(natural, whole), (bytes, codec) => {
        let value: number
        try {
          value = decode(codec, bytes)
        } catch {
          return
        }
        expect(hex(encode(codec, value))).toBe(hex(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  test('sums beyond 2^53 too', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(decode(large, encode(large, value))).toBe(value)
      }),
    )
    expect(hex(encode(large, -256n))).toBe('01020100')
    expect(() => decode(large, unhex('0100'))).toThrow('not in its one form')
    expect(() => decode(large, unhex('02017f'))).toThrow('not in its one form')
  })
})

test('codes are printable ASCII of at most 255 characters', () => {
  expect(hex(encode(code, 'EURUSD'))).toBe('06455552555344')
  for (const bad of ['€', 'a\n', 'x'.repeat(256)]) expect(() => encode(code, bad)).toThrow('printable ASCII')
  expect(() => decode(code, unhex('0109'))).toThrow('printable ASCII')
})
