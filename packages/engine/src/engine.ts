/**
 * The interface of both engines, the reference engine and the fast engine. The same commands give the same events, the
 * same refusals and the same state bytes; a difference stops the simulator.
 */
import {
  type FeeType,
  type InstrumentId,
  type InstrumentTerms,
  type LotUnits,
  type Micros,
  type Millis,
  MONEY_MAX,
  type PendingKind,
  type Points,
  type Side,
  type TradingRefusal,
} from '@veritick/domain'
import type { AccountId, AccountKind, Command, MarketStatus, OrderId, RequestId } from './commands.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { ConversionEvidence, Event, QuoteEvidence, Sequence } from './events.ts'
import type { Book } from './ledger.ts'
import type { DurableState, DurableTransfer } from './state-bytes.ts'

/** Demo money of a new or reset demo account: 100,000 USD. */
export const DEMO_GRANT = 100_000_000_000 as Micros
/**
 * An account opens nothing where its balance and all that its positions can be worth at quotes to come might pass this:
 * eight billion USD. One deposit more, and each sum still stays below 2^53 micro-dollars (decision 104).
 */
export const EQUITY_MAX = (8 * MONEY_MAX) as Micros
/** Pending orders and holdings together that one account may have. */
export const ORDERS_PER_ACCOUNT_MAX = 500

export type Outcome =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly reason: TradingRefusal }

/** Orders of a list: `limit` of them after the first `offset`. */
export type OrdersPage = { readonly offset: number; readonly limit: number }

export type OrderView = {
  readonly order: OrderId
  readonly account: AccountId
  readonly instrument: InstrumentId
  readonly status: 'pending' | 'holding'
  readonly side: Side
  /** Limit or stop, also once it has filled; `undefined` of a market order. */
  readonly pending: PendingKind | undefined
  readonly lots: LotUnits
  readonly leverage: number
  /** Target of a pending order, fill price of a holding. */
  readonly price: Points
  readonly stopLoss: Points | undefined
  readonly takeProfit: Points | undefined
  /** The margin of a holding; 0 while pending. */
  readonly margin: Micros
  readonly fee: Micros
  readonly swap: Micros
  readonly placedAt: Millis
  readonly openedAt: Millis | undefined
  readonly openQuote: QuoteEvidence | undefined
  readonly openConversion: ConversionEvidence | undefined
  /** True for a holding that was a pending order before. */
  readonly wasPending: boolean
  /** Of a holding: the target of the pending order, or the price that the client sent with a market order, if any. */
  readonly openReference: Points | undefined
  /** Price it would close at now, and the profit that would bring; `undefined` while pending. */
  readonly closePrice: Points | undefined
  readonly profit: Micros | undefined
  readonly conversion: ConversionEvidence | undefined
}

export type AccountView = {
  readonly account: AccountId
  readonly accountKind: AccountKind
  readonly frozen: boolean
  readonly balance: Micros
  readonly locked: Micros
  readonly profit: Micros
  readonly equity: Micros
  readonly marginUsed: Micros
  readonly marginFree: Micros
  readonly holdings: number
  readonly pendings: number
  /** Value at the opening of all positions that have closed, in micro-dollars; it stays at MONEY_MAX. */
  readonly traded: Micros
  /** The number of its transfers, all that were ever made. */
  readonly transfers: number
}

/**
 * The positions of all accounts of one kind in one instrument, added up. Whole numbers of any size: the sums of many
 * accounts may exceed 2^53.
 */
export type ExposureView = {
  readonly instrument: InstrumentId
  readonly positions: number
  readonly accounts: number
  /** Lot units. */
  readonly longLots: bigint
  readonly shortLots: bigint
  /** Unrealised, of the accounts, in micro-dollars: each position's rounded by itself. */
  readonly profit: bigint
}

/** A pending order or a holding, by its numbers. */
export type LiveOrder = { readonly order: OrderId; readonly instrument: InstrumentId }

export type MarketView = {
  readonly terms: InstrumentTerms
  readonly status: MarketStatus
  readonly quote: QuoteEvidence | undefined
  readonly conversion: ConversionEvidence | undefined
}

export type Engine = {
  /**
   * Decides the command and, unless refused, applies what it decided. Pure in state and command. With a buffer the
   * bytes of the events are written into it, behind those before them.
   */
  apply(command: Command, written?: EventBuffer): Outcome
  /** Applies one event that was decided before: recovery from the journal. */
  evolve(event: Event): void
  /**
   * As `evolve` of every event of a batch, from its bytes. Returns their number. Throws on bytes that are not a run
   * of events.
   */
  evolveRun(bytes: Uint8Array): number
  /** Number of events applied since the beginning. */
  sequence(): number
  account(account: AccountId): AccountView | undefined
  /** Numbers of all accounts above `after` (0: of all), ascending. No account may open while they are read. */
  accounts(after?: number): Iterable<AccountId>
  order(order: OrderId): OrderView | undefined
  /** The newest event of a live order. */
  newestEvent(order: OrderId): Sequence | undefined
  /** Every pending order and holding, each once, in no order: for questions about all of them. */
  liveOrders(): Iterable<LiveOrder>
  liveOrderCount(): number
  /** Newest first. `page`: only these of them; left out: all. */
  orders(account: AccountId, status: 'pending' | 'holding', page?: OrdersPage): readonly OrderView[]
  market(instrument: InstrumentId): MarketView | undefined
  /** Instruments of which something is held, by number. */
  exposures(kind: AccountKind): readonly ExposureView[]
  feeType(): FeeType
  /** Market time of the last rollover done; undefined before the first. */
  lastRollover(): Millis | undefined
  book(kind: AccountKind): Book
  /** As it stands now; `undefined`: no money was moved under this reference. None is ever forgotten. */
  transfer(reference: RequestId): DurableTransfer | undefined
  transferCount(): number
  /**
   * Names an inconsistency of the state, or returns `undefined`: links that do not agree, sums that are not the sum of
   * their parts, queues out of order, books that do not balance. Visits everything; for tests and for the check
   * of a loaded state.
   */
  validateState(): string | undefined
  /** All that must survive a restart, as plain data. Quotes and market status are not part of it. */
  durable(): DurableState
  /** `durable()` in its canonical layout (state-bytes.ts), the same from both engines. */
  stateBytes(): Uint8Array
  /**
   * Replaces the whole state by a loaded one: recovery from a snapshot. Every instrument is closed and has no live
   * quote afterwards.
   */
  load(state: DurableState): void
  /** The same as `load(decodeState(bytes))`. Where it throws, the engine is unchanged. */
  loadBytes(bytes: Uint8Array): void
}
