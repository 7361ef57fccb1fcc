/** Review queues of the office. */

export { waitingIn } from './counts.ts'
export { lockedBy } from './review-locks.ts'
export { reviewHandlers } from './staff.ts'
