/**
 * The proofs of a receipt: event bytes to their batch's root, batch header to its hash, batch to the head of the tree
 * (RFC 9162). Written from docs/domain/journal-format.md with SHA-256 alone. Each finding is a sentence.
 */
import { sha256 as hashOf } from '@noble/hashes/sha2.js'
import { fromAscii, fromHex, int64, joined, toHex } from './bytes.ts'
import { decodeEvent, type Field } from './decode.ts'
import type { BatchPart, CarrierPart, EventPart, Header, ReceiptFile } from './file.ts'

/** The faults of the hashes, paths, numbers and readable fields of a receipt; empty when there are none. */
export function checkProofs(receipt: ReceiptFile): readonly string[] {
  const { head, carrier, batches } = receipt
  const found: string[] = []
  if (headHash(head) !== head.hash) found.push('head.hash is not the hash of its size and root')
  if (batches.length === 0) found.push('the receipt holds no batch')
  batches.forEach((batch, at) => {
    found.push(...checkBatch(batch, `batch ${batch.header.batch}`, head))
    const before = batches[at - 1]
    if (before !== undefined) found.push(...checkOrder(before, batch))
  })
  found.push(...checkCarrier(carrier, head))
  const newest = batches[batches.length - 1]
  if (newest !== undefined) found.push(...checkOrder(newest, carrier))
  return found
}

/** The header of a batch carries the head, so the head is a part of the chain. */
function checkCarrier({ header, hash }: CarrierPart, head: ReceiptFile['head']): readonly string[] {
  const name = `batch ${header.batch}, which carries the head`
  const found = [...checkHeader({ header, hash }, name)]
  if (header.tree_size !== head.size) found.push(`${name}: its tree_size is not the size of the head`)
  if (header.tree_root !== head.root) found.push(`${name}: its tree_root is not the root of the head`)
  return found
}

function checkHeader({ header, hash }: CarrierPart, name: string): readonly string[] {
  const found: string[] = []
  if (header.schema !== SCHEMA) found.push(`${name}: its layout is ${header.schema}, this program knows ${SCHEMA}`)
  if (sha256(headerBytes(header)) !== hash) found.push(`${name}: its hash is not the hash of its header`)
  if (header.tree_size >= header.batch) found.push(`${name}: the tree that it carries is not of batches before it`)
  return found
}

const SCHEMA = 2

function checkBatch(batch: BatchPart, name: string, head: ReceiptFile['head']): readonly string[] {
  const { header } = batch
  const found = [...checkHeader(batch, name)]
  const leaf = leafHash(fromHex(batch.hash + batch.events_root))
  if (rootFrom({ leaf, index: header.batch - 1, size: head.size, path: batch.path }) !== head.root) {
    found.push(`${name}: its path does not lead to the head's root`)
  }
  if (batch.events.length === 0) found.push(`${name}: it brings no event`)
  batch.events.forEach((event, at) => {
    found.push(...checkEvent(event, batch))
    const before = batch.events[at - 1]
    if (before !== undefined && before.sequence >= event.sequence)
      found.push(`event ${event.sequence}: it does not follow event ${before.sequence}`)
  })
  return found
}

function checkEvent(event: EventPart, { header, events_root: root }: BatchPart): readonly string[] {
  const name = `event ${event.sequence}`
  const found: string[] = []
  const bytes = fromHex(event.bytes)
  const index = event.sequence - header.first_event
  if (index < 0 || index >= header.event_count) found.push(`${name}: it is not one of batch ${header.batch}`)
  else if (rootFrom({ leaf: leafHash(bytes), index, size: header.event_count, path: event.path }) !== root) {
    found.push(`${name}: its path does not lead to the events_root of batch ${header.batch}`)
  }
  try {
    const difference = differenceOf(decodeEvent(bytes), event.event, 'event')
    if (difference !== undefined) found.push(`${name}: ${difference}`)
  } catch (error) {
    found.push(`${name}: its bytes cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return found
}

function checkOrder(before: CarrierPart, after: CarrierPart): readonly string[] {
  const [a, b] = [before.header, after.header]
  const name = `batch ${b.batch}`
  if (b.batch <= a.batch) return [`${name}: it does not follow batch ${a.batch}`]
  const found: string[] = []
  if (b.first_event < a.first_event + a.event_count)
    found.push(`${name}: its events begin before those of batch ${a.batch} end`)
  if (b.tree_size < a.tree_size) found.push(`${name}: it carries a smaller tree than batch ${a.batch}`)
  if (b.epoch < a.epoch) found.push(`${name}: its epoch is lower than that of batch ${a.batch}`)
  if (b.batch === a.batch + 1 && b.previous_hash !== before.hash)
    found.push(`${name}: its previous_hash is not the hash of batch ${a.batch}`)
  if (b.batch === a.batch + 1 && b.first_event !== a.first_event + a.event_count)
    found.push(`${name}: events are missing before it`)
  return found
}

/** Where the readable form says something else than the bytes; the first such place. */
function differenceOf(raw: Field, shown: Field | undefined, where: string): string | undefined {
  if (shown === undefined) return `${where} is missing`
  const isRecord = (field: Field): field is { readonly [name: string]: Field } =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
  if (isRecord(raw) && isRecord(shown)) {
    const names = Object.keys(raw)
    const strange = Object.keys(shown).find((name) => !names.includes(name))
    if (strange !== undefined) return `${where}.${strange} is not in the bytes`
    if (names.join() !== Object.keys(shown).join() && names.length === Object.keys(shown).length)
      return `${where} has its fields in another order`
    for (const name of names) {
      const difference = differenceOf(raw[name] ?? null, shown[name], `${where}.${name}`)
      if (difference !== undefined) return difference
    }
    return undefined
  }
  const [bytes, words] = [JSON.stringify(raw), JSON.stringify(shown)]
  return bytes === words ? undefined : `${where} is shown as ${words}, the bytes say ${bytes}`
}

/** RFC 9162, 2.1.3.2; undefined where the path has not the length that the place asks for. */
export function rootFrom(proof: {
  readonly leaf: string
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}): string | undefined {
  if (proof.index < 0 || proof.index >= proof.size) return undefined
  let fn = BigInt(proof.index)
  let sn = BigInt(proof.size) - 1n
  let hash = proof.leaf
  for (const sibling of proof.path) {
    if (sn === 0n) return undefined
    if (fn % 2n === 1n || fn === sn) {
      hash = nodeHash(sibling, hash)
      while (fn % 2n === 0n && fn !== 0n) {
        fn >>= 1n
        sn >>= 1n
      }
    } else hash = nodeHash(hash, sibling)
    fn >>= 1n
    sn >>= 1n
  }
  return sn === 0n ? hash : undefined
}

export function headHash(head: { readonly size: number; readonly root: string }): string {
  return sha256(joined(fromAscii('VTHEAD01'), int64(head.size), fromHex(head.root)))
}

export function headerBytes(header: Header): Uint8Array {
  const { batch, first_event, event_count, event_bytes, request_count } = header
  const { market_time, wall_time, epoch, schema, tree_size } = header
  const numbers = [
    ...[batch, first_event, event_count, event_bytes, request_count],
    ...[market_time, wall_time, epoch, schema, tree_size],
  ].map(int64)
  const hashes = [header.body_hash, header.previous_hash, header.snapshot_hash, header.tree_root].map(fromHex)
  return joined(fromAscii('VTBATCH2'), ...numbers, ...hashes)
}

export function leafHash(bytes: Uint8Array): string {
  return sha256(joined(Uint8Array.of(0), bytes))
}

function nodeHash(left: string, right: string): string {
  return sha256(joined(Uint8Array.of(1), fromHex(left), fromHex(right)))
}

export function sha256(bytes: Uint8Array): string {
  return toHex(hashOf(bytes))
}
