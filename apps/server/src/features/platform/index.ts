/** What the app shows of the platform before a sign-in. */
export { platformHandlers } from './customer.ts'
export { type LosingShare, openLosingShare } from './losing-share.ts'
