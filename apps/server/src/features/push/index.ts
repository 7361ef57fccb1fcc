/** Notifications by web push: the browsers of customers, and delivery to their push services. */
export { pushHandlers } from './customer.ts'
export type { Push } from './interface.ts'
export { openPush } from './push.ts'
