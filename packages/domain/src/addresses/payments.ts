/** Names of payments outside the platform: the hash of a transaction, the reference of a bank. */
import type { CoinNetwork } from './coins.ts'

/** Hashes as each chain's explorers and wallets show them, in either case. */
export const TRANSACTION_HASHES: { readonly [Each in CoinNetwork]: RegExp } = {
  evm: /^0x[0-9a-f]{64}$/i,
  tron: /^[0-9a-f]{64}$/i,
  bitcoin: /^[0-9a-f]{64}$/i,
}

/** The 64 digits of a hash of any chain, with or without `0x`, in lower case; `undefined`: it is none. */
export const transactionDigits = (text: string): string | undefined =>
  /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase()

/** No bank writes another reference. */
export const BANK_REFERENCE = /^[\p{L}\p{N}\p{P}\p{S} ]{4,64}$/u
