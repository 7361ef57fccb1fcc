/**
 * A receipt as facts: each event of the order with its figures, from the readable form of the proof. This file checks
 * no hashes; the offline verifier does, and shares no code with it.
 */
import { moneyText, priceText, type WireReceipt } from '@veritick/contract'
import { type LotUnits, type Millis, micros, millis, points } from '@veritick/domain'
import { costShown } from '../../format/decimals.ts'

/** The events that are shown. Unknown events of a later version are only in the downloaded file. */
export const SHOWN = [
  'instrument_set',
  'order_placed',
  'order_opened',
  'stops_set',
  'order_amended',
  'order_split',
  'order_financed',
  'order_cancelled',
  'stopped_out',
  'order_closed',
] as const
export type ShownKind = (typeof SHOWN)[number]

/** `label` is a key of the locale section; `off`: a level that is not set. */
export type Fact = { readonly label: FactLabel } & (
  | { readonly kind: 'money' | 'text'; readonly value: string }
  /** As on the wire; bid and ask are two. */
  | { readonly kind: 'price'; readonly values: readonly string[] }
  | { readonly kind: 'whole'; readonly value: number }
  | { readonly kind: 'lots'; readonly value: LotUnits }
  | { readonly kind: 'reason'; readonly value: string; readonly cancelled: boolean }
  | { readonly kind: 'off' }
)
export type FactLabel =
  | 'price'
  | 'target'
  | 'lots'
  | 'quote'
  | 'bid_ask'
  | 'margin'
  | 'fee'
  | 'profit'
  | 'amount'
  | 'equity'
  | 'stop_loss'
  | 'take_profit'
  | 'reason'
  | 'version'
  | 'contract'

export type Step = {
  readonly kind: ShownKind
  readonly sequence: number
  readonly batch: number
  readonly batchHash: string
  readonly at: Millis
  readonly facts: readonly Fact[]
  /** Number of hashes between the bytes of the event and the tree head. */
  readonly hashes: number
}

/** The shown events in the order of the journal. */
export function stepsOf(receipt: WireReceipt, precision: number): readonly Step[] {
  return receipt.batches.flatMap((batch) =>
    batch.events.flatMap((entry): Step[] => {
      const kind = SHOWN.find((each) => each === entry.event.kind)
      if (kind === undefined) return []
      const hashes = entry.path.length + batch.path.length
      const at = millis(whole(entry.event.at) ?? batch.header.market_time)
      const facts = factsOf(kind, entry.event, precision)
      return [{ kind, sequence: entry.sequence, batch: batch.header.batch, batchHash: batch.hash, at, facts, hashes }]
    }),
  )
}

export type Traded = {
  readonly code: string
  readonly side: 'buy' | 'sell'
  readonly lots: LotUnits
  readonly leverage: number
}

/** The order that the receipt proves, by its first event; `undefined` where the receipt does not name all of it. */
export function tradedOf(receipt: WireReceipt): Traded | undefined {
  const events = receipt.batches.flatMap((batch) => batch.events.map(({ event }) => event))
  const { code } = record(events.find(({ kind }) => kind === 'instrument_set')?.terms)
  const begun = events.find(({ kind }) => kind === 'order_placed' || kind === 'order_opened')
  const [lots, leverage] = [whole(begun?.lots), whole(begun?.leverage)]
  const side = begun?.side
  if (typeof code !== 'string' || (side !== 'buy' && side !== 'sell')) return undefined
  return lots === undefined || leverage === undefined ? undefined : { code, side, lots: lots as LotUnits, leverage }
}

/** The file that `npm run verify` reads, byte for byte. */
export function receiptFile(receipt: WireReceipt): { readonly name: string; readonly text: string } {
  return { name: `veritick-receipt-${receipt.order}.json`, text: `${JSON.stringify(receipt, null, 2)}\n` }
}

type Fields = { readonly [name: string]: unknown }

function factsOf(kind: ShownKind, event: Fields, precision: number): readonly Fact[] {
  const price = (label: FactLabel, value: unknown): Fact[] => {
    const found = whole(value)
    return found === undefined ? [] : [{ label, kind: 'price', values: [priceText(points(found), precision)] }]
  }
  const level = (label: FactLabel, value: unknown): Fact[] =>
    whole(value) === undefined ? [{ label, kind: 'off' }] : price(label, value)
  const money = (label: FactLabel, value: unknown): Fact[] => {
    const found = whole(value)
    return found === undefined ? [] : [{ label, kind: 'money', value: moneyText(micros(found)) }]
  }
  const lots = (value: unknown): Fact[] =>
    whole(value) === undefined ? [] : [{ label: 'lots', kind: 'lots', value: whole(value) as LotUnits }]
  const text = (label: FactLabel, value: unknown): Fact[] =>
    value === undefined || value === null ? [] : [{ label, kind: 'text', value: String(value) }]
  const levels = () => [...level('stop_loss', event.stopLoss), ...level('take_profit', event.takeProfit)]
  const quote = (): Fact[] => {
    const found = record(event.quote)
    const [bid, ask] = [whole(found.bid), whole(found.ask)]
    if (bid === undefined || ask === undefined) return []
    const values = [priceText(points(bid), precision), priceText(points(ask), precision)]
    return [...text('quote', `#${String(found.seq)}`), { label: 'bid_ask', kind: 'price', values }]
  }
  const reason = (cancelled: boolean): Fact[] =>
    typeof event.reason === 'string' ? [{ label: 'reason', kind: 'reason', value: event.reason, cancelled }] : []

  switch (kind) {
    case 'instrument_set': {
      const terms = record(event.terms)
      const contract = whole(terms.contractSize)
      return [
        ...text('version', terms.version),
        ...(contract === undefined ? [] : [{ label: 'contract', kind: 'whole', value: contract } as const]),
      ]
    }
    case 'order_placed':
      return [...lots(event.lots), ...price('target', event.target), ...levels(), ...quote()]
    case 'order_amended':
      return [...price('target', event.target), ...levels(), ...quote()]
    case 'order_split':
      return [...lots(event.lots), ...money('margin', event.margin), ...feeFact(event.fee)]
    case 'order_opened':
      return [
        ...lots(event.lots),
        ...price('price', event.price),
        ...quote(),
        ...money('margin', event.margin),
        ...feeFact(event.fee),
        ...levels(),
      ]
    case 'stops_set':
      return levels()
    case 'order_financed':
      return [...money('amount', event.amount), ...quote()]
    case 'order_cancelled':
      return reason(true)
    case 'stopped_out':
      return [...money('equity', event.equity), ...money('margin', event.marginUsed)]
    case 'order_closed':
      return [...price('price', event.price), ...quote(), ...money('profit', event.profit), ...reason(false)]
  }
}

/** A fee has the sign of its effect on the balance. */
function feeFact(value: unknown): Fact[] {
  const found = whole(value)
  if (found === undefined) return []
  return [{ label: 'fee', kind: 'money', value: moneyText(costShown(micros(found), true)) }]
}

function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
