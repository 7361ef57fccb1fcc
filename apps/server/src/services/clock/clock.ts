/**
 * The wall clock and the random source as one value, so that a test can set both. Trading uses the market's clock
 * instead; sign-ins, codes, reviews and messages use this one.
 */
import { randomBytes } from 'node:crypto'
import { type Millis, millis } from '@veritick/domain'
import { GuardedTime } from './guarded-time.ts'

export type Runtime = {
  /** Wall time. */
  now(): Millis
  /** Wall time without its jumps ahead (GuardedTime): the time that idempotency keys end by. */
  guardedNow(): Millis
  /** Milliseconds of a clock that only grows, from any origin: the time of ceilings and lock-outs. */
  monotonicNow(): number
  /** This many unpredictable bytes. */
  random(bytes: number): Uint8Array
}

/** `believedTime`: where guarded time begins, if the wall clock is not believed at the start. */
export function runtimeOf(clocks: {
  readonly wallClock: () => Millis
  readonly monotonicClock: () => number
  readonly believedTime?: Millis | undefined
}): Runtime {
  const { wallClock: now, monotonicClock, believedTime } = clocks
  const guarded = new GuardedTime(
    believedTime === undefined ? undefined : { wall: believedTime, moment: monotonicClock() },
  )
  return {
    now,
    guardedNow: () => millis(Math.floor(guarded.at({ wall: now(), moment: monotonicClock() }))),
    monotonicNow: monotonicClock,
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
  }
}

/** The machine we run on. */
export const realRuntime: Runtime = runtimeOf({
  wallClock: () => millis(Date.now()),
  monotonicClock: () => performance.now(),
})

/** 128 random bits as 32 hex digits: an id that cannot be guessed. */
export function randomId(runtime: Runtime): string {
  return Buffer.from(runtime.random(16)).toString('hex')
}

/**
 * A whole number from 0 to below `limit` (at most 2^32), each equally likely: what would favour some is drawn again.
 */
export function randomBelow(runtime: Runtime, limit: number): number {
  const fair = Math.floor(2 ** 32 / limit) * limit
  for (;;) {
    const drawn = Buffer.from(runtime.random(4)).readUInt32BE()
    if (drawn < fair) return drawn % limit
  }
}
