/** The travel of a pulled list, and the distance at which a release refreshes the list. */
export const PULL_TRIGGER_PX = 64
const PULL_MAX_PX = 96
/** The spinner stays this long after an answer, so that it can be noticed. */
export const PULL_CLOSE_MILLIS = 500

/** The travel of the list in pixels: half the travel of the finger, up to the maximum. */
export function pullOf(travel: number): number {
  return Math.min(Math.max(travel, 0) / 2, PULL_MAX_PX)
}
export const releases = (pull: number): boolean => pull >= PULL_TRIGGER_PX
