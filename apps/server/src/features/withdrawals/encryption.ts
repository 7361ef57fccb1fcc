/**
 * The payees of customers are personal data: account, names and bank are encrypted in the store and bound to their row,
 * so a value that was moved to another row does not decrypt and no payment goes to a wrong account. The encrypted part
 * of a withdrawal repeats what is paid out, so a changed amount is found. The same account is found again by a keyed
 * hash.
 */
import { z } from 'zod'
import { type Encryption, EncryptionRefused } from '../../services/encryption/index.ts'
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

/**
 * Repeats columns of the row, so that they cannot be changed without the key. Rows of earlier versions are without it.
 */
const BOUND = z.object({
  fromAccount: z.number(),
  amount: z.number(),
  fee: z.number(),
  usdPrice: z.number(),
  received: z.number(),
})
const STORED = DESTINATION.extend({ bound: BOUND.optional() })

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

/** `row`: what is stored beside the secrets; BOUND names the columns that are bound to them. */
export function encryptWithdrawal(
  encryption: Encryption,
  row: Pick<StoredWithdrawal, 'withdrawal' | keyof z.output<typeof BOUND>>,
  secrets: WithdrawalSecrets,
): Uint8Array {
  const plain = STORED.parse({ ...secrets, bound: BOUND.parse(row) })
  return encryption.encryptText(withdrawalContext(row.withdrawal), JSON.stringify(plain))
}

/** Throws EncryptionRefused where a bound column is another one now. */
export function decryptWithdrawal(encryption: Encryption, row: StoredWithdrawal): WithdrawalRow {
  const { encrypted, ...stored } = row
  if (encrypted === null) return { ...stored, ...ERASED }
  const plain = STORED.parse(JSON.parse(encryption.decryptText(withdrawalContext(row.withdrawal), encrypted)))
  const { bound, ...secrets } = plain
  for (const [column, value] of Object.entries(bound ?? {})) {
    const found = BOUND.parse(row)[column as keyof z.output<typeof BOUND>]
    if (found !== value)
      throw new EncryptionRefused(
        `withdrawal ${row.withdrawal} was changed in the store: ${column} was ${value} and is ${found}`,
      )
  }
  return { ...stored, ...secrets }
}

/** Equal for one account, in any spelling and for every customer. `canonical`: its one spelling. */
export const accountPrintOf = (encryption: Encryption, canonical: string): string =>
  encryption.fingerprint('payee account', canonical)
