/** Withdrawals: payees, requests, review, payment. */
export { withdrawalHandlers } from './customer.ts'
export type { WithdrawalRow } from './encryption.ts'
export { isSameName } from './holders.ts'
export { ownPlaces } from './own-places.ts'
export { payeesOf, sharingPayee } from './queries.ts'
export { usualOfWithdrawal } from './review-duration.ts'
export { confirmingOf } from './transaction-binding.ts'
export { openWithdrawals, type Withdrawals } from './withdrawals.ts'
