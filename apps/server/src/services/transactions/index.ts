/** One decision as one transaction of the store, alone for its customer. */
export { inTransaction, lockCustomer, lockUserRow, rollbackWith } from './transaction.ts'
