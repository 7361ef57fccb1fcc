/**
 * When a request key is too old to be answered. The server keeps answers for a bounded time. A key that names its time
 * is refused once its answer may be forgotten, so that the request is never carried out twice. Times come in as values.
 */
import type { Millis } from './numbers.ts'

/** An answer is kept this long after it was given, by the wall clock. */
export const REQUEST_KEPT_MS = 24 * 60 * 60 * 1000
/**
 * How far the time in a key may lie ahead of the wall clock: clocks differ. It is short, because keys of the last half
 * minute must be known however many requests come.
 */
export const KEY_AHEAD_MAX_MS = 30 * 1000

/**
 * - `idempotency_key_expired`: the key names a time of which answers may have been forgotten. Whether the request was
 *   carried out is not known any more, so it is not carried out now.
 * - `idempotency_key_ahead`: the key names a time that has not come.
 */
export type KeyRefusal = 'idempotency_key_expired' | 'idempotency_key_ahead'

/**
 * Why a key without a kept answer is refused; `undefined`: it is new. `namedAt`: the moment that the key names, if any.
 * `forgottenUntil`: answers given up to this moment may have been forgotten before REQUEST_KEPT_MS.
 */
export function keyRefusal(at: {
  readonly namedAt: Millis | undefined
  readonly now: number
  readonly forgottenUntil?: number
}): KeyRefusal | undefined {
  const { namedAt, now, forgottenUntil = Number.NEGATIVE_INFINITY } = at
  if (namedAt === undefined) return undefined
  if (namedAt > now + KEY_AHEAD_MAX_MS) return 'idempotency_key_ahead'
  // Its answer, if there was one, was given at most this much before the time that it names.
  const answeredFrom = namedAt - KEY_AHEAD_MAX_MS
  return answeredFrom <= Math.max(forgottenUntil, now - REQUEST_KEPT_MS) ? 'idempotency_key_expired' : undefined
}
