/** Orders and positions of customers. */
export { orderHandlers } from './customer.ts'
export { codesOf, entryOf, type ShownEntry } from './entry.ts'
export { listOrders } from './list.ts'
export { readPrice } from './reading.ts'
export { wireAccount } from './wire.ts'
