/**
 * Checks of coin addresses. A mistyped address, or one of another chain, is found before money is sent to it. The
 * checks are pure: they do not know whether an address is in use.
 */

import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'

/** `evm`: Ethereum and the chains with its addresses (BNB Smart Chain, Polygon, ...). */
export type CoinNetwork = 'evm' | 'tron' | 'bitcoin'

/**
 * `address_checksum_wrong`: the form is right, but a character is wrong. `address_network_wrong`: valid on another
 * chain or a test network. `address_not_payable`: valid, but money sent there is lost (the zero address, or a version
 * that no wallet uses yet).
 */
export type AddressFault =
  | 'address_malformed'
  | 'address_checksum_wrong'
  | 'address_network_wrong'
  | 'address_not_payable'

export const COIN_NETWORKS: readonly CoinNetwork[] = ['evm', 'tron', 'bitcoin']

const PROTOCOLS: { readonly [N in CoinNetwork]: readonly string[] } = {
  evm: ['ERC20', 'ETH', 'BEP20', 'BSC', 'BNB', 'POLYGON', 'MATIC', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVAXC'],
  tron: ['TRC20', 'TRX', 'TRON'],
  bitcoin: ['BTC', 'BITCOIN'],
}

/** The network of a protocol code (`ERC20`, `trc-20`, ...); `undefined`: none whose addresses can be checked. */
export function networkOfProtocol(protocol: string): CoinNetwork | undefined {
  const plain = protocol.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return COIN_NETWORKS.find((network) => PROTOCOLS[network].includes(plain))
}

/**
 * The fault of an address; `undefined`: none. Spaces around the text are a fault. Sources: EIP-55, BIP 173, BIP 350.
 */
export function addressFault(network: CoinNetwork, text: string): AddressFault | undefined {
  const fault = CHECKS[network](text)
  if (fault !== 'address_malformed') return fault
  const elsewhere = COIN_NETWORKS.some((other) => other !== network && CHECKS[other](text) === undefined)
  return elsewhere ? 'address_network_wrong' : fault
}

/** The canonical spelling of a valid address, so that equal addresses compare equal. */
export function addressCanonical(network: CoinNetwork, text: string): string {
  if (network === 'evm') return text.toLowerCase()
  return network === 'bitcoin' && BECH32.test(text) ? text.toLowerCase() : text
}

const CHECKS: { readonly [N in CoinNetwork]: (text: string) => AddressFault | undefined } = {
  evm: evmFault,
  tron: tronFault,
  bitcoin: bitcoinFault,
}

/** EIP-55: the case of the letters is a checksum. An address in one case carries no checksum and is accepted. */
function evmFault(text: string): AddressFault | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'address_malformed'
  const digits = text.slice(2)
  if (/^0{40}$/.test(digits)) return 'address_not_payable'
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined
  return digits === checksummed(digits) ? undefined : 'address_checksum_wrong'
}

function checksummed(digits: string): string {
  const small = digits.toLowerCase()
  const hash = hex.encode(keccak_256(Uint8Array.from(small, (digit) => digit.charCodeAt(0))))
  return [...small]
    .map((digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit))
    .join('')
}

const base58check = createBase58check(sha256)
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** The bytes under a base58 checksum. */
function base58(text: string, form: RegExp): Uint8Array | AddressFault {
  if (!form.test(text) || !BASE58.test(text)) return 'address_malformed'
  try {
    return base58check.decode(text)
  } catch {
    return 'address_checksum_wrong'
  }
}

const TRON_PREFIX = 0x41

function tronFault(text: string): AddressFault | undefined {
  const bytes = base58(text, /^T.{33}$/)
  if (typeof bytes === 'string') return bytes
  if (bytes.length !== 21 || bytes[0] !== TRON_PREFIX) return 'address_malformed'
  return bytes.subarray(1).every((byte) => byte === 0) ? 'address_not_payable' : undefined
}

/** First byte of a base58 address: to a key, to a script; the same on test networks. */
const BITCOIN_PREFIXES: readonly number[] = [0x00, 0x05]
const BITCOIN_TEST_PREFIXES: readonly number[] = [0x6f, 0xc4]
const BECH32 = /^(bc|tb|bcrt)1/i

function bitcoinFault(text: string): AddressFault | undefined {
  if (BECH32.test(text)) return segwitFault(text)
  const bytes = base58(text, /^[13mn2].{24,34}$/)
  if (typeof bytes === 'string') return bytes
  const prefix = bytes[0] ?? -1
  if (bytes.length !== 21) return 'address_malformed'
  if (BITCOIN_TEST_PREFIXES.includes(prefix)) return 'address_network_wrong'
  return BITCOIN_PREFIXES.includes(prefix) ? undefined : 'address_malformed'
}

/** BIP 173 and BIP 350: version 0 under bech32 with 20 or 32 bytes, version 1 (taproot) under bech32m with 32 bytes. */
function segwitFault(text: string): AddressFault | undefined {
  if (!/^[a-z0-9]{8,90}$/i.test(text) || (text !== text.toLowerCase() && text !== text.toUpperCase()))
    return 'address_malformed'
  if (!/^(?:bc|tb|bcrt)1[ac-hj-np-z02-9]+$/i.test(text)) return 'address_malformed'
  const plain = decoded(text, bech32)
  const modified = decoded(text, bech32m)
  const found = plain ?? modified
  if (found === undefined) return 'address_checksum_wrong'
  const [version, ...words] = found.words
  const program = programOf(words)
  if (version === undefined || program === undefined) return 'address_malformed'
  if ((version === 0) !== (plain !== undefined)) return 'address_checksum_wrong'
  if (version > 16 || program.length < 2 || program.length > 40) return 'address_malformed'
  if (version === 0 && program.length !== 20 && program.length !== 32) return 'address_malformed'
  if (found.prefix !== 'bc') return 'address_network_wrong'
  return version === 0 || (version === 1 && program.length === 32) ? undefined : 'address_not_payable'
}

function decoded(
  text: string,
  code: typeof bech32,
): { readonly prefix: string; readonly words: readonly number[] } | undefined {
  const found = code.decodeUnsafe(text, 90)
  return found === undefined ? undefined : { prefix: found.prefix, words: found.words }
}

function programOf(words: readonly number[]): Uint8Array | undefined {
  return bech32.fromWordsUnsafe([...words]) ?? undefined
}
