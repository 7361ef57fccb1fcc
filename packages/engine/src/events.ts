/**
 * The events of the engine. Events carry every number they imply, so that `evolve` computes nothing and an old journal
 * replays without old code or old prices. Each event of an order names the order's event before it, so that none can be
 * left out unnoticed. The list is append-only: a kind keeps its number and its layout for ever (see journal.ts).
 */
import type {
  CancelReason,
  CloseReason,
  Conversion,
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
import type { AccountId, AccountKind, DepositCategory, OrderId, RequestId } from './commands.ts'

/** The number of an event in the journal: 1, 2, 3 ... in the order in which they were applied. */
export type Sequence = number

/** A published quote, named. `time` is the source's own. */
export type QuoteEvidence = { readonly seq: number; readonly bid: Points; readonly ask: Points; readonly time: Millis }

/**
 * The rate to USD that was used, and the quote that gave it (`instrument` 0 and `seq` 0 where the quote currency is
 * USD).
 */
export type ConversionEvidence = Conversion & { readonly instrument: InstrumentId; readonly seq: number }

export type Event =
  | { readonly kind: 'instrument_set'; readonly at: Millis; readonly terms: InstrumentTerms }
  | { readonly kind: 'fee_type_set'; readonly at: Millis; readonly feeType: FeeType }
  | {
      readonly kind: 'account_opened'
      readonly at: Millis
      readonly account: AccountId
      readonly accountKind: AccountKind
      readonly granted: Micros
    }
  | { readonly kind: 'account_frozen'; readonly at: Millis; readonly account: AccountId; readonly frozen: boolean }
  | {
      readonly kind: 'credited'
      readonly at: Millis
      readonly account: AccountId
      readonly category: DepositCategory
      readonly amount: Micros
      readonly reference: RequestId
    }
  | {
      readonly kind: 'withdrawal_locked'
      readonly at: Millis
      readonly account: AccountId
      readonly amount: Micros
      readonly reference: RequestId
    }
  | {
      readonly kind: 'withdrawal_settled'
      readonly at: Millis
      readonly account: AccountId
      readonly amount: Micros
      readonly reference: RequestId
      readonly paid: boolean
    }
  /** A pending order now waits: its first event. `quote` is what the market was at placement. */
  | {
      readonly kind: 'order_placed'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      readonly instrument: InstrumentId
      readonly side: Side
      readonly pending: PendingKind
      readonly lots: LotUnits
      readonly leverage: number
      readonly target: Points
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      readonly quote: QuoteEvidence
      readonly request: RequestId
    }
  /**
   * A position now exists: a market order filled at once, or a pending one at its trigger. The fee left the balance.
   */
  | {
      readonly kind: 'order_opened'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one; `undefined` of a market order, which begins here. */
      readonly previous: Sequence | undefined
      readonly instrument: InstrumentId
      /** Version of the instrument's terms that priced it. */
      readonly terms: number
      readonly side: Side
      readonly lots: LotUnits
      readonly leverage: number
      readonly price: Points
      readonly margin: Micros
      readonly fee: Micros
      readonly feeType: FeeType
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      /** True when it was a pending order until now. */
      readonly pending: boolean
      /** The target of a pending order, the price that the customer saw for a market order if told. */
      readonly reference: Points | undefined
      readonly quote: QuoteEvidence
      readonly conversion: ConversionEvidence
      readonly request: RequestId
    }
  | {
      readonly kind: 'stops_set'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one. */
      readonly previous: Sequence
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      readonly request: RequestId
    }
  /** `request` is undefined when no customer asked. */
  | {
      readonly kind: 'order_cancelled'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one. */
      readonly previous: Sequence
      readonly reason: CancelReason
      readonly request: RequestId | undefined
    }
  | {
      readonly kind: 'order_closed'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one. */
      readonly previous: Sequence
      readonly instrument: InstrumentId
      readonly price: Points
      /** Realised, already in the balance. */
      readonly profit: Micros
      readonly reason: CloseReason
      /** The stop-loss or take-profit level, or the price that the customer saw if told. */
      readonly reference: Points | undefined
      readonly quote: QuoteEvidence
      readonly conversion: ConversionEvidence
      readonly request: RequestId | undefined
    }
  /** Overnight financing of one position, signed as the customer sees it. `at` is the 17:00 it is for. */
  | {
      readonly kind: 'order_financed'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one. */
      readonly previous: Sequence
      readonly instrument: InstrumentId
      readonly amount: Micros
      readonly nights: number
      readonly quote: QuoteEvidence
      readonly conversion: ConversionEvidence
    }
  | { readonly kind: 'rollover_done'; readonly at: Millis }
  /** Level 100 or 75 was passed downward (`armed` false) or its re-arm level upward (`armed` true). */
  | {
      readonly kind: 'margin_notice'
      readonly at: Millis
      readonly account: AccountId
      readonly level: 100 | 75
      readonly armed: boolean
      readonly equity: Micros
      readonly marginUsed: Micros
    }
  /** The numbers that led to the closings which follow it, and the quote on which it was seen. */
  | {
      readonly kind: 'stopped_out'
      readonly at: Millis
      readonly account: AccountId
      readonly equity: Micros
      readonly marginUsed: Micros
      readonly instrument: InstrumentId
      readonly seq: number
    }
  /** Negative balance protection: the operator paid the balance up to zero. */
  | { readonly kind: 'balance_protected'; readonly at: Millis; readonly account: AccountId; readonly amount: Micros }
  /**
   * Follows the closings and cancels of the reset; `granted` may be negative and brings the balance back to the demo
   * amount.
   */
  | {
      readonly kind: 'demo_reset'
      readonly at: Millis
      readonly account: AccountId
      readonly granted: Micros
      readonly request: RequestId
    }
  /**
   * A pending order has these levels from now on. Its kind is that of its placement. `quote` is what the market was at
   * the change: the target is on the side of it that the kind demands.
   */
  | {
      readonly kind: 'order_amended'
      readonly at: Millis
      readonly order: OrderId
      readonly account: AccountId
      /** The order's event before this one. */
      readonly previous: Sequence
      readonly instrument: InstrumentId
      readonly target: Points
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      readonly quote: QuoteEvidence
      readonly request: RequestId
    }
  /**
   * A part of a position is an order of its own from now on, opened when and as the position was. The position keeps
   * its number and what is left of its size, margin, fee and financing. No money moves. It is an event of both orders:
   * the next one of the position, and the first one of the part, which has those of the position before it.
   */
  | {
      readonly kind: 'order_split'
      readonly at: Millis
      /** The position. */
      readonly order: OrderId
      readonly account: AccountId
      /** The position's event before this one. */
      readonly previous: Sequence
      /** The number of the part. */
      readonly part: OrderId
      /** Size, margin, fee and financing so far of the part. */
      readonly lots: LotUnits
      readonly margin: Micros
      readonly fee: Micros
      readonly swap: Micros
      readonly request: RequestId
    }

export type EventKind = Event['kind']

/** The events of these kinds. */
export type EventOf<Kind extends EventKind> = Extract<Event, { kind: Kind }>
