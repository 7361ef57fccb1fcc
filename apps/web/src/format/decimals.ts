/**
 * The decimals of money on screens (decision 0064). Two everywhere, so that an amount is equal on ticket, confirmation
 * and order: charges (margin, fee) rounded up, spendable amounts down, profits half away from zero. Six, as on the
 * wire, for exact amounts: the order sheet on request, the proof, and the details of a transaction.
 */
import { MICROS_PER_CENT, type Micros, micros, mulDivUp } from '@veritick/domain'

export const MONEY_DECIMALS = 2
export const EXACT_DECIMALS = 6

/** A charge in whole cents, rounded up, so that it never looks smaller. A margin is reserved, not paid: no sign. */
export const chargeInCents = (amount: Micros): Micros => micros(mulDivUp(amount, 1, MICROS_PER_CENT) * MICROS_PER_CENT)

/**
 * A fee as it changes the balance. One convention on every ticket, order, calculator and receipt (decision
 * 64): an amount that is taken is negative, an amount that is credited is positive. An overnight fee has its sign
 * already. `exact`: with all decimals.
 */
export const costShown = (paid: Micros, exact = false): Micros => micros(0 - (exact ? paid : chargeInCents(paid)))
