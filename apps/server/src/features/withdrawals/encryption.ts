/**
 * Where a customer's money goes is personal: account, names and bank lie sealed in the store, bound to their row, so
 * that a value moved to another row does not open and nobody is paid to somebody else's address. The same account again
 * is found by a keyed hash.
 */
import { z } from 'zod'
import type { Encryption } from '../../services/encryption/index.ts'
import type { payees, withdrawals } from '../../store/index.ts'

const PAYEE = z.object({
  /** Address or account number, as it was given. */
  account: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  bankSwift: z.string(),
  payeeName: z.string(),
})
const DESTINATION = PAYEE.extend({ memo: z.string() })

export type PayeeSecrets = z.output<typeof PAYEE>
/** The payee as it was at that moment, and the customer's own note. */
export type WithdrawalSecrets = z.output<typeof DESTINATION>

type StoredPayee = typeof payees.$inferSelect
type StoredWithdrawal = typeof withdrawals.$inferSelect

/** A row with what is sealed in it. */
export type PayeeRow = Omit<StoredPayee, 'sealed'> & PayeeSecrets
export type WithdrawalRow = Omit<StoredWithdrawal, 'sealed'> & WithdrawalSecrets

const payeePlace = (payee: number) => ({ purpose: 'payee', row: String(payee) })
const withdrawalPlace = (withdrawal: number) => ({ purpose: 'withdrawal', row: String(withdrawal) })

export function sealPayee(encryption: Encryption, payee: number, secrets: PayeeSecrets): Uint8Array {
  return encryption.encryptText(payeePlace(payee), JSON.stringify(PAYEE.parse(secrets)))
}

export function openPayee(encryption: Encryption, row: StoredPayee): PayeeRow {
  const { sealed, ...stored } = row
  return { ...stored, ...PAYEE.parse(JSON.parse(encryption.decryptText(payeePlace(row.payee), sealed))) }
}

export function sealWithdrawal(encryption: Encryption, withdrawal: number, secrets: WithdrawalSecrets): Uint8Array {
  return encryption.encryptText(withdrawalPlace(withdrawal), JSON.stringify(DESTINATION.parse(secrets)))
}

export function openWithdrawal(encryption: Encryption, row: StoredWithdrawal): WithdrawalRow {
  const { sealed, ...stored } = row
  return {
    ...stored,
    ...DESTINATION.parse(JSON.parse(encryption.decryptText(withdrawalPlace(row.withdrawal), sealed))),
  }
}

/** Equal for one account, however it is written and whoever binds it. `canonical`: its one spelling. */
export const accountPrintOf = (encryption: Encryption, canonical: string): string =>
  encryption.fingerprint('payee account', canonical)
