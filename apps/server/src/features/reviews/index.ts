/** Review queues of the office. */
export { waitingIn } from './counts.ts'
export { reviewHandlers } from './staff.ts'
