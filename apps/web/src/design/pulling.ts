/** How far a pulled list follows the finger, and when a release refreshes it. */
export const PULL_TRIGGER_PX = 64
const PULL_MAX_PX = 96
/** The spinner stays this long after an answer, so that it can be noticed. */
export const PULL_CLOSE_MILLIS = 500

/** The list follows at half the speed and stops. Pixels, from pixels of the finger. */
export function pullOf(travel: number): number {
  return Math.min(Math.max(travel, 0) / 2, PULL_MAX_PX)
}
export const releases = (pull: number): boolean => pull >= PULL_TRIGGER_PX
