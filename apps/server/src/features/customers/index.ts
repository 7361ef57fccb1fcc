/** Customers as the office shows them. */
export { behindOf, briefOf, waitedMinutes, wordsOf } from './customer-summary.ts'
export { peopleHandlers } from './staff.ts'
