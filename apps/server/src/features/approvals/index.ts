/** What every decision of staff shares: two approvers, no self-approval, reasons, review durations. */
export { firstStands, wordStands } from './first-approval.ts'
export { reasonGiven } from './reasons.ts'
export { MEASURED_MAX, usualMinutes } from './review-duration.ts'
export { isOwnRecord, refuseOwn } from './self-approval.ts'
