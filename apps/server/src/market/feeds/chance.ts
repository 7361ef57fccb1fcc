/**
 * Reproducible randomness: 32 bits for a level and an index. Without the key it cannot be told from a random source,
 * and the values of other moments cannot be computed. Quotes are public, so a function that only mixes well is not
 * enough: an attacker who inverts it knows every future price.
 *
 * Chaskey-12 (N. Mouha 2015; the permutation of ISO/IEC 29192-6) on one whole block; the result is the first word. It
 * uses only additions, rotations and exclusive ors of 32 bits: a candle of a day takes some thousand of these.
 */
import { createHmac } from 'node:crypto'

const ROUNDS = 12
/** Doubling in the field of x^128 + x^7 + x^2 + x + 1 adds this when the highest bit leaves. */
const FIELD = 0x87

export class Chance {
  /** Key and doubled key together: what the block is covered with. */
  readonly #in0: number
  readonly #in1: number
  readonly #in2: number
  readonly #in3: number
  /** First word of the doubled key. */
  readonly #out0: number

  /** `key`: 16 bytes. */
  constructor(key: Uint8Array) {
    const words = new DataView(key.buffer, key.byteOffset, 16)
    const [k0, k1, k2, k3] = [0, 4, 8, 12].map((at) => words.getUint32(at, true)) as [number, number, number, number]
    this.#out0 = (k0 << 1) ^ (k3 >>> 31 === 1 ? FIELD : 0)
    this.#in0 = k0 ^ this.#out0
    this.#in1 = k1 ^ ((k1 << 1) | (k0 >>> 31))
    this.#in2 = k2 ^ ((k2 << 1) | (k1 >>> 31))
    this.#in3 = k3 ^ ((k3 << 1) | (k2 >>> 31))
  }

  /** Whole numbers; the index below 2^53. */
  bits(level: number, index: number): number {
    return this.block(level, index, Math.floor(index / 2 ** 32), 0)
  }

  /** The first word of the tag of a block of four words. */
  block(word0: number, word1: number, word2: number, word3: number): number {
    let v0 = word0 ^ this.#in0
    let v1 = word1 ^ this.#in1
    let v2 = word2 ^ this.#in2
    let v3 = word3 ^ this.#in3
    for (let round = 0; round < ROUNDS; round++) {
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
    }
    return (v0 ^ this.#out0) >>> 0
  }
}

/** The random values of one part of a market: to know those of one part says nothing about another part. */
export function chanceOf(seed: string, name: string): Chance {
  return new Chance(createHmac('sha256', seed).update(name).digest().subarray(0, 16))
}
