/**
 * Whether two plain values mean the same: a field that is undefined is a field that is missing. Says where they part.
 */

/** The path of the first difference with both values, or undefined. */
export function difference(a: unknown, b: unknown, path = ''): string | undefined {
  if (a === b) return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b) ? undefined : `${path || 'value'}: ${show(a)} instead of ${show(b)}`
  }
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  for (const key in left) {
    const found = difference(left[key], right[key], `${path}.${key}`)
    if (found !== undefined) return found
  }
  for (const key in right) {
    if (right[key] !== undefined && left[key] === undefined)
      return `${path}.${key}: missing instead of ${show(right[key])}`
  }
  return undefined
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

export function show(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)) ?? 'undefined'
}
