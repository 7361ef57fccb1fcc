/** Notifications by web push: the browsers of customers, and delivery to their push services. */
export { pushHandlers } from './customer.ts'
export { openPush, type Push } from './push.ts'
