/** Support: conversations with customers, feedback, canned answers. */
export { supportHandlers } from './customer.ts'
export { wirePush } from './messages.ts'
export { supportStaffHandlers } from './staff.ts'
export { openSupport, type Support, type SupportPushed } from './support.ts'
