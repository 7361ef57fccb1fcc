/**
 * How an event is written in the journal: a byte for its kind, then its fields in a fixed order. Written for ever - a
 * kind's number and layout never change, new kinds go to the end - so that any journal can be read by any later
 * program. docs/domain/journal-format.md is the same in words; golden bytes in the tests hold both still.
 */
import { assert } from '@veritick/domain'
import {
  ByteReader,
  ByteWriter,
  type Codec,
  decode,
  encode,
  flag,
  natural,
  oneOf,
  optional,
  record,
  reference,
} from './bytes.ts'
import type { DepositCategory } from './commands.ts'
import type { Event, EventKind } from './events.ts'
import {
  account,
  accountKind,
  conversionEvidence,
  feeType,
  instrumentTerms,
  moment,
  money,
  pendingKind,
  price,
  quoteEvidence,
  side,
  size,
  WORDS,
} from './fields.ts'

/** A kind's number is its place here, counted from 1. Append only. */
export const EVENT_KINDS = [
  'instrument_set',
  'fee_type_set',
  'account_opened',
  'account_frozen',
  'credited',
  'withdrawal_locked',
  'withdrawal_settled',
  'order_placed',
  'order_opened',
  'stops_set',
  'order_cancelled',
  'order_closed',
  'order_financed',
  'rollover_done',
  'margin_notice',
  'stopped_out',
  'balance_protected',
  'demo_reset',
  'order_amended',
  'order_split',
] as const satisfies readonly EventKind[]

/** One event as the journal holds it. */
export function encodeEvent(event: Event): Uint8Array {
  return encode(eventCodec, event)
}

/** Throws on bytes that `encodeEvent` cannot have written: a damaged journal. */
export function decodeEvent(bytes: Uint8Array): Event {
  return decode(eventCodec, bytes)
}

/** All events in one run of bytes, and where each ends: the leaves of a batch. */
export function encodeEvents(events: readonly Event[]): {
  readonly bytes: Uint8Array
  readonly ends: readonly number[]
} {
  const out = new ByteWriter()
  const ends = events.map((event) => {
    eventCodec.write(out, event)
    return out.size()
  })
  return { bytes: out.bytes(), ends }
}

/** Reads what `encodeEvents` wrote, to the last byte. Throws on anything else. */
export function decodeEvents(bytes: Uint8Array): {
  readonly events: readonly Event[]
  readonly ends: readonly number[]
} {
  const from = new ByteReader(bytes)
  const events: Event[] = []
  const ends: number[] = []
  while (!from.ended()) {
    events.push(eventCodec.read(from))
    ends.push(from.at())
  }
  return { events, ends }
}

/**
 * Where each event of a run ends, one after the other, so that a caller can rest between them. Throws like
 * `decodeEvents`.
 */
export function* eventEnds(bytes: Uint8Array): Generator<number> {
  const from = new ByteReader(bytes)
  while (!from.ended()) {
    eventCodec.read(from)
    yield from.at()
  }
}

type Fields<Kind extends EventKind> = Omit<Extract<Event, { kind: Kind }>, 'kind'>

/** The layout behind the byte of the kind. The order of the lines is the order of the bytes. */
const LAYOUTS: { readonly [Kind in EventKind]: Codec<Fields<Kind>> } = {
  instrument_set: record<Fields<'instrument_set'>>({ at: moment, terms: instrumentTerms }),
  fee_type_set: record<Fields<'fee_type_set'>>({ at: moment, feeType }),
  account_opened: record<Fields<'account_opened'>>({ at: moment, account, accountKind, granted: money }),
  account_frozen: record<Fields<'account_frozen'>>({ at: moment, account, frozen: flag }),
  credited: record<Fields<'credited'>>({
    at: moment,
    account,
    category: oneOf<DepositCategory>(WORDS.category),
    amount: money,
    reference,
  }),
  withdrawal_locked: record<Fields<'withdrawal_locked'>>({ at: moment, account, amount: money, reference }),
  withdrawal_settled: record<Fields<'withdrawal_settled'>>({
    at: moment,
    account,
    amount: money,
    reference,
    paid: flag,
  }),
  order_placed: record<Fields<'order_placed'>>({
    at: moment,
    order: natural,
    account,
    instrument: natural,
    side,
    pending: pendingKind,
    lots: size,
    leverage: natural,
    target: price,
    stopLoss: optional(price),
    takeProfit: optional(price),
    quote: quoteEvidence,
    request: reference,
  }),
  order_opened: record<Fields<'order_opened'>>({
    at: moment,
    order: natural,
    account,
    previous: optional(natural),
    instrument: natural,
    terms: natural,
    side,
    lots: size,
    leverage: natural,
    price,
    margin: money,
    fee: money,
    feeType,
    stopLoss: optional(price),
    takeProfit: optional(price),
    pending: flag,
    reference: optional(price),
    quote: quoteEvidence,
    conversion: conversionEvidence,
    request: reference,
  }),
  stops_set: record<Fields<'stops_set'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    stopLoss: optional(price),
    takeProfit: optional(price),
    request: reference,
  }),
  order_cancelled: record<Fields<'order_cancelled'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    reason: oneOf(WORDS.cancelReason),
    request: optional(reference),
  }),
  order_closed: record<Fields<'order_closed'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    instrument: natural,
    price,
    profit: money,
    reason: oneOf(WORDS.closeReason),
    reference: optional(price),
    quote: quoteEvidence,
    conversion: conversionEvidence,
    request: optional(reference),
  }),
  order_financed: record<Fields<'order_financed'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    instrument: natural,
    amount: money,
    nights: natural,
    quote: quoteEvidence,
    conversion: conversionEvidence,
  }),
  rollover_done: record<Fields<'rollover_done'>>({ at: moment }),
  margin_notice: record<Fields<'margin_notice'>>({
    at: moment,
    account,
    level: oneOf(WORDS.level),
    armed: flag,
    equity: money,
    marginUsed: money,
  }),
  stopped_out: record<Fields<'stopped_out'>>({
    at: moment,
    account,
    equity: money,
    marginUsed: money,
    instrument: natural,
    seq: natural,
  }),
  balance_protected: record<Fields<'balance_protected'>>({ at: moment, account, amount: money }),
  demo_reset: record<Fields<'demo_reset'>>({ at: moment, account, granted: money, request: reference }),
  order_amended: record<Fields<'order_amended'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    instrument: natural,
    target: price,
    stopLoss: optional(price),
    takeProfit: optional(price),
    quote: quoteEvidence,
    request: reference,
  }),
  order_split: record<Fields<'order_split'>>({
    at: moment,
    order: natural,
    account,
    previous: natural,
    part: natural,
    lots: size,
    margin: money,
    fee: money,
    swap: money,
    request: reference,
  }),
}

export const eventCodec: Codec<Event> = {
  write(out, event) {
    out.byte(EVENT_KINDS.indexOf(event.kind) + 1)
    layoutOf(event.kind).write(out, event)
  },
  read(from) {
    const number = from.byte()
    const kind = EVENT_KINDS[number - 1]
    assert(kind !== undefined, `no kind of event has number ${number}`)
    // The layout is the kind's own, so its fields are exactly that kind's.
    return { kind, ...layoutOf(kind).read(from) } as Event
  },
}

/** The compiler can't follow which layout goes with which event through the table; the key says it. */
function layoutOf(kind: EventKind): Codec<object> {
  return LAYOUTS[kind] as Codec<object>
}
