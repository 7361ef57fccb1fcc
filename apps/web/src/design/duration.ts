/**
 * A duration of the tokens for animations that only script can start. Read once: durations do not change with the
 * theme.
 */
const read = new Map<string, number>()

/** Milliseconds of `--flash` and its like. */
export function durationOf(token: `--${string}`): number {
  const known = read.get(token)
  if (known !== undefined) return known
  const millis = millisOf(getComputedStyle(document.documentElement).getPropertyValue(token))
  read.set(token, millis)
  return millis
}

/** `"200ms"` and `".2s"`, as a minifier may write it, are both 200; what is no duration is 0. */
export function millisOf(text: string): number {
  const [, figure, unit] = /^\s*([\d.]+)(ms|s)\s*$/.exec(text) ?? []
  return figure === undefined ? 0 : Math.round(Number(figure) * (unit === 's' ? 1000 : 1))
}
