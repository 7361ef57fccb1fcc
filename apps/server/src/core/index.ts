/** The core: the single writer of money and orders, behind commands, queries and batches. */
export { type Core, openCore, type StartTasks } from './core.ts'
export { openCoreThread } from './core-client.ts'
export type { JournalCheck } from './journal-check.ts'
export { replay } from './recover.ts'
export { NO_SNAPSHOT } from './snapshot.ts'
export { StateFault } from './state-faults.ts'
export type { Submitted } from './submission.ts'
export type { PriceName, WrittenPrices } from './written-prices.ts'
