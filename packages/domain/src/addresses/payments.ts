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

/** Printable ASCII: banks send references in no other characters, and no two of them look alike to a program. */
const BANK_REFERENCE = /^[!-~]{4,64}$/

/**
 * A bank's reference in its one spelling: compatible characters as one (full-width digits, ligatures), capitals, no
 * spaces. `undefined`: no bank writes a reference like this. A letter of another alphabet that looks the same, and a
 * character that is not shown, are refused, because one payment would have two names.
 */
export function bankReferenceOf(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim().toUpperCase().replaceAll(' ', '')
  return BANK_REFERENCE.test(text) ? text : undefined
}

/** Our reference in the text of a wire: `VT-10000042-3` is the third wire of customer 10000042. */
export const wireReferenceOf = (uid: string, wire: number): string => `VT-${uid}-${wire}`
const WIRE_REFERENCE = /VT-\d{8,10}-\d/

const capitalsOf = (text: string) => text.normalize('NFKC').toUpperCase()
/** Capitals and digits alone, compatible characters as one: the same for each spelling of a reference. */
export const lettersOf = (text: string): string => capitalsOf(text).replaceAll(/[^A-Z0-9]/g, '')

/**
 * Whether a text of the bank contains our reference of a wire: that of this customer in any spelling, since banks leave
 * dashes out and put words around it, or that of any customer as we write it. `VT` and digits alone may be a number of
 * the bank.
 */
export function hasWireReference(text: string, uid: string): boolean {
  return WIRE_REFERENCE.test(capitalsOf(text)) || lettersOf(text).includes(`VT${uid}`)
}
