/**
 * The fingerprints of all pictures with a use, in memory: by them the same picture is found in another request. A row
 * of the store may hide its fingerprint at the moment of a report, and the flags of that report would stay without it.
 */
import type { UserId } from '@veritick/domain'
import { HASH_BITS_MAX } from './perceptual-hash.ts'

/** The same picture handed in for something else, perhaps by another customer. */
export type FileTwin = {
  readonly file: string
  readonly owner: UserId
  readonly usedFor: string
  /** Wall time of the upload, ms. */
  readonly createdAt: number
}

/** `hash`: keyed, of the pixels; `looks`: 64 bits as 16 hex digits; null: there is too little to see. */
export type Print = { readonly hash: string; readonly looks: string | null }

/** Lookalikes that a reviewer is shown. */
const LOOKALIKES_MAX = 20

type Known = FileTwin & Print & { readonly bits: Looks | undefined }
type Looks = { readonly high: number; readonly low: number }

export class PicturePrints {
  readonly #known = new Map<string, Known>()
  readonly #byHash = new Map<string, Set<string>>()

  has(file: string): boolean {
    return this.#known.has(file)
  }

  of(file: string): Print | undefined {
    return this.#known.get(file)
  }

  /** Pass what a row proves, or what this process has committed. */
  add({ hash, looks }: Print, twin: FileTwin): void {
    this.remove(twin.file)
    this.#known.set(twin.file, { ...twin, hash, looks, bits: looks === null ? undefined : looksOf(looks) })
    const same = this.#byHash.get(hash) ?? new Set()
    this.#byHash.set(hash, same.add(twin.file))
  }

  remove(file: string): void {
    const same = this.#byHash.get(this.#known.get(file)?.hash ?? '')
    same?.delete(file)
    if (same?.size === 0) this.#byHash.delete(this.#known.get(file)?.hash ?? '')
    this.#known.delete(file)
  }

  /** Other uses of the same picture, in no order. */
  twins(file: string, { hash }: Print): readonly FileTwin[] {
    const found = [...(this.#byHash.get(hash) ?? [])].flatMap((each) => this.#known.get(each) ?? [])
    return found.filter((each) => each.file !== file).map(twinOf)
  }

  /** Pictures that only look the same, newest first. */
  lookalikes(file: string, print: Print): readonly FileTwin[] {
    if (print.looks === null) return []
    const own = looksOf(print.looks)
    const found: Known[] = []
    for (const each of this.#known.values())
      if (each.file !== file && each.hash !== print.hash && isAlike(own, each.bits)) found.push(each)
    return found
      .sort((one, other) => other.createdAt - one.createdAt || byName(one, other))
      .slice(0, LOOKALIKES_MAX)
      .map(twinOf)
  }
}

const twinOf = ({ file, owner, usedFor, createdAt }: Known): FileTwin => ({ file, owner, usedFor, createdAt })

const byName = (one: FileTwin, other: FileTwin): number => (one.file < other.file ? -1 : 1)
export const byAge = (one: FileTwin, other: FileTwin): number => one.createdAt - other.createdAt || byName(one, other)

const looksOf = (digits: string): Looks => ({
  high: Number.parseInt(digits.slice(0, 8), 16),
  low: Number.parseInt(digits.slice(8), 16),
})

const isAlike = (own: Looks, other: Looks | undefined): boolean =>
  other !== undefined && bitsIn(own.high ^ other.high) + bitsIn(own.low ^ other.low) <= HASH_BITS_MAX

/** How many bits of a number of 32 bits are set. */
function bitsIn(number: number): number {
  let bits = 0
  for (let rest = number >>> 0; rest !== 0 && bits <= HASH_BITS_MAX; rest = (rest & (rest - 1)) >>> 0) bits += 1
  return bits
}
