/**
 * The commands of the engine. Commands arrive in one sequence; each is decided against the state that all before it
 * left. Time, identity and prices come in as values.
 */
import type {
  AccountId,
  FeeType,
  InstrumentId,
  InstrumentTerms,
  LotUnits,
  Micros,
  Millis,
  Points,
  Side,
} from '@veritick/domain'

export type { AccountId } from '@veritick/domain'
/** A positive whole number given by the engine: 1, 2, 3 in the order of placement. */
export type OrderId = number
export type AccountKind = 'demo' | 'real'

/**
 * 32 lower-case hex digits: SHA-256 of caller and idempotency key, cut to 128 bits. Evidence of which request did it.
 */
export type RequestId = string

/**
 * `held`: a quote that looks wrong waits to be confirmed or refuted. Nothing is filled meanwhile, as while `stale`,
 * because the last good price may be one that the feed has left.
 */
export type MarketStatus = 'open' | 'closed' | 'stale' | 'held'

/** Money that comes in or goes out by one step. `reference` is 32 hex digits of the caller's own record. */
export type DepositCategory = 'deposit' | 'reward' | 'adjustment'

export type Command =
  | { readonly kind: 'set_instrument'; readonly at: Millis; readonly terms: InstrumentTerms }
  | { readonly kind: 'set_fee_type'; readonly at: Millis; readonly feeType: FeeType }
  /** A demo account starts with its demo money. */
  | {
      readonly kind: 'open_account'
      readonly at: Millis
      readonly account: AccountId
      readonly accountKind: AccountKind
    }
  /** Frozen: may close and cancel, not open or withdraw. */
  | { readonly kind: 'freeze_account'; readonly at: Millis; readonly account: AccountId; readonly frozen: boolean }
  /**
   * `amount` may be negative only for an adjustment, and then takes at most what is free. Real accounts only.
   * `reference` makes it happen once.
   */
  | {
      readonly kind: 'credit'
      readonly at: Millis
      readonly account: AccountId
      readonly category: DepositCategory
      readonly amount: Micros
      readonly reference: RequestId
    }
  | {
      readonly kind: 'lock_withdrawal'
      readonly at: Millis
      readonly account: AccountId
      readonly amount: Micros
      readonly reference: RequestId
    }
  /** Pays out or gives back what was locked under the reference. */
  | {
      readonly kind: 'settle_withdrawal'
      readonly at: Millis
      readonly account: AccountId
      readonly reference: RequestId
      readonly paid: boolean
    }
  | {
      readonly kind: 'place'
      readonly at: Millis
      readonly account: AccountId
      readonly instrument: InstrumentId
      readonly side: Side
      readonly lots: LotUnits
      /** `undefined`: at the market now. */
      readonly target: Points | undefined
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      /** 0 in fixed margin mode, otherwise one of the instrument's choices. */
      readonly leverage: number
      /** The price the customer saw when tapping; only for the slippage shown. */
      readonly seenPrice: Points | undefined
      readonly request: RequestId
    }
  | {
      readonly kind: 'close'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      readonly seenPrice: Points | undefined
      readonly request: RequestId
    }
  /**
   * Closes a part of a holding, which becomes an order of its own; the rest stays open under its number. The whole size
   * closes the holding like `close`.
   */
  | {
      readonly kind: 'close_part'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      /** The size that closes. */
      readonly lots: LotUnits
      readonly seenPrice: Points | undefined
      readonly request: RequestId
    }
  /** Closes a holding and opens the opposite one, of the same size and leverage and without stops, at one quote. */
  | {
      readonly kind: 'reverse'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      readonly seenPrice: Points | undefined
      readonly request: RequestId
    }
  | {
      readonly kind: 'cancel'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      readonly request: RequestId
    }
  | {
      readonly kind: 'set_stops'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      readonly request: RequestId
    }
  /**
   * Another target and other stops for a pending order, which stays the limit or stop order that it is. Its size and
   * leverage stay.
   */
  | {
      readonly kind: 'amend'
      readonly at: Millis
      readonly account: AccountId
      readonly order: OrderId
      readonly target: Points
      readonly stopLoss: Points | undefined
      readonly takeProfit: Points | undefined
      readonly request: RequestId
    }
  | { readonly kind: 'reset_demo'; readonly at: Millis; readonly account: AccountId; readonly request: RequestId }
  /**
   * A good quote: bid <= ask, both positive, seq rising per instrument. Not journaled by itself. `at` is when it
   * counts, which is what its events say of themselves; `time` is the source's own where that was earlier (a quote that
   * had to be confirmed), for evidence.
   */
  | {
      readonly kind: 'quote'
      readonly at: Millis
      readonly instrument: InstrumentId
      readonly seq: number
      readonly bid: Points
      readonly ask: Points
      readonly time?: Millis
    }
  /**
   * Whether the instrument can be traded now: its session, and whether its quotes are fresh. `worthMax`: the most that
   * 0.0001 lots of it can be worth at a quote and a rate that will come; `undefined`: not known. Not journaled by
   * itself.
   */
  | {
      readonly kind: 'market'
      readonly at: Millis
      readonly instrument: InstrumentId
      readonly status: MarketStatus
      readonly worthMax?: Micros | undefined
    }
  /** 17:00 New York passed: `nights` by session kind for this instant, 0 where none is charged. */
  | {
      readonly kind: 'rollover'
      readonly at: Millis
      readonly nights: { readonly forex: number; readonly metals: number; readonly us_stocks: number }
    }

/** The commands of these kinds. */
export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>
