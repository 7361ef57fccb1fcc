/**
 * Reads messages that follow each other in one run of bytes, in the layouts of bytes.ts: the events of a batch at a
 * start, the commands of a frame. One reader serves a whole run: a reader and an object for each message would cost
 * more than decoding it. Every value must be in its canonical encoding, as bytes.ts requires.
 */
import { assert } from '@veritick/domain'
import { ByteReader, type Codec, REFERENCE_BYTES } from './bytes.ts'
import { viewOf } from './wide.ts'

/** Four groups of seven bits, the most that bitwise operations hold. */
const FOUR_GROUPS = 2 ** 28

/** A place in a run of bytes. Each reading method moves it on, and throws where the bytes end. */
export class RunReader {
  readonly bytes: Uint8Array
  /** The same bytes, for values of a fixed width. */
  readonly view: DataView
  /** The place of the next byte. */
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = viewOf(bytes)
  }

  ended(): boolean {
    return this.at === this.bytes.length
  }

  /** The next byte, which stays the next one. */
  peek(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) outside()
    return byte
  }

  byte(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) outside()
    this.at += 1
    return byte
  }

  flag(): boolean {
    const byte = this.byte()
    assert(byte <= 1, 'a flag is 0 or 1')
    return byte === 1
  }

  /** As the codec `natural`. */
  natural(): number {
    const first = this.byte()
    return first < 128 ? first : this.longer(first & 127)
  }

  /** As the codec `whole`. */
  whole(): number {
    const first = this.byte()
    const low = (first & 127) >> 1
    if (first < 128) {
      assert(first !== 1, 'there is no negative zero')
      return (first & 1) === 1 ? -low : low
    }
    const rest = this.natural()
    assert(rest > 0, 'a number has no needless zero byte')
    const size = low + rest * 64
    assert(Number.isSafeInteger(size), 'a number is below 2^53')
    return (first & 1) === 1 ? -size : size
  }

  optionalNatural(): number | undefined {
    return this.flag() ? this.natural() : undefined
  }

  optionalWhole(): number | undefined {
    return this.flag() ? this.whole() : undefined
  }

  /** Passes over a reference and gives its place. */
  reference(): number {
    return this.pass(REFERENCE_BYTES)
  }

  /** Passes over this many bytes and gives the place of the first one. */
  pass(length: number): number {
    const { at } = this
    this.at = at + length
    if (this.at > this.bytes.length) outside()
    return at
  }

  /** A value of any other layout. */
  read<T>(codec: Codec<T>): T {
    const from = new ByteReader(this.bytes, this.at)
    const value = codec.read(from)
    this.at = from.at()
    return value
  }

  /** The first group is read and is not the last. */
  private longer(low: number): number {
    let value = low
    for (let shift = 7; shift < 28; shift += 7) {
      const group = this.byte()
      value |= (group & 127) << shift
      if (group < 128) {
        if (group === 0) needlessZero()
        return value
      }
    }
    return this.longest(value)
  }

  /** Four groups are read and the fourth is not the last. */
  private longest(low: number): number {
    let value = low
    for (let scale = FOUR_GROUPS; ; scale *= 128) {
      const group = this.byte()
      value += (group & 127) * scale
      assert(Number.isSafeInteger(value), 'a number is below 2^53')
      if (group >= 128) continue
      if (group === 0) needlessZero()
      return value
    }
  }
}

function outside(): never {
  throw new Error('invariant violated: a value ends within the bytes')
}

function needlessZero(): never {
  throw new Error('invariant violated: a number has no needless zero byte')
}
