/** The form of a payment reference. The server checks whether it was used before. */
import { DRAW_TYPE } from '@veritick/contract'
import { bankReferenceOf, networkOfProtocol, TRANSACTION_HASHES } from '@veritick/domain/addresses'

const FORMS = {
  evm: '0x and 64 digits and letters a to f',
  tron: '64 digits and letters a to f',
  bitcoin: '64 digits and letters a to f',
} as const

/** How the chain writes a transaction hash. */
export function hashForm(protocol: string): string {
  const network = networkOfProtocol(protocol)
  return network === undefined ? '' : FORMS[network]
}

/** The fault; `undefined`: it can be sent. */
export function referenceFault(
  text: string,
  paid: { readonly type: (typeof DRAW_TYPE)[keyof typeof DRAW_TYPE]; readonly protocol_code: string },
): string | undefined {
  const reference = text.trim()
  if (reference === '') return 'Enter the payment reference.'
  if (paid.type === DRAW_TYPE.bank) return bankReferenceFault(reference)
  const network = networkOfProtocol(paid.protocol_code)
  return network !== undefined && !TRANSACTION_HASHES[network].test(reference)
    ? `A transaction has ${FORMS[network]}.`
    : undefined
}

export const bankReferenceFault = (reference: string): string | undefined =>
  bankReferenceOf(reference) === undefined
    ? 'The reference of the bank has 4 to 64 letters A to Z, digits and punctuation marks.'
    : undefined
