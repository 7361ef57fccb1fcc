/**
 * A batch as the journal keeps it: a header of fixed layout, the events' bytes, and the hashes that tie both to everything before.
 * Sealing and opening are each other's check. docs/domain/journal-format.md describes the layout; pure but for SHA-256.
 */
import { createHash } from 'node:crypto'
import { assert, type Millis } from '@veritick/domain'
import { decodeEvents, type Event, encodeEvents, equalHashes, HASH_BYTES, type Hash, leafHash, rootOf } from '@veritick/engine'

/** Layout of header and events. */
export const JOURNAL_SCHEMA = 1
/** Begins every header, so that no other hash can be taken for a batch's. */
export const MAGIC = new TextEncoder().encode('VTBATCH1')
/** Before the first batch. */
export const GENESIS_HASH: Hash = new Uint8Array(HASH_BYTES)
/** In the header of a batch that follows on no snapshot. */
export const NO_SNAPSHOT_HASH: Hash = new Uint8Array(HASH_BYTES)

export type BatchHeader = {
  /** 1, 2, 3 ... without a gap. */
  readonly batch: number
  /** Sequence of its first event; the first of all is 1. */
  readonly firstEvent: number
  readonly eventCount: number
  readonly marketTime: Millis
  readonly wallTime: Millis
  readonly epoch: number
  readonly schema: number
  readonly eventsRoot: Hash
  readonly previousHash: Hash
  /** State hash of the snapshot that was taken at the end of the batch before; NO_SNAPSHOT_HASH where none was. */
  readonly snapshotHash: Hash
}

export type SealedBatch = { readonly header: BatchHeader; readonly hash: Hash; readonly events: Uint8Array }

/** What the next batch continues. */
export type ChainHead = { readonly batch: number; readonly hash: Hash; readonly nextEvent: number }
export const CHAIN_START: ChainHead = { batch: 0, hash: GENESIS_HASH, nextEvent: 1 }

export function sha256(data: Uint8Array): Hash {
  return createHash('sha256').update(data).digest()
}

export function sealBatch(
  after: ChainHead,
  content: {
    readonly events: readonly Event[]
    readonly marketTime: Millis
    readonly wallTime: Millis
    readonly epoch: number
    readonly snapshotHash: Hash
  },
): SealedBatch {
  const { bytes, ends } = encodeEvents(content.events)
  const header: BatchHeader = {
    batch: after.batch + 1,
    firstEvent: after.nextEvent,
    eventCount: content.events.length,
    marketTime: content.marketTime,
    wallTime: content.wallTime,
    epoch: content.epoch,
    schema: JOURNAL_SCHEMA,
    eventsRoot: rootOf(sha256, leavesOf(bytes, ends)),
    previousHash: after.hash,
    snapshotHash: content.snapshotHash,
  }
  return { header, hash: sha256(headerBytes(header)), events: bytes }
}

export function headAfter(batch: SealedBatch): ChainHead {
  const { header } = batch
  return { batch: header.batch, hash: batch.hash, nextEvent: header.firstEvent + header.eventCount }
}

/** Reads a batch back and checks every promise of it. Throws with what is wrong. */
export function openBatch(after: ChainHead, sealed: SealedBatch): readonly Event[] {
  checkHeader(after, sealed)
  return eventsOf(sealed).events
}

/** Everything that a header promises but what it says of the events. Throws with what is wrong. */
export function checkHeader(after: ChainHead, { header, hash }: SealedBatch): void {
  assert(header.batch === after.batch + 1, `batch ${after.batch + 1} is missing`)
  assert(header.schema === JOURNAL_SCHEMA, `its layout is ${header.schema}, this program knows ${JOURNAL_SCHEMA}`)
  assert(equalHashes(header.previousHash, after.hash), 'its previous hash is not the hash of the batch before')
  assert(equalHashes(sha256(headerBytes(header)), hash), 'its hash is not the hash of its header')
  assert(header.firstEvent === after.nextEvent, `it begins with event ${header.firstEvent}, ${after.nextEvent} was next`)
}

/** Its events, checked against the header. */
export function eventsOf(sealed: Pick<SealedBatch, 'header' | 'events'>): { readonly events: readonly Event[] } {
  const { events, ends } = decodeEvents(sealed.events)
  assert(events.length === sealed.header.eventCount, `it holds ${events.length} events, its header says ${sealed.header.eventCount}`)
  const leaves = leavesOf(sealed.events, ends)
  assert(equalHashes(rootOf(sha256, leaves), sealed.header.eventsRoot), 'its events do not have the root that its header says')
  return { events }
}

/** "VTBATCH1", seven numbers of 8 bytes, highest byte first, then the three hashes: 160 bytes. */
export function headerBytes(header: BatchHeader): Uint8Array {
  const bytes = new Uint8Array(MAGIC.length + 7 * 8 + 3 * HASH_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(MAGIC, 0)
  const { batch, firstEvent, eventCount, marketTime, wallTime, epoch, schema } = header
  ;[batch, firstEvent, eventCount, marketTime, wallTime, epoch, schema].forEach((number, at) => {
    view.setBigInt64(MAGIC.length + at * 8, BigInt(number))
  })
  bytes.set(header.eventsRoot, MAGIC.length + 56)
  bytes.set(header.previousHash, MAGIC.length + 56 + HASH_BYTES)
  bytes.set(header.snapshotHash, MAGIC.length + 56 + 2 * HASH_BYTES)
  return bytes
}

function leavesOf(bytes: Uint8Array, ends: readonly number[]): readonly Hash[] {
  return slices(bytes, ends).map((event) => leafHash(sha256, event))
}

function slices(bytes: Uint8Array, ends: readonly number[]): readonly Uint8Array[] {
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end))
}
