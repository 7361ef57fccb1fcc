/**
 * The wall clock and chance as one value, so that whoever needs them says so and a test can set both. What trades runs on the
 * market's clock instead; only people's matters (sign-ins, codes, reviews, messages) run on this one.
 */
import { randomBytes } from 'node:crypto'
import { type Millis, millis } from '@veritick/domain'

export type Runtime = {
  /** Wall time. */
  now(): Millis
  /** That many bytes nobody can foresee. */
  random(bytes: number): Uint8Array
}

/** The machine we run on. */
export const realRuntime: Runtime = {
  now: () => millis(Date.now()),
  random: (bytes) => new Uint8Array(randomBytes(bytes)),
}

/** 128 random bits as 32 hex digits: a name nobody can guess. */
export function randomId(runtime: Runtime): string {
  return Buffer.from(runtime.random(16)).toString('hex')
}

/** A whole number from 0 to below `limit` (at most 2^32), each equally likely: what would favour some is drawn again. */
export function randomBelow(runtime: Runtime, limit: number): number {
  const fair = Math.floor(2 ** 32 / limit) * limit
  for (;;) {
    const drawn = Buffer.from(runtime.random(4)).readUInt32BE()
    if (drawn < fair) return drawn % limit
  }
}
