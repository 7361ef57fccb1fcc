/**
 * The reference that proves the payment of a withdrawal: the hash of its transaction, in the form of its chain, or the
 * bank's reference. Each has one spelling, so that the same payment is found again.
 */
import { bankReferenceOf, networkOfProtocol, TRANSACTION_HASHES } from '@veritick/domain/addresses'
import type { WithdrawalRow } from './encryption.ts'

/** `undefined`: such a payment cannot be named like this. */
export function paymentSpelling(
  paid: Pick<WithdrawalRow, 'method' | 'protocol'>,
  reference: string,
): string | undefined {
  if (paid.method === 'bank') {
    const text = bankReferenceOf(reference)
    return text && `bank:${text}`
  }
  const network = networkOfProtocol(paid.protocol)
  const hash = reference.trim().toLowerCase()
  return network !== undefined && TRANSACTION_HASHES[network].test(hash) ? `${network}:${hash}` : undefined
}
