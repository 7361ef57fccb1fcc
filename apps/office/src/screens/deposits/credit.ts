/** Crediting a deposit: the faults of the typed amount and payment, and what would be booked. */
import { CHARGE_TYPE, moneyOf, moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { MICROS_PER_CENT, micros, must } from '@veritick/domain'
import { bankReferenceOf, hasWireReference, transactionDigits } from '@veritick/domain/addresses'
import { amountText } from '../../format/money.ts'
import { bankReferenceFault } from '../withdrawals/reference.ts'

const REMARK_MIN = 3

type Deposit = Pick<
  OfficeData<'depositFind'>,
  'type' | 'credited' | 'payment_reference' | 'approvals' | 'single_approver_limit' | 'single_approver_limit_own'
>
/** `payment`: the hash of the transaction, or the reference of the bank. */
type Received = { readonly amount: string; readonly payment: string }

/**
 * The effect of approving this amount of this payment. `credits`: booked at once. `first`: a second approver must
 * approve the same. `second`: the second approval, booked. `again`: the reader approved it already.
 */
export function confirmingDoes(
  typed: Received,
  deposit: Deposit,
  reader: string,
): 'credits' | 'first' | 'second' | 'again' | undefined {
  const amount = moneyOf(typed.amount.trim())
  if (amount === undefined) return undefined
  if (isNamed(typed.payment, deposit) && amount <= must(moneyOf(deposit.single_approver_limit), 'an amount'))
    return 'credits'
  const [first] = deposit.approvals.given
  if (first === undefined || deposit.credited === null || moneyOf(deposit.credited) !== amount) return 'first'
  if (spelled(typed.payment) !== spelled(deposit.payment_reference)) return 'first'
  return first.by.who === reader ? 'again' : 'second'
}

/** A bank transfer without the reference of the bank may have been credited before: one approver is not enough. */
const isNamed = (payment: string, { type }: Pick<Deposit, 'type'>): boolean =>
  type !== CHARGE_TYPE.bank || payment.trim() !== ''

/** In the one spelling that the server compares; `0x` does not make another payment. */
const spelled = (payment: string): string => bankReferenceOf(payment.trim().replace(/^0x/i, '')) ?? payment.trim()

/** Whether the reader has approved it, so that another staff member must act. */
export function waitsForAnother(deposit: Deposit, reader: string): boolean {
  const { credited, payment_reference: payment } = deposit
  return credited !== null && confirmingDoes({ amount: credited, payment }, deposit, reader) === 'again'
}

/** The initial amount of the form. Empty for the second approver, who must type the amount that they found. */
export function amountBegun(deposit: Deposit & Pick<OfficeData<'depositFind'>, 'usd'>, reader: string): string {
  const [first] = deposit.approvals.given
  return first === undefined || first.by.who === reader ? amountText(deposit.usd).replaceAll(',', '') : ''
}

/** The initial payment of the form: the reported transaction, or what the reader approved before. */
export function paymentBegun(deposit: Deposit & Pick<OfficeData<'depositFind'>, 'tx_hash'>, reader: string): string {
  const [first] = deposit.approvals.given
  if (first?.by.who === reader) return deposit.payment_reference
  return deposit.tx_hash.slice(deposit.tx_hash.indexOf(':') + 1)
}

/**
 * The fault of the typed payment. Coins need their transaction; a bank's reference may be unknown. The server refuses
 * our own reference as the bank's.
 */
export function paymentFault(
  text: string,
  { type, user }: Pick<Deposit, 'type'> & { readonly user: { readonly uid: string } },
): string | undefined {
  const payment = text.trim()
  if (type === CHARGE_TYPE.coin) {
    if (payment === '') return 'Enter the hash of the transaction that paid it.'
    return transactionDigits(payment) ? undefined : 'A transaction hash has 64 digits and letters a to f.'
  }
  if (hasWireReference(payment, user.uid))
    return 'It contains our reference in the text of the transfer. Enter that of the bank, or none.'
  return payment === '' ? undefined : bankReferenceFault(payment)
}

/** The amount that the first approver has approved; empty: there is no first approval. */
export function firstApprovalText({ credited, approvals }: Deposit): string {
  const [first] = approvals.given
  if (first === undefined || credited === null) return ''
  return `First approval by ${first.by.name}: ${amountText(credited)} USD.`
}

/** Why one approver is not enough for this credit. */
export function whyTwoText(typed: Received, deposit: Deposit): string {
  const amount = moneyOf(typed.amount.trim()) ?? 0
  const isWithin = amount <= must(moneyOf(deposit.single_approver_limit), 'an amount')
  if (isWithin && !isNamed(typed.payment, deposit)) return 'Without the reference of the bank'
  return singleApproverText(deposit)
}

/** The largest amount that the reader may credit alone, in whole cents, rounded down. */
export function singleApproverText({
  single_approver_limit,
  single_approver_limit_own: isOwn,
}: Pick<Deposit, 'single_approver_limit' | 'single_approver_limit_own'>): string {
  const max = must(moneyOf(single_approver_limit), 'an amount')
  const why = isOwn ? ', because of what you have credited alone in 24 hours' : ''
  const who = isOwn ? 'You alone' : 'A single approver'
  if (max === 0) return isOwn ? `You cannot credit it alone${why}` : 'A single approver cannot credit this account now'
  // For a whole limit the text says "less than" it, instead of a number of nines.
  const next = micros(max + 1)
  if (max % MICROS_PER_CENT !== 0 && next % MICROS_PER_CENT === 0)
    return `${who} may credit less than ${amountText(moneyText(next))} USD here${why}`
  return `${who} may credit up to ${amountText(moneyText(micros(max - (max % MICROS_PER_CENT))))} USD here${why}`
}

/** The fault that keeps `amount` from being credited for a deposit with the reported value `usd`. */
export function creditFault(
  typed: { readonly amount: string; readonly remark: string },
  usd: string,
): string | undefined {
  const amount = moneyOf(typed.amount.trim())
  if (amount === undefined) return 'Enter the amount received in USD, such as 100.00.'
  if (amount <= 0) return 'If nothing was received, reject the deposit.'
  if (differs(typed.amount, usd) && typed.remark.trim().length < REMARK_MIN)
    return 'It differs from the reported amount: write the reason to the customer.'
  return undefined
}

export function differs(amount: string, usd: string): boolean {
  return moneyOf(amount.trim()) !== moneyOf(usd)
}
