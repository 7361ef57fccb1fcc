/**
 * Times of the office: UTC everywhere, because the days of the ledger are UTC and staff may work in two time zones.
 * Ages are waiting times.
 */
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** In milliseconds. */
export const DAY = 24 * HOUR

/** `2026-11-21 19:02`; with seconds where the order of entries matters. */
export function timeText(at: number, precision: 'minutes' | 'seconds' = 'minutes'): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .slice(0, precision === 'minutes' ? 16 : 19)
}

export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** `40 s`, `12 min`, `3 h 20 min`, `2 d 4 h`: two units at most, never rounded up. */
export function ageText(millis: number): string {
  const age = Math.max(0, millis)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return pair([Math.floor(age / HOUR), 'h'], [Math.floor((age % HOUR) / MINUTE), 'min'])
  return pair([Math.floor(age / DAY), 'd'], [Math.floor((age % DAY) / HOUR), 'h'])
}

function pair(large: readonly [number, string], small: readonly [number, string]): string {
  const first = `${large[0]} ${large[1]}`
  return small[0] === 0 ? first : `${first} ${small[0]} ${small[1]}`
}

/** The tone of a waiting time against the usual time; under a minute counts as one minute. */
export function waitTone(wait: { readonly minutes: number; readonly usualMinutes: number }): 'fresh' | 'due' | 'late' {
  const usual = Math.max(1, wait.usualMinutes)
  if (wait.minutes >= usual) return 'late'
  return wait.minutes * 2 >= usual ? 'due' : 'fresh'
}
