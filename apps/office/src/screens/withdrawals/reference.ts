/** The form of a payment reference. The server checks whether it was used before. */
import { DRAW_TYPE } from '@veritick/contract'
import { networkOfProtocol } from '@veritick/domain/addresses'

const HASHES = {
  evm: { form: '0x and 64 digits and letters a to f', shape: /^0x[0-9a-f]{64}$/i },
  tron: { form: '64 digits and letters a to f', shape: /^[0-9a-f]{64}$/i },
  bitcoin: { form: '64 digits and letters a to f', shape: /^[0-9a-f]{64}$/i },
} as const
const BANK = /^[\p{L}\p{N}\p{P}\p{S} ]{4,64}$/u

/** How the chain writes a transaction hash. */
export function hashForm(protocol: string): string {
  const network = networkOfProtocol(protocol)
  return network === undefined ? '' : HASHES[network].form
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
  return network !== undefined && !HASHES[network].shape.test(reference)
    ? `A transaction has ${HASHES[network].form}.`
    : undefined
}

export const bankReferenceFault = (reference: string): string | undefined =>
  BANK.test(reference) ? undefined : 'The reference of the bank has 4 to 64 characters.'
