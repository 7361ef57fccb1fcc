/** One decision as one transaction of the store, alone for its customer. */
export { aloneFor, deciding, reject } from './transaction.ts'
