/**
 * Assertions that stay on in production. A failed assertion can only be a bug of ours, so the process stops before the
 * wrong state spreads.
 */

/** Throws unless `condition` holds. Not for input of a client: that is refused, not asserted. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message)
}

/** Ends every `switch` on a union. It does not compile while a case is missing, and throws if one comes anyway. */
export function unreachable(value: never): never {
  throw new Error(`invariant violated: unknown case ${JSON.stringify(value)}`)
}

/** The value, which must be there by our own logic. Throws on `undefined`. */
export function must<T>(value: T | undefined, message: string): T {
  if (value === undefined) fail(message)
  return value
}

/** True of what the functions above throw: a bug of ours, not trouble of the store or of a client. */
export const isInvariantViolation = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('invariant violated: ')

/** Apart from its callers, which the compiler inlines everywhere only while they are this small. */
function fail(message: string): never {
  throw new Error(`invariant violated: ${message}`)
}
