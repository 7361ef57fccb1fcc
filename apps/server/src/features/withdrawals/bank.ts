/** The bank account of a payee as the customer writes it, read in one way for the mailed code and for the payee. */
import { bankAccountFault } from '@veritick/domain/addresses'
import { type Refusal, refuse } from '../../calls/index.ts'

type BankGiven = {
  readonly bank_name?: string | undefined
  readonly bank_swift?: string | undefined
  readonly payee_account?: string | undefined
}

export type Bank = { readonly account: string; readonly bankName: string; readonly bankSwift: string }

/** Refusals: `parameter_missing`, those of the account itself. */
export function readBank(given: BankGiven): { readonly ok: true; readonly value: Bank } | Refusal {
  const { bank_name, bank_swift, payee_account } = given
  if (bank_name === undefined) return refuse('parameter_missing', 'bank_name')
  if (bank_swift === undefined) return refuse('parameter_missing', 'bank_swift')
  if (payee_account === undefined) return refuse('parameter_missing', 'payee_account')
  const bank = { account: payee_account.trim(), bankName: bank_name.trim(), bankSwift: bank_swift.trim().toUpperCase() }
  const fault = bankAccountFault({ number: bank.account, swift: bank.bankSwift })
  if (fault !== undefined) return refuse(fault, fault === 'swift_wrong' ? 'bank_swift' : 'payee_account')
  return { ok: true, value: bank }
}

/** The bank of a SWIFT code in its one spelling, without the branch. An account number means something only there. */
export const bankOf = (swift: string): string => swift.trim().toUpperCase().slice(0, 8)
