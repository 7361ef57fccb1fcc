/** Crediting a deposit: what may be typed, and what it would book. */
import { moneyOf, moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { micros, must } from '@veritick/domain'
import { amountText } from '../../format/money.ts'

const REMARK_MIN = 3

type Deposit = Pick<OfficeData<'depositFind'>, 'credited' | 'approvals' | 'alone_max'>

/**
 * What confirming this amount does. `credits`: booked at once. `first`: a second person must confirm the same.
 * `second`: it is the second and booked. `again`: the reader confirmed it already.
 */
export function confirmingDoes(
  typed: string,
  deposit: Deposit,
  reader: string,
): 'credits' | 'first' | 'second' | 'again' | undefined {
  const amount = moneyOf(typed.trim())
  if (amount === undefined) return undefined
  if (amount <= must(moneyOf(deposit.alone_max), 'an amount')) return 'credits'
  const [first] = deposit.approvals.given
  if (first === undefined || deposit.credited === null || moneyOf(deposit.credited) !== amount) return 'first'
  return first.by.who === reader ? 'again' : 'second'
}

/** Whether the reader confirmed it, and it is somebody else's turn. */
export function waitsForAnother(deposit: Deposit, reader: string): boolean {
  return deposit.credited !== null && confirmingDoes(deposit.credited, deposit, reader) === 'again'
}

/**
 * The amount that the form begins with: the second person types what they found themselves, or two have looked at one
 * screen only.
 */
export function amountBegun(deposit: Deposit & Pick<OfficeData<'depositFind'>, 'usd'>, reader: string): string {
  const [first] = deposit.approvals.given
  return first === undefined || first.by.who === reader ? amountText(deposit.usd).replaceAll(',', '') : ''
}

const CENT = 10_000

/** What one person may credit by themselves, in cents and never more than it is. */
export function aloneText(aloneMax: string): string {
  const max = must(moneyOf(aloneMax), 'an amount')
  if (max === 0) return 'A single approver cannot credit this account now'
  // The largest amount below a whole one: that one is read, not six nines.
  const next = micros(max + 1)
  if (max % CENT !== 0 && next % CENT === 0)
    return `A single approver may credit less than ${amountText(moneyText(next))} USD here`
  return `A single approver may credit up to ${amountText(moneyText(micros(max - (max % CENT))))} USD here`
}

/** What is missing before `amount` can be credited for a deposit that was reported as worth `usd`. */
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
