/** The reader of runs reads what the codecs write, and refuses what the codecs refuse. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, type Codec, encode, natural, whole } from './bytes.ts'
import { encodeCommand, numberOfKind } from './command-bytes.ts'
import { EventBuffer } from './event-buffer.ts'
import { createEngine } from './fast/fast-engine.ts'
import { RunReader } from './run-reader.ts'

/** The result of a reader: the value and where it ends, or that it refuses the bytes. */
function said(read: () => readonly [number, number]): readonly [number, number] | 'refused' {
  try {
    return read()
  } catch {
    return 'refused'
  }
}

const byCodec = (codec: Codec<number>, bytes: Uint8Array) =>
  said(() => {
    const from = new ByteReader(bytes)
    return [codec.read(from), from.at()]
  })
const byRun = (codec: Codec<number>, bytes: Uint8Array) =>
  said(() => {
    const from = new RunReader(bytes)
    return [codec === natural ? from.natural() : from.whole(), from.at]
  })

const anyNumber = fc.oneof(fc.maxSafeNat(), fc.nat(200), fc.nat(2 ** 29), fc.constantFrom(2 ** 28, 2 ** 53 - 1, 0))

test.each([natural, whole])('a number comes back from its bytes', (codec) => {
  fc.assert(
    fc.property(anyNumber, fc.boolean(), (size, isNegative) => {
      const value = codec === whole && isNegative && size > 0 ? -size : size
      const bytes = encode(codec, value)
      expect(byRun(codec, bytes)).toEqual([value, bytes.length])
    }),
    { numRuns: 2_000 },
  )
})

test.each([natural, whole])('any bytes mean to it what they mean to the codec', (codec) => {
  const anyByte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 127, 128, 129, 255))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 11 }), fc.array(anyByte, { maxLength: 11 }), (some, odd) => {
      for (const bytes of [some, Uint8Array.from(odd)]) expect(byRun(codec, bytes)).toEqual(byCodec(codec, bytes))
    }),
    { numRuns: 5_000 },
  )
})

test('a frame that ends in the middle of a command is refused, and nothing is written', () => {
  const request = 'ab'.repeat(16)
  const close = encodeCommand({
    kind: 'close',
    at: 5 as never,
    account: 1 as never,
    order: 1,
    seenPrice: undefined,
    request,
  })
  expect(close[0]).toBe(numberOfKind('close'))
  for (let length = 0; length < close.length; length += 1) {
    const events = new EventBuffer()
    const from = new RunReader(close.slice(0, length))
    expect(() => createEngine().decideNext(from, events)).toThrow('invariant violated')
    expect(events.count).toBe(0)
  }
})

test('a run of events that is cut off is refused', () => {
  expect(() => createEngine().evolveRun(Uint8Array.of(9, 130))).toThrow('invariant violated')
  expect(() => createEngine().evolveRun(Uint8Array.of(200))).toThrow('invariant violated')
})
