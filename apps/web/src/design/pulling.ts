/** How far a pulled list follows the finger, and when letting go refreshes it. */
export const PULL_TRIGGER_PX = 64
const PULL_MAX_PX = 96
/** After an answer the spinner stays this long, so that the eye sees that something happened. */
export const PULL_CLOSE_MILLIS = 500

/** The list resists: it follows at half the speed and stops. Pixels, from pixels of the finger's way. */
export function pullOf(travel: number): number {
  return Math.min(Math.max(travel, 0) / 2, PULL_MAX_PX)
}
export const releases = (pull: number): boolean => pull >= PULL_TRIGGER_PX
