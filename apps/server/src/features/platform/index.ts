/** Facts about the platform that the app shows before a sign-in. */
export { platformHandlers } from './customer.ts'
export { type LosingShare, openLosingShare } from './losing-share.ts'
