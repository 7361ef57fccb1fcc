/**
 * How long something usually takes: measured, as the median of the last ones; until there are enough, what the operator
 * says.
 */
import { MINUTE_MS } from '../../services/clock/index.ts'

/** Measured ones that are needed before their median says anything, and how many of the latest are looked at. */
const MEASURED_MIN = 5
export const MEASURED_MAX = 50

/** Whole minutes, rounded up. `durations`: milliseconds, in any order. */
export function usualMinutes(durations: readonly number[], fallbackHours: number): number {
  if (durations.length < MEASURED_MIN) return fallbackHours * 60
  const sorted = [...durations].sort((one, two) => one - two)
  return Math.ceil((sorted[Math.floor(sorted.length / 2)] ?? 0) / MINUTE_MS)
}
