/**
 * The reference that proves the payment of a withdrawal: the hash of its transaction, in the form of its chain, or the
 * bank's reference. Each has one spelling, so that the same payment is found again.
 */
import { networkOfProtocol } from '@veritick/domain/addresses'
import type { WithdrawalRow } from './encryption.ts'

/** Hashes as each chain's explorers and wallets show them. */
const HASHES = { evm: /^0x[0-9a-f]{64}$/, tron: /^[0-9a-f]{64}$/, bitcoin: /^[0-9a-f]{64}$/ } as const
const BANK = /^[\p{L}\p{N}\p{P}\p{S} ]{4,64}$/u

/** `undefined`: such a payment cannot be named like this. */
export function paymentSpelling(
  paid: Pick<WithdrawalRow, 'method' | 'protocol'>,
  reference: string,
): string | undefined {
  const text = reference.trim()
  if (paid.method === 'bank') return BANK.test(text) ? `bank:${text.toUpperCase().replaceAll(/ +/g, ' ')}` : undefined
  const network = networkOfProtocol(paid.protocol)
  const hash = text.toLowerCase()
  return network !== undefined && HASHES[network].test(hash) ? `${network}:${hash}` : undefined
}
