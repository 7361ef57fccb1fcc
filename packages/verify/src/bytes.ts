/** Bytes and their text forms, with nothing that only one kind of program has. */

export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor(text.length / 2))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

/** One byte a character, as in ASCII. */
export const fromAscii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
export const toAscii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Signed, 8 bytes, highest first. */
export function int64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
  return bytes
}
