/** The terms of use in force, and who has accepted them. */
export { usageTermsHandlers } from './customer.ts'
export { openUsageTerms, type UsageTerms } from './usage-terms.ts'
