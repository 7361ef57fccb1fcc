/** One decision as one transaction of the store, alone for its customer. */
export { inTransaction, lockCustomer, rollbackWith } from './transaction.ts'
