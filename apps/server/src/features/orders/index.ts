/** Orders and positions of customers. */
export { orderHandlers } from './customer.ts'
export { codesOf, instrumentOf, type ShownInstrument } from './instrument.ts'
export { listOrders } from './list.ts'
export { readPrice } from './reading.ts'
export { wireAccount } from './wire.ts'
