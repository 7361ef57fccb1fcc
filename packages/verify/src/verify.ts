/**
 * Everything there is to check about a receipt, in one call: its form, its proofs, its story. Offline, and apart from
 * the server's code.
 */
import { readReceipt } from './file.ts'
import { checkProofs } from './hashes.ts'
import { tellStory } from './story.ts'

export type Verdict =
  | {
      readonly ok: true
      readonly order: number
      readonly head: { readonly size: number; readonly hash: string }
      readonly lines: readonly string[]
    }
  /** `isReceipt`: false when the file has not the form of a receipt; then nothing in it was checked. */
  | { readonly ok: false; readonly isReceipt: boolean; readonly findings: readonly string[] }

/** `head`: a head's hash or root that was noted elsewhere; the receipt must lead to it. */
export function verify(file: Uint8Array, head?: string): Verdict {
  const receipt = readReceipt(file)
  if (typeof receipt === 'string') return { ok: false, isReceipt: false, findings: [receipt] }
  const findings = [...checkProofs(receipt)]
  if (head !== undefined && head !== receipt.head.hash && head !== receipt.head.root) {
    findings.push(`the receipt leads to head ${receipt.head.hash} (root ${receipt.head.root}), not to ${head}`)
  }
  const story = tellStory(receipt)
  findings.push(...story.findings)
  if (findings.length > 0) return { ok: false, isReceipt: true, findings }
  return { ok: true, order: receipt.order, head: receipt.head, lines: story.lines }
}
