/** The effect of a typed correction on a balance, and its faults. */
import { moneyOf, moneyText } from '@veritick/contract'
import { type Micros, micros } from '@veritick/domain'

export type CorrectionForm = { readonly amount: string; readonly category: string; readonly remark: string }

const REMARK_MIN = 3

/** The first fault; `undefined`: it can be requested. */
export function correctionFault(form: CorrectionForm, free: Micros): string | undefined {
  const amount = moneyOf(form.amount.trim())
  if (amount === undefined) return 'An amount in USD, such as 12.50 or -12.50.'
  if (amount === 0) return 'The amount must not be zero.'
  if (amount < 0 && -amount > free) return 'The account has less free margin than this.'
  if (form.category === '') return 'Choose why the balance is wrong.'
  return form.remark.trim().length < REMARK_MIN ? 'Write a message to the customer.' : undefined
}

/** The balance after the correction; unchanged while no amount is typed. */
export function balanceWith(balance: string, typed: string): string {
  const now = moneyOf(balance)
  const amount = moneyOf(typed.trim())
  return now === undefined || amount === undefined ? balance : moneyText(micros(now + amount))
}
