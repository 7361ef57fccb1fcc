/**
 * Whether a customer has money sent to one of our own addresses or accounts. It can only be a mistake, or a try to turn
 * one deposit into two: what arrives there looks like somebody's payment. What we were once paid to counts as well as
 * what is offered now.
 */
import { addressCanonical, bankAccountCanonical, networkOfProtocol } from '@veritick/domain/addresses'
import { banks, chargeNetworks, type Settings } from '../settings/index.ts'

type Place = { readonly type: 1 | 2; readonly protocol: string; readonly account: string; readonly bankSwift: string }

/** Reads all versions of the channels once, for as many places as are asked about. */
export async function ownPlaces(settings: Pick<Settings, 'history'>): Promise<(place: Place) => boolean> {
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
  return ({ type, protocol, account, bankSwift }) => {
    if (type === 1) return addresses.has(coinText(protocol, account))
    const number = bankAccountCanonical(account)
    // An account number means something only at its bank; where the operator named none, the number has to do.
    return accounts.some((own) => own.number === number && (own.bank === '' || own.bank === bankOf(bankSwift)))
  }
}

const bankOf = (swift: string): string => swift.trim().toUpperCase().slice(0, 8)

/** One spelling for one address; chains that share their addresses share them here. */
function coinText(protocol: string, address: string): string {
  const network = networkOfProtocol(protocol)
  return network === undefined ? address : `${network}:${addressCanonical(network, address)}`
}
