/** Customers as the office shows them. */
export { briefOf, customerSummaryOf, waitedMinutes, wordsOf } from './customer-summary.ts'
export { peopleHandlers } from './staff.ts'
