/** Deposits: reports, cards, wires, review, credit. */
export { depositHandlers } from './customer.ts'
export { type Deposits, openDeposits } from './deposits.ts'
export { textOfPayment } from './payment-reference.ts'
export { hasPriceMoved, isPriceOld, priceNow } from './price-moved.ts'
export type { DepositRow } from './queries.ts'
export type { ShownDeposit } from './review.ts'
export { usualOfDeposit } from './review-duration.ts'
export { SANDBOX_PAGE } from './sandbox.ts'
