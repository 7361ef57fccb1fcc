/** Checking a receipt in the browser: the file and the verdict. The file never leaves the device. */
import type { WireReceipt } from '@veritick/contract'
import { type Verdict, verify } from '@veritick/verify'

/** More than a thousand times a usual receipt; a receipt of an order with daily changes for a year is far smaller. */
export const RECEIPT_BYTES_MAX = 20_000_000

export type Checked =
  | { readonly kind: 'none' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'holds'; readonly receipt: WireReceipt; readonly size: number; readonly hash: string }
  /** `findings`: sentences of the verifier, in English. */
  | { readonly kind: 'no_receipt' | 'fails'; readonly findings: readonly string[] }

/** `head`: the hash or the root of a head from another source; empty: no comparison. */
export function check(file: Uint8Array | undefined, head: string): Checked {
  if (file === undefined) return { kind: 'none' }
  if (file.length > RECEIPT_BYTES_MAX) return { kind: 'too_large' }
  const noted = head.trim().toLowerCase()
  const verdict: Verdict = verify(file, noted === '' ? undefined : noted)
  if (!verdict.ok) return { kind: verdict.isReceipt ? 'fails' : 'no_receipt', findings: verdict.findings }
  return { kind: 'holds', receipt: receiptOf(file), size: verdict.head.size, hash: verdict.head.hash }
}

/** The receipt of a verified file. The file may contain the whole answer of the server. */
function receiptOf(file: Uint8Array): WireReceipt {
  const read: WireReceipt | { readonly data: WireReceipt } = JSON.parse(new TextDecoder().decode(file))
  return 'data' in read ? read.data : read
}

/** The number of decimals of the prices in the receipt, from its terms. */
export function precisionOf(receipt: WireReceipt): number {
  for (const { event } of receipt.batches.flatMap((batch) => batch.events)) {
    const terms: unknown = event.terms
    if (typeof terms === 'object' && terms !== null && 'pricePrecision' in terms)
      return Number((terms as { readonly pricePrecision: unknown }).pricePrecision)
  }
  return PRECISION_DEFAULT
}
/** The default of the specification; every receipt contains terms. */
const PRECISION_DEFAULT = 2
