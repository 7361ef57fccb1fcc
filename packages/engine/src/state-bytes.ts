/**
 * The durable state as plain data, and its one canonical encoding. Both engines describe themselves with it, so equal
 * bytes mean equal state: the simulator compares them, a snapshot stores them, the state hash is taken over them. Live
 * quotes and market status are left out; what a journal replay brings back is all there is. The layout has a version,
 * so that an old one is never read as a new one.
 */

import type {
  FeeType,
  InstrumentId,
  InstrumentTerms,
  LotUnits,
  Micros,
  Millis,
  PendingKind,
  Points,
  Side,
} from '@veritick/domain'
import { assert } from '@veritick/domain'
import { ByteReader, ByteWriter, type Codec, flag, list, natural, oneOf, optional, record, reference } from './bytes.ts'
import type { AccountId, AccountKind, OrderId, RequestId } from './commands.ts'
import type { ConversionEvidence, QuoteEvidence, Sequence } from './events.ts'
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
} from './fields.ts'
import { large } from './large.ts'
import type { Book } from './ledger.ts'

/** Rises with every change of the layout; a snapshot of another version is not read. */
export const STATE_LAYOUT = 5

export type DurableState = {
  /** Events applied since the beginning. */
  readonly sequence: number
  /** The id that the next order gets. */
  readonly orderNext: OrderId
  readonly feeType: FeeType
  readonly lastRollover: Millis | undefined
  readonly demo: Book
  readonly real: Book
  /** Ordered by id. */
  readonly instruments: readonly DurableInstrument[]
  /** Ordered by id. */
  readonly accounts: readonly DurableAccount[]
  /** Pending ones and holdings, by id. Ended orders are not kept. */
  readonly orders: readonly DurableOrder[]
  /** Ordered by reference. */
  readonly transfers: readonly DurableTransfer[]
}

export type DurableInstrument = {
  readonly terms: InstrumentTerms
  /** The quote that the newest event of an order of this instrument named (placed, opened, closed, financed). */
  readonly quote: QuoteEvidence | undefined
  /** The rate that the newest such event named. `order_placed` names none and leaves it. */
  readonly conversion: ConversionEvidence | undefined
}

export type DurableAccount = {
  readonly account: AccountId
  readonly accountKind: AccountKind
  readonly frozen: boolean
  /**
   * The notice at level 100 may be given; false since it was, until the level has recovered. A new account is armed.
   */
  readonly armedCall: boolean
  /** The same as `armedCall`, for the warning at 75. */
  readonly armedWarning: boolean
  readonly balance: Micros
  readonly locked: Micros
  /** Value at the opening of all positions that have closed, in micro-dollars; it stays at MONEY_MAX. */
  readonly traded: Micros
}

export type DurableOrder = {
  readonly order: OrderId
  readonly account: AccountId
  readonly instrument: InstrumentId
  /** The newest event of the order, which its next one names. */
  readonly lastEvent: Sequence
  readonly side: Side
  /** The pending part of an order; `undefined` for a position, also for one that was pending before. */
  readonly pending: PendingKind | undefined
  readonly lots: LotUnits
  readonly leverage: number
  /** Target of a pending order, fill price of a holding. */
  readonly price: Points
  readonly stopLoss: Points | undefined
  readonly takeProfit: Points | undefined
  readonly placedAt: Millis
  /**
   * The request that placed the order; kept while it is pending, because the opening names it. `undefined` of a
   * holding.
   */
  readonly request: RequestId | undefined
  /**
   * The event that gave a pending order its target. Orders that one quote reaches enter in this order. `undefined` of a
   * holding.
   */
  readonly targetSet: Sequence | undefined
  /** `undefined` of a pending order. */
  readonly opening: DurableOpening | undefined
}

/** The fields of a holding that a pending order lacks. */
export type DurableOpening = {
  readonly at: Millis
  readonly margin: Micros
  readonly fee: Micros
  /** Sum of the financing so far, signed as the customer sees it. */
  readonly swap: Micros
  readonly quote: QuoteEvidence
  readonly conversion: ConversionEvidence
  /** Limit or stop, as at the placement; `undefined` of a market order. */
  readonly pending: PendingKind | undefined
  /** The target of a pending order, the price that the customer saw for a market order if told. */
  readonly reference: Points | undefined
}

/** A reference is used once, for one kind of transfer. */
export type DurableTransfer = {
  readonly reference: RequestId
  readonly account: AccountId
  readonly state: 'credited' | 'locked' | 'settled'
  /** The requested amount of the credit or the withdrawal. */
  readonly amount: Micros
}

/**
 * The canonical bytes: equal for equal states, independent of the order of the lists. The first value is the layout's
 * version.
 */
export function encodeState(state: DurableState): Uint8Array {
  const out = new ByteWriter()
  writeStateHead(out, state)
  accounts.write(
    out,
    sorted(state.accounts, (each) => each.account),
  )
  orders.write(
    out,
    sorted(state.orders, (each) => each.order),
  )
  writeTransfers(out, state.transfers)
  return out.bytes()
}

/** The part of a state before its accounts, orders and transfers. */
export type StateHead = Omit<DurableState, 'accounts' | 'orders' | 'transfers'>

/** Writes the layout number and the head, instruments by number. */
export function writeStateHead(out: ByteWriter, head: StateHead): void {
  natural.write(out, STATE_LAYOUT)
  headCodec.write(out, { ...head, instruments: sorted(head.instruments, (each) => each.terms.id) })
}

/** Writes the transfers by reference. They are the last part of the bytes of a state. */
export function writeTransfers(out: ByteWriter, made: readonly DurableTransfer[]): void {
  transfers.write(
    out,
    sorted(made, (each) => each.reference),
  )
}

/** Throws on another layout. */
export function readStateHead(from: ByteReader): StateHead {
  const layout = natural.read(from)
  assert(layout === STATE_LAYOUT, `the state has layout ${layout}, this program knows ${STATE_LAYOUT}`)
  return headCodec.read(from)
}

/** They end the bytes; throws where more follow. */
export function readTransfers(from: ByteReader): readonly DurableTransfer[] {
  const read = transfers.read(from)
  assert(from.ended(), `${from.at()} bytes were read, more follow`)
  return read
}

/** Throws on bytes that `encodeState` cannot have written: a damaged snapshot, or one of another layout. */
export function decodeState(bytes: Uint8Array): DurableState {
  const from = new ByteReader(bytes)
  const head = readStateHead(from)
  return { ...head, accounts: accounts.read(from), orders: orders.read(from), transfers: readTransfers(from) }
}

const amount = large
export const bookCodec: Codec<Book> = record<Book>({
  clientBalance: amount,
  clientLocked: amount,
  trading: amount,
  fees: amount,
  financing: amount,
  cashIn: amount,
  cashOut: amount,
  rewards: amount,
  adjustments: amount,
  protection: amount,
  demoMint: amount,
})

const opening: Codec<DurableOpening> = record<DurableOpening>({
  at: moment,
  margin: money,
  fee: money,
  swap: money,
  quote: quoteEvidence,
  conversion: conversionEvidence,
  pending: optional(pendingKind),
  reference: optional(price),
})

const headCodec: Codec<StateHead> = record<StateHead>({
  sequence: natural,
  orderNext: natural,
  feeType,
  lastRollover: optional(moment),
  demo: bookCodec,
  real: bookCodec,
  instruments: list(
    record<DurableInstrument>({
      terms: instrumentTerms,
      quote: optional(quoteEvidence),
      conversion: optional(conversionEvidence),
    }),
  ),
})

export const durableAccount: Codec<DurableAccount> = record<DurableAccount>({
  account,
  accountKind,
  frozen: flag,
  armedCall: flag,
  armedWarning: flag,
  balance: money,
  locked: money,
  traded: money,
})

/** The fast engine reads and writes it without this codec (fast/state-run.ts). */
const durableOrder: Codec<DurableOrder> = record<DurableOrder>({
  order: natural,
  account,
  instrument: natural,
  lastEvent: natural,
  side,
  pending: optional(pendingKind),
  lots: size,
  leverage: natural,
  price,
  stopLoss: optional(price),
  takeProfit: optional(price),
  placedAt: moment,
  request: optional(reference),
  targetSet: optional(natural),
  opening: optional(opening),
})

const accounts = list(durableAccount)
const orders = list(durableOrder)
export const durableTransfer: Codec<DurableTransfer> = record<DurableTransfer>({
  reference,
  account,
  state: oneOf<DurableTransfer['state']>(['credited', 'locked', 'settled']),
  amount: money,
})
const transfers = list(durableTransfer)

function sorted<T, Key extends number | string>(items: readonly T[], keyOf: (item: T) => Key): readonly T[] {
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
