/**
 * How a batch keeps what was answered to requests: entries one after the other, each the request's key, the hash of all
 * that was asked, and the decision. A repeated request finds its first answer there. The decision has its length in
 * front, so that a reader can find the keys without reading decisions. docs/domain/journal-format.md says it in words.
 */
import { ByteReader, ByteWriter, byteString, type Codec, decode, digest, record, reference } from './bytes.ts'
import { decodeDecision } from './command-bytes.ts'
import type { RequestId } from './commands.ts'
import type { Decision } from './decision.ts'

export type AnsweredRequest = {
  readonly key: RequestId
  /** SHA-256 of all that was asked, 64 lower-case hex digits. */
  readonly content: string
  /** The bytes of `encodeDecision`, with the events that the answer is made from. */
  readonly decision: Uint8Array
}

/** Where the entry of a key lies in the requests section of its batch: bytes from 0. */
export type RequestSpan = { readonly key: RequestId; readonly start: number; readonly length: number }

const entry: Codec<AnsweredRequest> = record<AnsweredRequest>({
  key: reference,
  content: digest,
  decision: byteString,
})

/** All entries in one run of bytes, and where each lies. */
export function encodeRequests(requests: readonly AnsweredRequest[]): {
  readonly bytes: Uint8Array
  readonly spans: readonly RequestSpan[]
} {
  const out = new ByteWriter()
  const spans = requests.map((request) => {
    const start = out.size()
    entry.write(out, request)
    return { key: request.key, start, length: out.size() - start }
  })
  return { bytes: out.bytes(), spans }
}

/** Reads what `encodeRequests` wrote, to the last byte. Throws on anything else; a decision is not looked into. */
export function decodeRequests(bytes: Uint8Array): {
  readonly requests: readonly AnsweredRequest[]
  readonly spans: readonly RequestSpan[]
} {
  const from = new ByteReader(bytes)
  const requests: AnsweredRequest[] = []
  const spans: RequestSpan[] = []
  while (!from.ended()) {
    const start = from.at()
    const request = entry.read(from)
    requests.push(request)
    spans.push({ key: request.key, start, length: from.at() - start })
  }
  return { requests, spans }
}

/** One entry, its decision read. Throws on bytes that `encodeRequests` cannot have written. */
export function decodeRequest(bytes: Uint8Array): Pick<AnsweredRequest, 'key' | 'content'> & {
  readonly decision: Decision
} {
  const { key, content, decision } = decode(entry, bytes)
  return { key, content, decision: decodeDecision(decision) }
}
