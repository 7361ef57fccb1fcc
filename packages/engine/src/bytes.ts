/**
 * Bytes and back: the few building blocks that the journal and the state share. Every value has exactly one encoding
 * and the readers refuse any other, so equal bytes and equal meaning are the same thing. docs/domain/journal-format.md
 * says it in words.
 */
import { assert, must } from '@veritick/domain'

export type Codec<T> = {
  write(out: ByteWriter, value: T): void
  read(from: ByteReader): T
}

/** A natural number has at most this many bytes: 53 bits, seven a byte. */
export const GROUPS_MAX = 8
export const REFERENCE_BYTES = 16
export const DOUBLE_BYTES = 8
const REFERENCE_SHAPE = 'a reference is 32 lower-case hex digits'
/** Four groups, which bitwise operations can take apart. */
const FOUR_GROUPS = 2 ** 28

/** Grows as needed; `bytes()` gives what was written. */
export class ByteWriter {
  private buffer = new Uint8Array(256)
  private words: DataView | undefined
  private length = 0

  byte(value: number): void {
    if (this.length === this.buffer.length) this.grow(1)
    this.buffer[this.length++] = value
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.buffer.length) this.grow(bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  /** 0 to 2^53 - 1, in the layout of `natural`. */
  natural(value: number): void {
    if (this.length + GROUPS_MAX > this.buffer.length) this.grow(GROUPS_MAX)
    this.length = putNatural(this.buffer, this.length, value)
  }

  /** Writes a double, lowest byte first. */
  double(value: number): void {
    if (this.length + DOUBLE_BYTES > this.buffer.length) this.grow(DOUBLE_BYTES)
    this.words ??= new DataView(this.buffer.buffer)
    this.words.setFloat64(this.length, value, true)
    this.length += DOUBLE_BYTES
  }

  /** The buffer, with room for this many bytes behind `size()`. Bytes written there count after `moveTo`. */
  room(bytes: number): Uint8Array {
    if (this.length + bytes > this.buffer.length) this.grow(bytes)
    return this.buffer
  }

  /** The bytes end here now: behind what was written into `room`. */
  moveTo(length: number): void {
    assert(length >= this.length && length <= this.buffer.length, 'bytes end behind those before them')
    this.length = length
  }

  /** A copy of the first bytes; those behind them come first from now on. */
  takeFront(length: number): Uint8Array {
    assert(length <= this.length, 'only bytes that were written are taken')
    const taken = this.buffer.slice(0, length)
    this.buffer.copyWithin(0, length, this.length)
    this.length -= length
    return taken
  }

  /** Nothing is written; the buffer stays as large as it is. */
  clear(): void {
    this.length = 0
  }

  /** Bytes so far. */
  size(): number {
    return this.length
  }

  /** A copy of what was written, from this byte on. */
  bytes(from = 0): Uint8Array {
    return this.buffer.slice(from, this.length)
  }

  private grow(need: number): void {
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.length + need))
    larger.set(this.buffer.subarray(0, this.length))
    this.buffer = larger
    this.words = undefined
  }
}

/** Writes a number in the layout of `natural`, at most GROUPS_MAX bytes. Returns the place behind it. */
export function putNatural(buffer: Uint8Array, at: number, value: number): number {
  const small = value | 0
  // Only a whole number of 31 bits and no sign equals this.
  if (small === value && small >= 0 && small < FOUR_GROUPS) return putFourGroups(buffer, at, small)
  assert(value >= 0 && Number.isSafeInteger(value), 'only natural numbers are written here')
  // Whole numbers below 2^53 and a power of two: both parts are exact.
  const left = Math.floor(value / FOUR_GROUPS)
  const low = value - left * FOUR_GROUPS
  buffer[at] = (low & 127) | 128
  buffer[at + 1] = ((low >>> 7) & 127) | 128
  buffer[at + 2] = ((low >>> 14) & 127) | 128
  buffer[at + 3] = (low >>> 21) | 128
  return putFourGroups(buffer, at + 4, left | 0)
}

function putFourGroups(buffer: Uint8Array, at: number, value: number): number {
  let place = at
  let rest = value
  while (rest > 127) {
    buffer[place++] = (rest & 127) | 128
    rest >>= 7
  }
  buffer[place++] = rest
  return place
}

/** Writes a number in the layout of `whole`, at most GROUPS_MAX bytes. Returns the place behind it. */
export function putWhole(buffer: Uint8Array, at: number, value: number): number {
  assert(Number.isSafeInteger(value), 'only whole numbers are written here')
  const size = Math.abs(value)
  // Twice the number and its sign are exact up to here.
  if (size < 2 ** 51) return putNatural(buffer, at, size * 2 + (value < 0 ? 1 : 0))
  const rest = Math.floor(size / 64)
  buffer[at] = (size - rest * 64) * 2 + (value < 0 ? 1 : 0) + 128
  return putNatural(buffer, at + 1, rest)
}

/** Writes 32 lower-case hex digits as 16 bytes. Returns the place behind them. */
export function putReference(buffer: Uint8Array, at: number, value: string): number {
  assert(value.length === 2 * REFERENCE_BYTES, REFERENCE_SHAPE)
  let wrong = 0
  for (let byte = 0; byte < REFERENCE_BYTES; byte += 1) {
    const high = digitOf(value.charCodeAt(2 * byte))
    const low = digitOf(value.charCodeAt(2 * byte + 1))
    wrong |= high | low
    buffer[at + byte] = (high << 4) | low
  }
  assert(wrong < 16, REFERENCE_SHAPE)
  return at + REFERENCE_BYTES
}

/** Throws on anything that our own writers cannot have written. */
export class ByteReader {
  private readonly buffer: Uint8Array
  private words: DataView | undefined
  private position: number

  constructor(buffer: Uint8Array, position = 0) {
    this.buffer = buffer
    this.position = position
  }

  byte(): number {
    const value = this.buffer[this.position]
    assert(value !== undefined, `the bytes end at ${this.position} in the middle of a value`)
    this.position += 1
    return value
  }

  /** A double as `ByteWriter` writes one. */
  double(): number {
    const { buffer, position } = this
    assert(position + DOUBLE_BYTES <= buffer.length, `the bytes end at ${buffer.length} in the middle of a value`)
    this.words ??= new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
    this.position = position + DOUBLE_BYTES
    return this.words.getFloat64(position, true)
  }

  take(length: number): Uint8Array {
    const end = this.position + length
    assert(end <= this.buffer.length, `the bytes end at ${this.buffer.length}, ${end} were needed`)
    const taken = this.buffer.subarray(this.position, end)
    this.position = end
    return taken
  }

  at(): number {
    return this.position
  }

  ended(): boolean {
    return this.position === this.buffer.length
  }
}

/**
 * 0 to 2^53 - 1: seven bits a byte, lowest first, the high bit set on all but the last (LEB128). No needless zero
 * bytes.
 */
export const natural: Codec<number> = {
  write(out, value) {
    out.natural(value)
  },
  read(from) {
    return readGroups(from, 0, 1)
  },
}

/** As `natural` of 2 x |n|, plus 1 where n is negative. There is no negative zero. */
export const whole: Codec<number> = {
  write(out, value) {
    out.moveTo(putWhole(out.room(GROUPS_MAX), out.size(), value))
  },
  read(from) {
    const first = from.byte()
    const low = (first & 127) >> 1
    const size = first < 128 ? low : readGroups(from, low, 64)
    assert(first < 128 || size >= 64, 'a number has no needless zero byte')
    assert((first & 1) === 0 || size > 0, 'there is no negative zero')
    return (first & 1) === 1 ? -size : size
  },
}

function readGroups(from: ByteReader, start: number, startScale: number): number {
  let value = start
  let scale = startScale
  for (;;) {
    const group = from.byte()
    value += (group & 127) * scale
    assert(Number.isSafeInteger(value), 'a number is below 2^53')
    if (group < 128) {
      assert(group > 0 || scale === 1, 'a number has no needless zero byte')
      return value
    }
    scale *= 128
  }
}

/** One byte: 0 no, 1 yes. */
export const flag: Codec<boolean> = {
  write(out, value) {
    out.byte(value ? 1 : 0)
  },
  read(from) {
    const byte = from.byte()
    assert(byte <= 1, `${byte} is neither yes nor no`)
    return byte === 1
  },
}

/** 32 lower-case hex digits as 16 bytes. */
export const reference: Codec<string> = hexBytes(REFERENCE_BYTES, REFERENCE_SHAPE)

/** A SHA-256: 64 lower-case hex digits as 32 bytes. */
export const digest: Codec<string> = hexBytes(32, 'a digest is 64 lower-case hex digits')

function hexBytes(length: number, what: string): Codec<string> {
  return {
    write(out, value) {
      assert(value.length === 2 * length, what)
      for (let at = 0; at < 2 * length; at += 2) {
        const high = digitOf(value.charCodeAt(at))
        const low = digitOf(value.charCodeAt(at + 1))
        assert(high < 16 && low < 16, what)
        out.byte(high * 16 + low)
      }
    },
    read(from) {
      let hex = ''
      for (const byte of from.take(length)) hex += must(HEX_PAIRS[byte], 'a byte has two digits')
      return hex
    },
  }
}

const HEX_DIGITS = '0123456789abcdef'
/** The two digits of each byte. */
const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The value of a lower-case hex digit, by character code; 16 for any other character. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = HEX_DIGITS.indexOf(String.fromCharCode(code))
  return digit < 0 ? 16 : digit
})

/** The value of a lower-case hex digit by its character code; 16 for anything else. */
function digitOf(code: number): number {
  const digit = DIGITS[code]
  return digit === undefined ? 16 : digit
}

/** Printable ASCII: its length as one byte, then the characters. For codes and currencies. */
export const code: Codec<string> = {
  write(out, value) {
    assert(/^[ -~]{0,255}$/.test(value), 'a code is at most 255 printable ASCII characters')
    out.byte(value.length)
    for (let at = 0; at < value.length; at += 1) out.byte(value.charCodeAt(at))
  },
  read(from) {
    const value = String.fromCharCode(...from.take(from.byte()))
    assert(/^[ -~]*$/.test(value), 'a code is printable ASCII')
    return value
  },
}

/** How many bytes as a natural, then the bytes. */
export const byteString: Codec<Uint8Array> = {
  write(out, value) {
    natural.write(out, value.length)
    out.append(value)
  },
  read: (from) => from.take(natural.read(from)),
}

/** One byte: the place of the word in the list, from 0. Lists only ever grow at their end. */
export function oneOf<T extends string | number>(words: readonly T[]): Codec<T> {
  return {
    write(out, value) {
      const index = words.indexOf(value)
      assert(index >= 0, `${value} has no number`)
      out.byte(index)
    },
    read(from) {
      const index = from.byte()
      const word = words[index]
      assert(word !== undefined, `no word has number ${index}`)
      return word
    },
  }
}

/** A byte 0 for undefined, or a byte 1 and the value. */
export function optional<T>(codec: Codec<T>): Codec<T | undefined> {
  return {
    write(out, value) {
      flag.write(out, value !== undefined)
      if (value !== undefined) codec.write(out, value)
    },
    read(from) {
      return flag.read(from) ? codec.read(from) : undefined
    },
  }
}

/** How many as a natural, then each. */
export function list<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    write(out, values) {
      natural.write(out, values.length)
      for (const value of values) codec.write(out, value)
    },
    read(from) {
      const values: T[] = []
      for (let left = natural.read(from); left > 0; left -= 1) values.push(codec.read(from))
      return values
    },
  }
}

/** The same bytes, read as a number with a unit. */
export function branded<T extends number>(codec: Codec<number>, brand: (value: number) => T): Codec<T> {
  return {
    write(out, value) {
      codec.write(out, value)
    },
    read(from) {
      return brand(codec.read(from))
    },
  }
}

/**
 * The fields one after the other, in the order in which the table names them. Writer and reader are made as straight
 * code, one call a field: a loop over names would look each field up in a table of objects, which cost three times as
 * much on the write path of the journal. Only names of our own tables come into that code.
 */
export function record<T extends object>(fields: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const names = Object.keys(fields) as (keyof T & string)[]
  for (const name of names) assert(/^[a-zA-Z_]\w*$/.test(name), 'a field is named as code names it')
  const write = names.map((name, at) => `codec${at}.write(out, value.${name})`)
  const read = names.map((name, at) => `${name}: codec${at}.read(from)`)
  const make = new Function(
    ...names.map((_, at) => `codec${at}`),
    `return { write(out, value) { ${write.join('; ')} }, read(from) { return { ${read.join(', ')} } } }`,
  )
  return make(...names.map((name) => fields[name])) as Codec<T>
}

/** The bytes of one value. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  const out = new ByteWriter()
  codec.write(out, value)
  return out.bytes()
}

/** The value that fills all of `bytes`. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const from = new ByteReader(bytes)
  const value = codec.read(from)
  assert(from.ended(), `${from.at()} bytes were read, more follow`)
  return value
}
