/**
 * The shape of a receipt file: exactly these names, these kinds of value, and one of the two ways of writing them down,
 * indented or in one line. The changes of editors and downloads are allowed: a final newline or none, Windows line
 * ends, and the envelope of the server's answer around it. A receipt that passes is safe to compute with.
 */
import type { Field, Fields } from './decode.ts'

export type EventPart = {
  readonly sequence: number
  readonly bytes: string
  readonly event: Fields
  readonly path: readonly string[]
}
export type Header = {
  readonly batch: number
  readonly first_event: number
  readonly event_count: number
  readonly event_bytes: number
  readonly request_count: number
  readonly market_time: number
  readonly wall_time: number
  readonly epoch: number
  readonly schema: number
  readonly tree_size: number
  readonly body_hash: string
  readonly previous_hash: string
  readonly snapshot_hash: string
  readonly tree_root: string
}
/** The batch whose header carries the head. */
export type CarrierPart = { readonly header: Header; readonly hash: string }
export type BatchPart = CarrierPart & {
  readonly events_root: string
  readonly path: readonly string[]
  readonly events: readonly EventPart[]
}
export type ReceiptFile = {
  readonly format: string
  readonly order: number
  readonly head: { readonly size: number; readonly root: string; readonly hash: string }
  readonly carrier: CarrierPart
  readonly batches: readonly BatchPart[]
}

/** The receipt, or a sentence that says where the file is not one. */
export function readReceipt(file: Uint8Array): ReceiptFile | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(file)
      .replaceAll('\r\n', '\n')
      .replace(/\n$/, '')
    const parsed: unknown = JSON.parse(text)
    const envelope = envelopeFrom(parsed)
    const receipt = receiptFrom(envelope === undefined ? parsed : envelope.data)
    const whole = envelope === undefined ? receipt : { ...envelope, data: receipt }
    const isWritten = text === JSON.stringify(whole, null, 2) || text === JSON.stringify(whole)
    return isWritten
      ? receipt
      : 'the file was changed after it was downloaded, such as by an editor: download it again (docs/domain/receipt.md)'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The answer of the server as it came: `{ code, msg, data }` of a call that succeeded. `undefined`: no envelope. */
function envelopeFrom(value: unknown): { readonly code: 1; readonly msg: string; readonly data: unknown } | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  const { code, msg, data } = named(value, 'the answer', ['code', 'msg', 'data'])
  if (code !== 1 || typeof msg !== 'string') throw new Error('the answer is a refusal, not a receipt')
  return { code, msg, data }
}

function receiptFrom(value: unknown): ReceiptFile {
  const names = ['format', 'order', 'head', 'carrier', 'batches']
  const { format, order, head, carrier, batches } = named(value, 'the receipt', names)
  if (format !== FORMAT) throw new Error(`format is "${String(format)}", this program reads "${FORMAT}"`)
  const { size, root, hash } = named(head, 'head', ['size', 'root', 'hash'])
  return {
    format,
    order: count(order, 'order'),
    head: { size: count(size, 'head.size'), root: hash32(root, 'head.root'), hash: hash32(hash, 'head.hash') },
    carrier: carrierFrom(named(carrier, 'carrier', ['header', 'hash']), 'carrier'),
    batches: list(batches, 'batches').map((batch, at) => batchFrom(batch, `batches[${at}]`)),
  }
}

const FORMAT = 'veritick-receipt-2'

function batchFrom(value: unknown, where: string): BatchPart {
  const found = named(value, where, ['header', 'hash', 'events_root', 'path', 'events'])
  return {
    ...carrierFrom(found, where),
    events_root: hash32(found.events_root, `${where}.events_root`),
    path: list(found.path, `${where}.path`).map((each, at) => hash32(each, `${where}.path[${at}]`)),
    events: list(found.events, `${where}.events`).map((event, at) => eventFrom(event, `${where}.events[${at}]`)),
  }
}

function carrierFrom({ header, hash }: { readonly [name: string]: unknown }, where: string): CarrierPart {
  const fields = named(header, `${where}.header`, [...HEADER_NUMBERS, ...HEADER_HASHES])
  const number = (name: (typeof HEADER_NUMBERS)[number]) => count(fields[name], `${where}.header.${name}`)
  const digest = (name: (typeof HEADER_HASHES)[number]) => hash32(fields[name], `${where}.header.${name}`)
  return {
    header: {
      batch: number('batch'),
      first_event: number('first_event'),
      event_count: number('event_count'),
      event_bytes: number('event_bytes'),
      request_count: number('request_count'),
      market_time: number('market_time'),
      wall_time: number('wall_time'),
      epoch: number('epoch'),
      schema: number('schema'),
      tree_size: number('tree_size'),
      body_hash: digest('body_hash'),
      previous_hash: digest('previous_hash'),
      snapshot_hash: digest('snapshot_hash'),
      tree_root: digest('tree_root'),
    },
    hash: hash32(hash, `${where}.hash`),
  }
}

function eventFrom(value: unknown, where: string): EventPart {
  const { sequence, bytes, event, path } = named(value, where, ['sequence', 'bytes', 'event', 'path'])
  if (typeof bytes !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(bytes))
    throw new Error(`${where}.bytes is not lower-case hex`)
  return {
    sequence: count(sequence, `${where}.sequence`),
    bytes,
    event: fieldsFrom(event, `${where}.event`),
    path: list(path, `${where}.path`).map((each, at) => hash32(each, `${where}.path[${at}]`)),
  }
}

const HEADER_NUMBERS = [
  'batch',
  'first_event',
  'event_count',
  'event_bytes',
  'request_count',
  'market_time',
  'wall_time',
  'epoch',
  'schema',
  'tree_size',
] as const
const HEADER_HASHES = ['body_hash', 'previous_hash', 'snapshot_hash', 'tree_root'] as const

function named(value: unknown, where: string, names: readonly string[]): { readonly [name: string]: unknown } {
  const found = recordFrom(value, where)
  const strange = Object.keys(found).find((name) => !names.includes(name))
  if (strange !== undefined) throw new Error(`${where} has a field "${strange}" that no receipt has`)
  const missing = names.find((name) => !(name in found))
  if (missing !== undefined) throw new Error(`${where}.${missing} is missing`)
  return found
}

function fieldsFrom(value: unknown, where: string): Fields {
  return Object.fromEntries(
    Object.entries(recordFrom(value, where)).map(([name, field]) => [name, fieldFrom(field, `${where}.${name}`)]),
  )
}

function fieldFrom(value: unknown, where: string): Field {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value
  if (Array.isArray(value)) return value.map((each, at) => fieldFrom(each, `${where}[${at}]`))
  return fieldsFrom(value, where)
}

function recordFrom(value: unknown, where: string): { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where} is not a record`)
  return { ...value }
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${where} is not a list`)
  return value
}

function count(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`${where} is not a natural number`)
  return value
}

function hash32(value: unknown, where: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value))
    throw new Error(`${where} is not a hash (64 lower-case hex digits)`)
  return value
}
