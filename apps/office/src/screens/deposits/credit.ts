/** Crediting a deposit: what may be typed, and what it would book. */
import { moneyOf } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'

const REMARK_MIN = 3

type Deposit = Pick<OfficeData<'depositFind'>, 'credited' | 'approvals' | 'alone_max'>

/**
 * What saying this amount does. `credits`: booked at once. `first`: a second person must say the same. `second`: it is the second and
 * booked. `again`: the reader said it already.
 */
export function sayingDoes(typed: string, deposit: Deposit, reader: string): 'credits' | 'first' | 'second' | 'again' | undefined {
  const amount = moneyOf(typed.trim())
  if (amount === undefined) return undefined
  if (amount <= must(moneyOf(deposit.alone_max), 'an amount')) return 'credits'
  const [first] = deposit.approvals.given
  if (first === undefined || deposit.credited === null || moneyOf(deposit.credited) !== amount) return 'first'
  return first.by.who === reader ? 'again' : 'second'
}

/** What is missing before `amount` can be credited for a deposit that was reported as worth `usd`. */
export function creditFault(typed: { readonly amount: string; readonly remark: string }, usd: string): string | undefined {
  const amount = moneyOf(typed.amount.trim())
  if (amount === undefined) return 'The amount in USD that was received, such as 100.00.'
  if (amount <= 0) return 'Nothing received: reject it instead.'
  if (differs(typed.amount, usd) && typed.remark.trim().length < REMARK_MIN)
    return 'It differs from what was reported: the customer must read why.'
  return undefined
}

export function differs(amount: string, usd: string): boolean {
  return moneyOf(amount.trim()) !== moneyOf(usd)
}
