/**
 * Assertions that stay on in production: what they name can only be our own bug, so the process stops before it
 * spreads.
 */

/** Throws when a promise of ours is broken. Never for what a client can cause: that is a refusal. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message)
}

/** Ends every `switch` on a union, so that the compiler counts the cases. */
export function unreachable(value: never): never {
  throw new Error(`broken promise: unknown case ${JSON.stringify(value)}`)
}

/** The value, which our own logic says is there. */
export function must<T>(value: T | undefined, message: string): T {
  if (value === undefined) fail(message)
  return value
}

/** Apart from its callers, which the compiler inlines everywhere only while they are this small. */
function fail(message: string): never {
  throw new Error(`broken promise: ${message}`)
}
