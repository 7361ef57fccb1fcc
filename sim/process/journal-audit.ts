/**
 * Every batch at the moment at which it becomes durable: chain, hashes, tree (RFC 9162), snapshot hash, and that its
 * bytes hold exactly what its writer decided next. Bytes are read by the offline verifier's decoder, which was written
 * from docs/domain/journal-format.md and shares no code with the server.
 */
import { hash } from 'node:crypto'
import type { Event } from '@veritick/engine'
import { type Field, type Fields, Reader, readEvent } from '@veritick/verify'
import { sameBytes } from '../same.ts'
import type { JournalRow } from './tables.ts'

/** A request whose answer a batch keeps. */
export type KeptRequest = { readonly key: string; readonly content: string }

const ZEROS = new Uint8Array(32)

export class JournalAudit {
  private hash: Uint8Array = ZEROS
  private nextEvent = 1
  private batches = 0
  private epoch = 0
  /** The leaf of each batch. */
  private readonly leaves: Uint8Array[] = []
  /** Perfect subtrees of the first `grown` leaves, the largest first. */
  private readonly edge: { readonly hash: Uint8Array; readonly size: number }[] = []
  private grown = 0

  /** The fault, or `undefined`. `stateHash`: SHA-256 of the state at the end of the batch before. */
  row(row: JournalRow, writer: { readonly epoch: number; readonly stateHash: () => Uint8Array }): string | undefined {
    if (row.batch !== this.batches + 1) return `batch ${row.batch} follows batch ${this.batches}`
    if (row.first_event !== this.nextEvent) return `it begins with event ${row.first_event}, ${this.nextEvent} was next`
    if (!sameBytes(row.previous_hash, this.hash)) return 'its previous hash is not the hash of the batch before'
    if (!sameBytes(sha256(row.events, row.requests), row.body_hash)) return 'its body does not have its hash'
    if (!sameBytes(sha256(headerOf(row)), row.hash)) return 'its header does not have its hash'
    if (row.epoch !== writer.epoch || row.epoch < this.epoch)
      return `epoch ${row.epoch} wrote it, the fence stands at ${writer.epoch}`
    if (!sameBytes(row.snapshot_hash, ZEROS) && !sameBytes(row.snapshot_hash, writer.stateHash()))
      return 'it carries the hash of another state than that of the batch before'
    this.batches = row.batch
    this.hash = row.hash
    this.epoch = row.epoch
    this.nextEvent += row.event_count
    return this.tree(row)
  }

  /** The events of a batch that the writer decided are these, in this order, with nothing left out. */
  events(row: JournalRow, decided: readonly Event[]): string | undefined {
    const reader = new Reader(row.events)
    const leaves: Uint8Array[] = []
    for (let at = 0; at < row.event_count; at++) {
      const start = reader.place()
      const fields = readEvent(reader)
      leaves.push(sha256(ZERO, row.events.subarray(start, reader.place())))
      const event = decided[at]
      if (event === undefined) return `it holds ${String(fields.kind)}, which was not decided`
      if (!isSame(event, fields))
        return `event ${at + 1} is ${JSON.stringify(fields)}, decided was ${JSON.stringify(event)}`
    }
    if (!reader.ended()) return 'bytes follow after its last event'
    this.leaves.push(sha256(ZERO, row.hash, rootOf(leaves)))
    return undefined
  }

  /** Throws on bytes that are no requests. */
  requests(row: JournalRow): readonly KeptRequest[] {
    const reader = new Reader(row.requests)
    const found: KeptRequest[] = []
    while (!reader.ended()) {
      const [key, content] = [hex(reader.take(16)), hex(reader.take(32))]
      reader.take(reader.natural())
      found.push({ key, content })
    }
    return found
  }

  private tree({ tree_size: size, tree_root: root }: JournalRow): string | undefined {
    if (size < this.grown || size > this.leaves.length) return `it carries a tree of ${size} batches`
    for (const leaf of this.leaves.slice(this.grown, size)) this.join(leaf)
    this.grown = size
    return sameBytes(this.root(), root)
      ? undefined
      : `the root that it carries is not that of the first ${size} batches`
  }

  private join(leaf: Uint8Array): void {
    let joined = { hash: leaf, size: 1 }
    for (let last = this.edge.at(-1); last?.size === joined.size; last = this.edge.at(-1)) {
      this.edge.pop()
      joined = { hash: sha256(ONE, last.hash, joined.hash), size: 2 * joined.size }
    }
    this.edge.push(joined)
  }

  private root(): Uint8Array {
    let root: Uint8Array | undefined
    for (const { hash } of this.edge.toReversed()) root = root === undefined ? hash : sha256(ONE, hash, root)
    return root ?? sha256()
  }
}

const ZERO = Uint8Array.of(0)
const ONE = Uint8Array.of(1)

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256()
  const [only] = leaves
  if (leaves.length === 1 && only !== undefined) return only
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(ONE, rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  return hash('sha256', bytes, 'buffer')
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

const NUMBERS = [
  ...['batch', 'first_event', 'event_count', 'event_bytes', 'request_count'],
  ...['market_time', 'wall_time', 'epoch', 'schema', 'tree_size'],
]
const HASHES = ['body_hash', 'previous_hash', 'snapshot_hash', 'tree_root']

function headerOf(row: JournalRow): Uint8Array {
  const bytes = Buffer.alloc(8 + NUMBERS.length * 8 + HASHES.length * 32)
  bytes.write('VTBATCH2', 0, 'ascii')
  NUMBERS.forEach((name, at) => void bytes.writeBigUInt64BE(BigInt(row[name] as number), 8 + at * 8))
  HASHES.forEach((name, at) => void bytes.set(row[name] as Uint8Array, 8 + NUMBERS.length * 8 + at * 32))
  return bytes
}

/** True if the decoder read the decided values; the decoder says null where a field is missing. */
function isSame(decided: object, read: Fields): boolean {
  for (const name in read) if (!isSameField((decided as Record<string, unknown>)[name], read[name])) return false
  for (const name in decided)
    if ((decided as Record<string, unknown>)[name] !== undefined && read[name] === undefined) return false
  return true
}

function isSameField(decided: unknown, read: Field | undefined): boolean {
  if (decided === read) return true
  if (decided === undefined) return read === null
  if (typeof decided !== 'object' || decided === null || typeof read !== 'object' || read === null) return false
  return isSame(decided, read as Fields)
}
