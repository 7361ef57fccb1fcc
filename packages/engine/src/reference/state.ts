/**
 * The state of the reference engine: objects in Maps, nothing derived. Only `evolve` and the two market commands change
 * it.
 */
import type { FeeType, InstrumentId, Micros, Millis } from '@veritick/domain'
import type { AccountId, MarketStatus, OrderId, RequestId } from '../commands.ts'
import type { QuoteEvidence } from '../events.ts'
import { type Book, EMPTY_BOOK } from '../ledger.ts'
import type { DurableAccount, DurableInstrument, DurableOrder, DurableState, DurableTransfer } from '../state-bytes.ts'

export type Instrument = DurableInstrument & {
  readonly status: MarketStatus
  /** Open, or closed and open when its session ended. False after a start, until it is open. */
  readonly isConfirmed: boolean
  /** Of the newest `market` command. */
  readonly worthMax: Micros | undefined
  /**
   * The newest quote that the feed gave since this process started, including older quotes that the feed gave again.
   */
  readonly liveQuote: QuoteEvidence | undefined
}

export type Account = DurableAccount
export type Order = DurableOrder
export type Transfer = DurableTransfer

export type State = {
  sequence: number
  orderNext: OrderId
  feeType: FeeType
  lastRollover: Millis | undefined
  books: { demo: Book; real: Book }
  readonly instruments: Map<InstrumentId, Instrument>
  readonly accounts: Map<AccountId, Account>
  readonly orders: Map<OrderId, Order>
  readonly transfers: Map<RequestId, Transfer>
}

/** Before the first event. */
export function emptyState(): State {
  return {
    sequence: 0,
    orderNext: 1,
    feeType: 1,
    lastRollover: undefined,
    books: { demo: EMPTY_BOOK, real: EMPTY_BOOK },
    instruments: new Map(),
    accounts: new Map(),
    orders: new Map(),
    transfers: new Map(),
  }
}

/** Everything that must survive a restart. Quotes of the feed and market status are not part of it. */
export function durableOf(state: State): DurableState {
  const { sequence, orderNext, feeType, lastRollover, books } = state
  const instruments = [...state.instruments.values()].map(({ terms, quote, conversion }) => ({
    terms,
    quote,
    conversion,
  }))
  return {
    sequence,
    orderNext,
    feeType,
    lastRollover,
    demo: books.demo,
    real: books.real,
    instruments,
    accounts: [...state.accounts.values()],
    orders: [...state.orders.values()],
    transfers: [...state.transfers.values()],
  }
}

/** An instrument before the feed says anything of it. */
export const UNKNOWN = { status: 'closed', isConfirmed: false, worthMax: undefined, liveQuote: undefined } as const

/** The state of a snapshot. Every instrument is closed and has no live quote. */
export function stateFrom(durable: DurableState): State {
  return {
    sequence: durable.sequence,
    orderNext: durable.orderNext,
    feeType: durable.feeType,
    lastRollover: durable.lastRollover,
    books: { demo: durable.demo, real: durable.real },
    instruments: new Map(durable.instruments.map((each) => [each.terms.id, { ...each, ...UNKNOWN }])),
    accounts: new Map(durable.accounts.map((each) => [each.account, each])),
    orders: new Map(durable.orders.map((each) => [each.order, each])),
    transfers: new Map(durable.transfers.map((each) => [each.reference, each])),
  }
}

/** Oldest first. */
export function ordersOf(state: State, keep: (order: Order) => boolean): Order[] {
  return [...state.orders.values()].filter(keep).sort((a, b) => a.order - b.order)
}
