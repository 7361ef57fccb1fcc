/**
 * What a mailed code confirms, said in its mail and bound to it: the amount and the payee of a withdrawal, the account that is to be bound. So
 * nobody can be talked into reading out a code for something else than they see. A client that does not say what for gets a code that says
 * so in general.
 */
import type { CallInput } from '@veritick/contract'
import type { Language } from '@veritick/locales'
import type { CodeRequest } from '../../codes/codes.ts'
import { type Refusal, refuse, say } from '../../http/answer.ts'
import { readUsd, usdText } from '../money/amounts.ts'
import { payeeText } from './payee-text.ts'
import { payeesOf, type Reading } from './queries.ts'

export const bindsOfDraw = (draw: { readonly payee: number; readonly amount: number }): string => `draw ${draw.amount} to ${draw.payee}`
export const bindsOfPayee = (account: string): string => `payee ${account.trim()}`

type Asked = Pick<CallInput<'sendCode'>, 'purpose' | 'dc_address' | 'payee_account' | 'bank_name'> & {
  readonly number?: string | undefined
  readonly draw_method_id?: number | undefined
}
type Confirming = { readonly ok: true; readonly value: CodeRequest['detail'] | undefined } | Refusal

/** Refusals: those of the amount, `payee_unknown`. */
export async function confirmingOf(
  reading: Reading,
  asked: { readonly user: number; readonly params: Asked; readonly language: Language },
): Promise<Confirming> {
  const { user, params, language } = asked
  const { purpose, number, draw_method_id, dc_address, payee_account } = params
  if (purpose === 'withdraw' && number !== undefined && draw_method_id !== undefined) {
    const amount = readUsd(number, 'number')
    if (!amount.ok) return amount
    const payee = (await payeesOf(reading, user)).find((each) => each.payee === draw_method_id)
    if (payee === undefined) return refuse('payee_unknown', 'draw_method_id')
    const words = say(language, 'mails.detail_withdraw', { amount: usdText(amount.value), payee: payeeText(payee) })
    return { ok: true, value: { words, binds: bindsOfDraw({ payee: payee.payee, amount: amount.value }) } }
  }
  const account = dc_address ?? payee_account
  if (purpose !== 'payee' || account === undefined) return { ok: true, value: undefined }
  const payee = payeeText({ type: dc_address === undefined ? 2 : 1, account: account.trim(), bankName: params.bank_name ?? '' })
  return { ok: true, value: { words: say(language, 'mails.detail_payee', { payee }), binds: bindsOfPayee(account) } }
}
