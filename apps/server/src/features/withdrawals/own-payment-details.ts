/**
 * Whether a payee is an address or account of the platform. It is a mistake, or an attempt to turn one deposit into
 * two, because the payment looks like another deposit. Earlier addresses of the platform count too.
 */
import { addressCanonical, bankAccountCanonical, networkOfProtocol } from '@veritick/domain/addresses'
import { banks, chargeNetworks, type Settings } from '../settings/index.ts'
import { bankOf } from './bank.ts'

type PaymentDetails = {
  readonly method: 'coin' | 'bank'
  readonly protocol: string
  readonly account: string
  readonly bankSwift: string
}

/** Reads all versions of the deposit channels once; the answer checks as many payees as the caller has. */
export async function ownPaymentDetails(
  settings: Pick<Settings, 'history'>,
): Promise<(details: PaymentDetails) => boolean> {
  const addresses = new Set<string>()
  for (const { value } of await settings.history('charge_networks')) {
    for (const { protocol_code, address, trial } of chargeNetworks.safeParse(value).data ?? []) {
      if (!trial) addresses.add(coinText(protocol_code, address))
    }
  }
  const accounts: { readonly number: string; readonly bank: string }[] = []
  for (const { value } of await settings.history('charge_banks')) {
    for (const { payee_account, bank_swift, trial } of banks.safeParse(value).data ?? []) {
      if (!trial) accounts.push({ number: bankAccountCanonical(payee_account), bank: bankOf(bank_swift) })
    }
  }
  return ({ method, protocol, account, bankSwift }) => {
    if (method === 'coin') return addresses.has(coinText(protocol, account))
    const number = bankAccountCanonical(account)
    // An account number means something only at its bank; where the operator named none, the number has to do.
    return accounts.some((own) => own.number === number && (own.bank === '' || own.bank === bankOf(bankSwift)))
  }
}

/** One spelling for one address; chains that share their addresses share them here. */
function coinText(protocol: string, address: string): string {
  const network = networkOfProtocol(protocol)
  return network === undefined ? address : `${network}:${addressCanonical(network, address)}`
}
