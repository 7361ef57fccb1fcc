/**
 * A secret one-to-one mapping of the whole numbers below a size onto themselves: a Feistel network of eight rounds over
 * AES-256, walked until it lands below the size. A reader without the key sees numbers as good as random; no two
 * numbers become the same.
 */
import { type Cipher, createCipheriv } from 'node:crypto'
import { assert, must } from '@veritick/domain'

const ROUNDS = 8
const BLOCK_BYTES = 16
/** Each half has at most 26 bits, so the size is at most 2^52 and a number holds it exactly. */
const HALF_BITS_MAX = 26

export class Bijection {
  readonly #cipher: Cipher
  readonly #size: number
  readonly #half: number
  readonly #block = Buffer.alloc(BLOCK_BYTES)

  /** `key`: 32 bytes, of this mapping only. */
  constructor(options: { readonly key: Uint8Array; readonly size: number }) {
    const bits = Math.ceil(Math.log2(options.size) / 2)
    assert(bits > 0 && bits <= HALF_BITS_MAX, 'a size between 2 and 2^52')
    this.#cipher = createCipheriv('aes-256-ecb', options.key, null).setAutoPadding(false)
    this.#size = options.size
    this.#half = 2 ** bits
  }

  forward(value: number): number {
    return this.#walk(this.#below(value), (each) => this.#encrypt(each))
  }

  /** `forward` of each. One call of the cipher serves a round of all of them. */
  forwardAll(values: readonly number[]): readonly number[] {
    let walking = this.#encryptAll(values.map((value) => this.#below(value)))
    const images = walking.slice()
    for (;;) {
      const outside = [...images.keys()].filter((at) => must(images[at], 'it has an image') >= this.#size)
      if (outside.length === 0) return images
      walking = this.#encryptAll(outside.map((at) => must(images[at], 'it has an image')))
      for (const [index, at] of outside.entries()) images[at] = must(walking[index], 'it has an image')
    }
  }

  backward(value: number): number {
    return this.#walk(this.#below(value), (each) => this.#decrypt(each))
  }

  #below(value: number): number {
    assert(Number.isSafeInteger(value) && value >= 0 && value < this.#size, 'a whole number below the size')
    return value
  }

  #walk(value: number, step: (each: number) => number): number {
    let at = step(value)
    while (at >= this.#size) at = step(at)
    return at
  }

  #encryptAll(values: readonly number[]): number[] {
    const half = this.#half
    let left = Uint32Array.from(values, (value) => Math.floor(value / half))
    let right = Uint32Array.from(values, (value) => value % half)
    const blocks = new DataView(new ArrayBuffer(values.length * BLOCK_BYTES))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, value] of right.entries()) {
        blocks.setUint32(at * BLOCK_BYTES, round)
        blocks.setUint32(at * BLOCK_BYTES + 4, value)
      }
      const { buffer, byteOffset } = this.#cipher.update(blocks)
      const mixed = new DataView(buffer, byteOffset)
      left = left.map((value, at) => value ^ (mixed.getUint32(at * BLOCK_BYTES) % half))
      ;[left, right] = [right, left]
    }
    return values.map((_, at) => {
      return must(left[at], 'each value has two halves') * half + must(right[at], 'each value has two halves')
    })
  }

  #encrypt(value: number): number {
    let left = Math.floor(value / this.#half)
    let right = value % this.#half
    for (let round = 0; round < ROUNDS; round += 1) [left, right] = [right, left ^ this.#mixed(round, right)]
    return left * this.#half + right
  }

  #decrypt(value: number): number {
    let left = Math.floor(value / this.#half)
    let right = value % this.#half
    for (let round = ROUNDS - 1; round >= 0; round -= 1) [left, right] = [right ^ this.#mixed(round, left), left]
    return left * this.#half + right
  }

  #mixed(round: number, half: number): number {
    this.#block.writeUInt32BE(round, 0)
    this.#block.writeUInt32BE(half, 4)
    return this.#cipher.update(this.#block).readUInt32BE(0) % this.#half
  }
}
