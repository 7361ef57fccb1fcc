/** What a correction would do to a balance, before anybody asks for it. */
import { moneyOf, moneyText } from '@veritick/contract'
import { type Micros, micros } from '@veritick/domain'

export type CorrectionForm = { readonly amount: string; readonly category: string; readonly remark: string }

const REMARK_MIN = 3

/** The first thing that is missing; `undefined`: it can be asked for. */
export function correctionFault(form: CorrectionForm, free: Micros): string | undefined {
  const amount = moneyOf(form.amount.trim())
  if (amount === undefined) return 'An amount in USD, such as 12.50 or -12.50.'
  if (amount === 0) return 'Zero corrects nothing.'
  if (amount < 0 && -amount > free) return 'It would take more than the account has free.'
  if (form.category === '') return 'Choose why the balance is wrong.'
  return form.remark.trim().length < REMARK_MIN ? 'Write what the customer is told.' : undefined
}

/** The balance with the correction in it; as it is while no amount is typed. */
export function balanceWith(balance: string, typed: string): string {
  const now = moneyOf(balance)
  const amount = moneyOf(typed.trim())
  return now === undefined || amount === undefined ? balance : moneyText(micros(now + amount))
}
