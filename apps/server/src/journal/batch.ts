/**
 * A batch as the journal keeps it: a header of fixed layout, the bytes of its events, the bytes of what was answered to
 * requests, and the hashes that tie all of it to everything before. Sealing and opening are each other's check.
 * docs/domain/journal-format.md describes the layout; pure but for SHA-256.
 */
import { createHash, hash } from 'node:crypto'
import { assert, type Millis } from '@veritick/domain'
import {
  type AnsweredRequest,
  decodeEvents,
  decodeRequests,
  type Event,
  type EventRun,
  encodeRequests,
  equalHashes,
  HASH_BYTES,
  type Hash,
  type RequestSpan,
} from '@veritick/engine'

/** Layout of header, events and requests. */
export const JOURNAL_SCHEMA = 2
/** Begins every header, so that no other hash can be taken for a batch's. */
export const MAGIC = new TextEncoder().encode('VTBATCH2')
/** Before the first batch. */
export const GENESIS_HASH: Hash = new Uint8Array(HASH_BYTES)
/** In the header of a batch that follows on no snapshot. */
export const NO_SNAPSHOT_HASH: Hash = new Uint8Array(HASH_BYTES)

export type BatchHeader = {
  /** 1, 2, 3 ... without a gap. */
  readonly batch: number
  /** Sequence of its first event; the first of all is 1. A batch without events has that of the event that is next. */
  readonly firstEvent: number
  readonly eventCount: number
  /** Length of the run of events; the requests follow. */
  readonly eventBytes: number
  readonly requestCount: number
  readonly marketTime: Millis
  readonly wallTime: Millis
  readonly epoch: number
  readonly schema: number
  /** Batches in the tree that this header carries: the first ones, at most all before this batch. */
  readonly treeSize: number
  /** SHA-256 of the events' bytes and then the requests' bytes. */
  readonly bodyHash: Hash
  readonly previousHash: Hash
  /** State hash of the snapshot that was taken at the end of the batch before; NO_SNAPSHOT_HASH where none was. */
  readonly snapshotHash: Hash
  /** Root of the tree of the first `treeSize` batches (batch-tree.ts). */
  readonly treeRoot: Hash
}

export type SealedBatch = {
  readonly header: BatchHeader
  readonly hash: Hash
  readonly events: Uint8Array
  readonly requests: Uint8Array
  /** Of the batches that join the tree with this one (batch-tree.ts). */
  readonly treeNodes: Uint8Array
}

/** A batch without its content. */
export type BatchHead = Pick<SealedBatch, 'header' | 'hash'>

/** The end of the chain, which the next batch continues. */
export type ChainHead = { readonly batch: number; readonly hash: Hash; readonly nextEvent: number }
export const CHAIN_START: ChainHead = { batch: 0, hash: GENESIS_HASH, nextEvent: 1 }

export function sha256(data: Uint8Array): Hash {
  return hash('sha256', data, 'buffer')
}

export type BatchContent = {
  readonly events: EventRun
  readonly requests: readonly AnsweredRequest[]
  readonly marketTime: Millis
  readonly wallTime: Millis
  readonly epoch: number
  readonly snapshotHash: Hash
  readonly treeSize: number
  readonly treeRoot: Hash
  readonly treeNodes: Uint8Array
}

export type NewBatch = SealedBatch & { readonly ends: readonly number[]; readonly spans: readonly RequestSpan[] }

/** `ends`: where each event ends in `events`. `spans`: where the entry of each request lies in `requests`. */
export function sealBatch(after: ChainHead, content: BatchContent): NewBatch {
  const { bytes: events, ends } = content.events
  const { bytes: requests, spans } = encodeRequests(content.requests)
  const header: BatchHeader = {
    batch: after.batch + 1,
    firstEvent: after.nextEvent,
    eventCount: ends.length,
    eventBytes: events.length,
    requestCount: content.requests.length,
    marketTime: content.marketTime,
    wallTime: content.wallTime,
    epoch: content.epoch,
    schema: JOURNAL_SCHEMA,
    treeSize: content.treeSize,
    bodyHash: bodyHash(events, requests),
    previousHash: after.hash,
    snapshotHash: content.snapshotHash,
    treeRoot: content.treeRoot,
  }
  const { treeNodes } = content
  return { header, hash: sha256(headerBytes(header)), events, requests, treeNodes, ends, spans }
}

export function headAfter(batch: BatchHead): ChainHead {
  const { header } = batch
  return { batch: header.batch, hash: batch.hash, nextEvent: header.firstEvent + header.eventCount }
}

/** Where the journal must end for this batch to be the next one. */
export function headBefore({ header }: Pick<SealedBatch, 'header'>): ChainHead {
  return { batch: header.batch - 1, hash: header.previousHash, nextEvent: header.firstEvent }
}

/** Reads a batch back and checks every promise of it. Throws with what is wrong. */
export function openBatch(after: ChainHead, sealed: SealedBatch): ReturnType<typeof eventsOf> {
  checkHeader(after, sealed)
  return eventsOf(sealed)
}

/** Everything that a header promises but what it says of the body. Throws with what is wrong. */
export function checkHeader(after: ChainHead, { header, hash }: SealedBatch): void {
  assert(header.batch === after.batch + 1, `batch ${after.batch + 1} is missing`)
  assert(header.schema === JOURNAL_SCHEMA, `its layout is ${header.schema}, this program knows ${JOURNAL_SCHEMA}`)
  assert(equalHashes(header.previousHash, after.hash), 'its previous hash is not the hash of the batch before')
  assert(equalHashes(sha256(headerBytes(header)), hash), 'its hash is not the hash of its header')
  assert(
    header.firstEvent === after.nextEvent,
    `it begins with event ${header.firstEvent}, ${after.nextEvent} was next`,
  )
}

/** Its events, and where each ends in their bytes; events and requests are checked against the header. */
export function eventsOf(sealed: Pick<SealedBatch, 'header' | 'events' | 'requests'>): {
  readonly events: readonly Event[]
  readonly ends: readonly number[]
} {
  const { header } = sealed
  checkBody(sealed)
  const { events, ends } = decodeEvents(sealed.events)
  assert(events.length === header.eventCount, `it holds ${events.length} events, its header says ${header.eventCount}`)
  return { events, ends }
}

/** Events and requests have the hash that the header says, and the requests can be read. */
export function checkBody({ header, events, requests }: Pick<SealedBatch, 'header' | 'events' | 'requests'>): void {
  assert(
    events.length === header.eventBytes,
    `its events have ${events.length} bytes, its header says ${header.eventBytes}`,
  )
  assert(
    equalHashes(bodyHash(events, requests), header.bodyHash),
    'its events and requests do not have the hash that its header says',
  )
  const found = decodeRequests(requests).requests.length
  assert(found === header.requestCount, `it holds ${found} requests, its header says ${header.requestCount}`)
}

/** The numbers of a header, in the order of their bytes. */
function headerNumbers(header: BatchHeader): readonly number[] {
  const { batch, firstEvent, eventCount, eventBytes, requestCount, marketTime, wallTime, epoch, schema, treeSize } =
    header
  return [batch, firstEvent, eventCount, eventBytes, requestCount, marketTime, wallTime, epoch, schema, treeSize]
}

/** "VTBATCH2", ten numbers of 8 bytes, highest byte first, then the four hashes: 216 bytes. */
export function headerBytes(header: BatchHeader): Uint8Array {
  const numbers = headerNumbers(header)
  const hashes = [header.bodyHash, header.previousHash, header.snapshotHash, header.treeRoot]
  const bytes = new Uint8Array(MAGIC.length + numbers.length * 8 + hashes.length * HASH_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(MAGIC, 0)
  numbers.forEach((number, at) => {
    view.setBigInt64(MAGIC.length + at * 8, BigInt(number))
  })
  hashes.forEach((hash, at) => {
    bytes.set(hash, MAGIC.length + numbers.length * 8 + at * HASH_BYTES)
  })
  return bytes
}

function bodyHash(events: Uint8Array, requests: Uint8Array): Hash {
  return createHash('sha256').update(events).update(requests).digest()
}

export type DurableBatch = {
  readonly header: BatchHeader
  readonly events: readonly Event[]
  /** The events as the journal holds them. */
  readonly bytes: Uint8Array
}
