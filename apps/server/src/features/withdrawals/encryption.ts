/**
 * The payees of customers are personal data: account, names and bank are encrypted in the store and bound to their row,
 * so a value that was moved to another row does not decrypt and no payment goes to a wrong account. The encrypted part
 * of a withdrawal repeats what is paid out, so a changed amount is found. The same account is found again by a keyed
 * hash.
 */
import { z } from 'zod'
import { type Encryption, EncryptionRefused } from '../../services/encryption/index.ts'
import { requireAsked, requireRowSealed, type SealedRow } from '../../services/seals/index.ts'
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

/** Repeats columns of the row, so that they cannot be changed without the key. */
const BOUND = z.object({
  fromAccount: z.number(),
  amount: z.number(),
  fee: z.number(),
  usdPrice: z.number(),
  received: z.number(),
})
const STORED = DESTINATION.extend({ bound: BOUND })

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

/** Only ended ones are erased. */
const ENDED: readonly StoredWithdrawal['state'][] = ['refused', 'paid', 'rejected', 'cancelled']

/** A row with its encrypted column decrypted; empty texts once it was erased. */
export type PayeeRow = Omit<StoredPayee, 'encrypted'> & PayeeSecrets
export type WithdrawalRow = Omit<StoredWithdrawal, 'encrypted'> & WithdrawalSecrets

type OwnedPayee = Pick<StoredPayee, 'payee' | 'user' | 'currency'>

/** Given to another customer or bound to another currency in the store, it does not open. */
const payeeContext = ({ payee, user, currency }: OwnedPayee) => ({
  purpose: 'payee',
  row: `${payee} of ${user} in ${currency}`,
})
/** Given to another customer in the store, it does not open. */
const withdrawalContext = ({ withdrawal, user }: Pick<StoredWithdrawal, 'withdrawal' | 'user'>) => ({
  purpose: 'withdrawal',
  row: `${withdrawal} of ${user}`,
})

export function encryptPayee(encryption: Encryption, payee: OwnedPayee, secrets: PayeeSecrets): Uint8Array {
  return encryption.encryptText(payeeContext(payee), JSON.stringify(PAYEE.parse(secrets)))
}

/**
 * Throws RowChanged for a payee that this server did not write, and for another one than was `asked` for. An erased one
 * is shown as such and takes no money.
 */
export function decryptPayee(
  encryption: Encryption,
  row: StoredPayee,
  asked: { readonly user: StoredPayee['user']; readonly payee?: number },
): PayeeRow {
  requireAsked('payees', row, asked)
  const { encrypted, ...stored } = row
  if (encrypted === null) return { ...stored, ...PAYEE.parse(ERASED) }
  requireRowSealed(encryption, 'payees', { ...sealedPayee(row), seal: row.seal })
  return { ...stored, ...PAYEE.parse(JSON.parse(encryption.decryptText(payeeContext(row), encrypted))) }
}

/** The columns that the seal of a payee covers. */
export function sealedPayee(row: Omit<StoredPayee, 'seal'>): SealedRow<'payees'> {
  const { method, currency, code, protocol, encrypted } = row
  return {
    ...{ payee_id: row.payee, user_id: row.user, method, currency, code, protocol, encrypted },
    ...{ account_print: row.accountPrint, created_at: row.createdAt, usable_at: row.usableAt },
    ...{ deleted_at: row.deletedAt, version: row.version },
  }
}

/** `row`: what is stored beside the secrets; BOUND names the columns that are bound to them. */
export function encryptWithdrawal(
  encryption: Encryption,
  row: Pick<StoredWithdrawal, 'withdrawal' | 'user' | keyof z.output<typeof BOUND>>,
  secrets: WithdrawalSecrets,
): Uint8Array {
  const plain = STORED.parse({ ...secrets, bound: BOUND.parse(row) })
  return encryption.encryptText(withdrawalContext(row), JSON.stringify(plain))
}

/** Throws EncryptionRefused where the encrypted part does not open or a bound column is another one now. */
export function decryptWithdrawal(encryption: Encryption, row: StoredWithdrawal): WithdrawalRow {
  const { row: opened, fault } = openWithdrawal(encryption, row)
  if (fault !== undefined)
    throw new EncryptionRefused(`withdrawal ${row.withdrawal} was changed in the store: ${fault}`)
  return opened
}

/** The same for a list: `fault` says what was changed in the store. Nothing encrypted is shown of such a row. */
export function openWithdrawal(
  encryption: Encryption,
  row: StoredWithdrawal,
): { readonly row: WithdrawalRow; readonly fault: string | undefined } {
  const { encrypted, ...stored } = row
  const unread = { ...stored, ...ERASED }
  if (encrypted === null)
    return { row: unread, fault: ENDED.includes(row.state) ? undefined : 'its encrypted part is missing' }
  try {
    const plain = STORED.parse(JSON.parse(encryption.decryptText(withdrawalContext(row), encrypted)))
    const { bound, ...secrets } = plain
    const fault = changedColumn(row, bound)
    return fault === undefined ? { row: { ...stored, ...secrets }, fault } : { row: unread, fault }
  } catch (error) {
    if (!(error instanceof EncryptionRefused)) throw error
    return { row: unread, fault: error.message }
  }
}

function changedColumn(row: StoredWithdrawal, bound: z.output<typeof BOUND>): string | undefined {
  const found = BOUND.parse(row)
  const columns = Object.keys(bound) as (keyof typeof found)[]
  const changed = columns.find((column) => found[column] !== bound[column])
  return changed && `${changed} was ${bound[changed]} and is ${found[changed]}`
}

/** Equal for one account, in any spelling and for every customer. `canonical`: its one spelling. */
export const accountPrintOf = (encryption: Encryption, canonical: string): string =>
  encryption.fingerprint('payee account', canonical)
