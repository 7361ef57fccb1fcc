/** Durations of the tokens, for animations that a script starts. Read once: they do not change with the theme. */
const read = new Map<string, number>()

/** Milliseconds of `--flash` and similar tokens. */
export function durationOf(token: `--${string}`): number {
  const known = read.get(token)
  if (known !== undefined) return known
  const millis = millisOf(getComputedStyle(document.documentElement).getPropertyValue(token))
  read.set(token, millis)
  return millis
}

/** `"200ms"` and `".2s"` (as a minifier writes it) are both 200; text that is no duration is 0. */
export function millisOf(text: string): number {
  const [, figure, unit] = /^\s*([\d.]+)(ms|s)\s*$/.exec(text) ?? []
  return figure === undefined ? 0 : Math.round(Number(figure) * (unit === 's' ? 1000 : 1))
}
