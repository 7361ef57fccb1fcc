/**
 * The content that binds a mailed code for a withdrawal or payee: the mail names it, and the code is valid only for it,
 * so a customer cannot be talked into giving a code for another payment. A request for such a code must name that
 * content.
 */

import type { CallInput } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import { addressFault, COIN_NETWORKS } from '@veritick/domain/addresses'
import type { Language } from '@veritick/locales'
import { type Refusal, refuse, say } from '../../calls/index.ts'
import type { CodeRequest } from '../../services/codes/index.ts'
import { readUsd, usdText } from '../money/index.ts'
import { type Bank, readBank } from './bank.ts'
import { payeeWhole } from './payee-text.ts'
import { payeesOf, type Reading } from './queries.ts'

export const bindingOfDraw = (draw: { readonly payee: number; readonly amount: number }): string =>
  `draw ${draw.amount} to ${draw.payee}`
/** All that the mail says of it. A coin address has no bank. */
export const bindingOfPayee = ({ account, bankName, bankSwift }: Bank): string =>
  `payee ${JSON.stringify([account, bankName, bankSwift])}`

type CodeParams = Pick<
  CallInput<'sendCode'>,
  'purpose' | 'dc_address' | 'payee_account' | 'bank_name' | 'bank_swift'
> & {
  readonly number?: string | undefined
  readonly draw_method_id?: number | undefined
}
type Detail = NonNullable<CodeRequest['detail']>
type CodeCall = { readonly user: UserId; readonly params: CodeParams; readonly language: Language }

/**
 * `undefined` for purposes that are bound to no single record. Refusals: `parameter_missing`, those of the amount, the
 * address or the account, `payee_unknown`.
 */
export async function confirmingOf(
  reading: Reading,
  request: CodeCall,
): Promise<{ readonly ok: true; readonly value: Detail | undefined } | Refusal> {
  if (request.params.purpose === 'withdraw') return drawToConfirm(reading, request)
  return request.params.purpose === 'payee' ? payeeToConfirm(request) : { ok: true, value: undefined }
}

async function drawToConfirm(
  reading: Reading,
  { user, params, language }: CodeCall,
): Promise<{ readonly ok: true; readonly value: Detail } | Refusal> {
  const { number, draw_method_id } = params
  if (number === undefined) return refuse('parameter_missing', 'number')
  if (draw_method_id === undefined) return refuse('parameter_missing', 'draw_method_id')
  const amount = readUsd(number, 'number')
  if (!amount.ok) return amount
  const payee = (await payeesOf(reading, user)).find((each) => each.payee === draw_method_id)
  if (payee === undefined) return refuse('payee_unknown', 'draw_method_id')
  const words = say(language, 'mails.detail_withdraw', { amount: usdText(amount.value), payee: payeeWhole(payee) })
  return { ok: true, value: { words, transactionBinding: bindingOfDraw({ payee: payee.payee, amount: amount.value }) } }
}

/** Only what can be an address or an account is written into a mail of ours. */
function payeeToConfirm({ params, language }: CodeCall): { readonly ok: true; readonly value: Detail } | Refusal {
  const { dc_address } = params
  if (dc_address !== undefined) {
    const account = dc_address.trim()
    if (COIN_NETWORKS.every((network) => addressFault(network, account) !== undefined))
      return refuse('address_malformed', 'dc_address')
    return { ok: true, value: detailOf(language, 'coin', { account, bankName: '', bankSwift: '' }) }
  }
  if (params.payee_account === undefined) return refuse('parameter_missing', 'dc_address')
  const bank = readBank(params)
  return bank.ok ? { ok: true, value: detailOf(language, 'bank', bank.value) } : bank
}

const detailOf = (language: Language, method: 'coin' | 'bank', payee: Bank): Detail => ({
  words: say(language, 'mails.detail_payee', { payee: payeeWhole({ method, ...payee }) }),
  transactionBinding: bindingOfPayee(payee),
})
