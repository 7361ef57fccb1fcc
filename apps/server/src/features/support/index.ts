/** Support: conversations with customers, feedback, canned answers. */
export { supportHandlers } from './customer.ts'
export type { Support, SupportPushed } from './interface.ts'
export { wirePush } from './messages.ts'
export { supportStaffHandlers } from './staff.ts'
export { openSupport } from './support.ts'
