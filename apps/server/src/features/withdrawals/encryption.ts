/**
 * The payees of customers are personal data: account, names and bank are encrypted in the store and bound to their row,
 * so a value that was moved to another row does not decrypt and no payment goes to a wrong account. The same account is
 * found again by a keyed hash.
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

/** After the erasure of a closed account. */
const ERASED: WithdrawalSecrets = {
  account: '',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  memo: '',
}

/** A row with its encrypted column decrypted; empty texts once it was erased. */
export type PayeeRow = Omit<StoredPayee, 'encrypted'> & PayeeSecrets
export type WithdrawalRow = Omit<StoredWithdrawal, 'encrypted'> & WithdrawalSecrets

const payeeContext = (payee: number) => ({ purpose: 'payee', row: String(payee) })
const withdrawalContext = (withdrawal: number) => ({ purpose: 'withdrawal', row: String(withdrawal) })

export function encryptPayee(encryption: Encryption, payee: number, secrets: PayeeSecrets): Uint8Array {
  return encryption.encryptText(payeeContext(payee), JSON.stringify(PAYEE.parse(secrets)))
}

export function decryptPayee(encryption: Encryption, row: StoredPayee): PayeeRow {
  const { encrypted, ...stored } = row
  if (encrypted === null) return { ...stored, ...PAYEE.parse(ERASED) }
  return { ...stored, ...PAYEE.parse(JSON.parse(encryption.decryptText(payeeContext(row.payee), encrypted))) }
}

export function encryptWithdrawal(encryption: Encryption, withdrawal: number, secrets: WithdrawalSecrets): Uint8Array {
  return encryption.encryptText(withdrawalContext(withdrawal), JSON.stringify(DESTINATION.parse(secrets)))
}

export function decryptWithdrawal(encryption: Encryption, row: StoredWithdrawal): WithdrawalRow {
  const { encrypted, ...stored } = row
  if (encrypted === null) return { ...stored, ...ERASED }
  return {
    ...stored,
    ...DESTINATION.parse(JSON.parse(encryption.decryptText(withdrawalContext(row.withdrawal), encrypted))),
  }
}

/** Equal for one account, in any spelling and for every customer. `canonical`: its one spelling. */
export const accountPrintOf = (encryption: Encryption, canonical: string): string =>
  encryption.fingerprint('payee account', canonical)
