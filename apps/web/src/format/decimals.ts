/**
 * The decimals of money on screens (decision 0064). Two everywhere, so that an amount is equal on ticket, confirmation
 * and order: charges (margin, fee) rounded up, spendable amounts down, profits half away from zero. Six, as on the
 * wire, for exact amounts: the order sheet on request, the proof, and the details of a transaction.
 */
import { MICROS_PER_CENT, type Micros, micros, mulDivUp } from '@veritick/domain'

export const MONEY_DECIMALS = 2
export const EXACT_DECIMALS = 6

/** A charge in whole cents, rounded up, so that it never looks smaller. */
export const chargeInCents = (amount: Micros): Micros => micros(mulDivUp(amount, 1, MICROS_PER_CENT) * MICROS_PER_CENT)
