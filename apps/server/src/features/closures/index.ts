/** Closed accounts: closing, reopening, erasure of their data. */
export { type Closures, openClosures } from './closures.ts'
export { closureHandlers } from './customer.ts'
export { owedTo } from './obstacles.ts'
export { type ClosureRow, closureOf, isHeld } from './queries.ts'
export { daysKept, erasableFrom, ownerOf } from './retention.ts'
