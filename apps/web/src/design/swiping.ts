/** The travel of a row under a swipe towards its start, and the distance at which a release triggers the action. */

/** Pixels before a move counts as a swipe and not as a tap or a scroll. */
export const SWIPE_SLOP_PX = 10
export const SWIPE_TRIGGER_PX = 96
const SWIPE_MAX_PX = 160

/** The travel of the row towards its start in pixels, never negative. `travel`: the move of the finger to the right. */
export function swipeOf(travel: number, direction: 'ltr' | 'rtl'): number {
  return Math.min(Math.max(direction === 'ltr' ? -travel : travel, 0), SWIPE_MAX_PX)
}
/** The swipe as a move on the screen. */
export const shiftOf = (swipe: number, direction: 'ltr' | 'rtl'): number => (direction === 'ltr' ? -swipe : swipe) + 0

export const swipeMeans = (swipe: number): boolean => swipe >= SWIPE_TRIGGER_PX
