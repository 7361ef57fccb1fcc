/** Receipts whose hashes are all right, around any events: what only the story of the order can find wrong. */
import { accountId, lotUnits, micros, must, points } from '@veritick/domain'
import { type Event, type EventOf, encodeEvents, Frontier, inclusionProof, leafHash as leafOf } from '@veritick/engine'
import { type Receipt, receiptText, shownBatch } from '../../apps/server/src/core/receipt.ts'
import { CHAIN_START, headAfter, NO_SNAPSHOT_HASH, sealBatch, sha256 } from '../../apps/server/src/journal/batch.ts'
import { BatchTree, eventsRootOf } from '../../apps/server/src/journal/batch-tree.ts'
import { EURUSD, NOON, requestKey } from '../crash/world.ts'

export const TERMS: Event = { kind: 'instrument_set', at: NOON, terms: EURUSD }
export const DOLLARS = { numerator: 1, denominator: 1, instrument: 0, seq: 0 }
export const QUOTE = { seq: 9, bid: points(139_300), ask: points(139_308), time: NOON }
/** 0.10 lots bought at `QUOTE`, with nothing wrong. */
export const OPENED: EventOf<'order_opened'> = {
  kind: 'order_opened',
  at: NOON,
  order: 1,
  account: accountId(7),
  previous: undefined,
  instrument: 1,
  terms: 1,
  side: 'buy',
  lots: lotUnits(1_000),
  leverage: 30,
  price: points(139_308),
  margin: micros(464_333_334),
  fee: micros(350_000),
  feeType: 1,
  stopLoss: points(139_000),
  takeProfit: undefined,
  pending: false,
  reference: undefined,
  quote: QUOTE,
  conversion: DOLLARS,
  request: requestKey('k'),
}

/** `order`: the one that the receipt is about. */
export function forged(events: readonly Event[], order = 1): Uint8Array {
  const empty = new BatchTree(new Frontier(sha256))
  const tree = new BatchTree(new Frontier(sha256))
  const content = { requests: [], marketTime: NOON, wallTime: NOON, epoch: 1, snapshotHash: NO_SNAPSHOT_HASH }
  const carried = (each: BatchTree) => ({ treeSize: each.size, treeRoot: each.root, treeNodes: new Uint8Array() })
  const sealed = sealBatch(CHAIN_START, { ...content, events: encodeEvents(events), ...carried(empty) })
  const { events: bytes, ends } = sealed
  const eventsRoot = eventsRootOf(bytes, ends)
  tree.add({ hash: sealed.hash, eventsRoot })
  tree.grow()
  const carrier = sealBatch(headAfter(sealed), { ...content, events: encodeEvents([]), ...carried(tree) })
  const raw = ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end))
  const leaves = raw.map((each) => leafOf(sha256, each))
  const hex = (each: Uint8Array) => Buffer.from(each).toString('hex')
  const plain = (value: unknown): Receipt['batches'][number]['events'][number]['event'] =>
    JSON.parse(JSON.stringify(value, (_, field) => (field === undefined ? null : field)))
  const batch = {
    ...shownBatch(sealed),
    events_root: hex(eventsRoot),
    path: [],
    events: events.map((event, at) => ({
      sequence: at + 1,
      bytes: hex(must(raw[at], 'bytes')),
      event: plain(event),
      path: inclusionProof(sha256, leaves, at).map(hex),
    })),
  }
  const receipt = {
    format: 'veritick-receipt-2',
    order,
    head: tree.head(),
    carrier: shownBatch(carrier),
    batches: [batch],
  } as const
  return Buffer.from(receiptText(receipt))
}
