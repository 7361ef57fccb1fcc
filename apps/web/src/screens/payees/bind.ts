/**
 * Saving a wallet address or bank account, as pure functions: the fault of the typed text, by the rules of the server,
 * and the request. An incomplete text shows no fault.
 */
import { type CallInput, DRAW_TYPE, type Reason } from '@veritick/contract'
import {
  type AddressFault,
  addressFault,
  type BankFault,
  bankAccountFault,
  networkOfProtocol,
  swiftFault,
} from '@veritick/domain/addresses'
import type { Key } from '@veritick/locales'
import type { WithdrawCurrency, WithdrawType } from '../withdraw/withdraw.ts'

export type BindForm = {
  readonly type: WithdrawType
  readonly address: string
  readonly bankName: string
  readonly bankAddress: string
  readonly swift: string
  readonly payeeName: string
  readonly account: string
}
export const bindEmpty: Omit<BindForm, 'type'> = {
  address: '',
  bankName: '',
  bankAddress: '',
  swift: '',
  payeeName: '',
  account: '',
}

export type BindField = 'currency' | 'address' | 'bankName' | 'swift' | 'payeeName' | 'account'
export type BindFault = 'missing' | Extract<Reason, AddressFault | BankFault>
export type BindFaults = { readonly [F in BindField]?: BindFault }

export function bindFaults(form: BindForm, currency: WithdrawCurrency | undefined): BindFaults {
  const faults: [BindField, BindFault | undefined][] =
    form.type === DRAW_TYPE.coin
      ? [
          ['currency', currency === undefined ? 'missing' : undefined],
          ['address', addressFaultOf(form.address, currency)],
        ]
      : [
          ['currency', currency === undefined ? 'missing' : undefined],
          ['payeeName', missing(form.payeeName)],
          ['bankName', missing(form.bankName)],
          ['swift', missing(form.swift) ?? swiftFault(swiftOf(form.swift))],
          ['account', accountFault(form)],
        ]
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}

const missing = (text: string): 'missing' | undefined => (text.trim() === '' ? 'missing' : undefined)
/** The bank code as the server parses it. */
const swiftOf = (text: string): string => text.trim().toUpperCase()

function addressFaultOf(text: string, currency: WithdrawCurrency | undefined): BindFault | undefined {
  const network = currency && networkOfProtocol(currency.protocol)
  return missing(text) ?? (network && addressFault(network, text.trim()))
}

/** The bank code decides which kind of number is required. */
function accountFault({ account, swift }: BindForm): BindFault | undefined {
  const fault = missing(account) ?? bankAccountFault({ number: account.trim(), swift: swiftOf(swift) })
  return fault === 'swift_wrong' ? undefined : fault
}

/** The shortest complete text; a shorter one is unfinished. */
const LENGTHS = { evm: 42, tron: 34, bitcoin: 26, swift: 8, account: 15 } as const

/** Whether a text is complete enough for its fault to be shown before the first submit. */
export function isTypedOut(form: BindForm, field: BindField, currency: WithdrawCurrency | undefined): boolean {
  switch (field) {
    case 'address': {
      const network = currency && networkOfProtocol(currency.protocol)
      return network !== undefined && form.address.trim().length >= LENGTHS[network]
    }
    case 'swift':
      return form.swift.trim().length >= LENGTHS.swift
    case 'account':
      return form.account.replace(/[\s-]/g, '').length >= LENGTHS.account
    default:
      return false
  }
}

export function bindRequest(form: BindForm, currency: WithdrawCurrency): CallInput<'bindDrawMethod'> {
  const start = { type: form.type, draw_id: currency.id }
  if (form.type === DRAW_TYPE.coin) return { ...start, dc_address: form.address.trim() }
  const bankAddress = form.bankAddress.trim()
  return {
    ...start,
    bank_name: form.bankName.trim(),
    bank_swift: swiftOf(form.swift),
    payee_name: form.payeeName.trim(),
    payee_account: form.account.trim(),
    ...(bankAddress === '' ? {} : { bank_address: bankAddress }),
  }
}

/**
 * The text of a fault: a missing value by the name of the field, every other fault by the text of the server's refusal.
 */
export function faultKeys(faults: BindFaults): { readonly [F in BindField]?: Key } {
  const keys = Object.entries(faults).map(([field, fault]) => [
    field,
    fault === 'missing' ? `payees.missing_${field}` : `refusals.${fault}`,
  ])
  return Object.fromEntries(keys)
}
