/**
 * The live orders as columns: pending ones and holdings. A row is a slot; its number finds it through the order index.
 * A row keeps what its order needs: a pending order has no opening, a holding has no request.
 */
import { assert, type LotUnits, type Micros, type Millis, type Points, type Side } from '@veritick/domain'
import type { OrderId, RequestId } from '../commands.ts'
import type { ConversionEvidence, QuoteEvidence, Sequence } from '../events.ts'
import {
  type AccountSlot,
  type ExposureSlot,
  type MarketSlot,
  NONE,
  type None,
  type OrderSlot,
  Table,
} from './columns.ts'
import { Links } from './links.ts'
import { SlotIndex } from './slot-index.ts'

export const FREE = 0
export const PENDING = 1
export const HOLDING = 2

export const BUY = 0
export const SELL = 1

export const LIMIT = 1
export const STOP = 2

/** Which entries of an order stand in its instrument's trigger queues. */
export const QUEUED_FIRST = 1
export const QUEUED_SECOND = 2
/** Its levels enter the queues at the next quote; until then its market lists it. */
export const QUEUED_LATER = 4

/**
 * The quote, rate and prices that the event which opened a holding named. `reference`: the target of the pending order,
 * or the price that was seen.
 */
export type Evidence = {
  readonly quote: QuoteEvidence
  readonly conversion: ConversionEvidence
  readonly pending: boolean
  readonly reference: Points | undefined
}

/** A row for each pending order and each position. */
export class Orders extends Table<OrderSlot> {
  readonly status = this.flags<typeof FREE | typeof PENDING | typeof HOLDING>()
  readonly side = this.flags<typeof BUY | typeof SELL>()
  /** Of a pending order. */
  readonly pendingKind = this.flags<typeof LIMIT | typeof STOP>()
  /** QUEUED_FIRST: the target of a pending order, the stop-loss of a holding. QUEUED_SECOND: the take-profit. */
  readonly queued = this.flags()
  /** An entry in a trigger queue is valid while it names this number. It rises whenever they are invalidated. */
  readonly generation = this.ints()
  readonly account = this.ints<AccountSlot>()
  readonly instrument = this.ints<MarketSlot>()
  /** Of a holding, with the life of the exposure's slot; NONE while pending. */
  readonly exposure = this.ints<ExposureSlot | None>()
  readonly exposureLife = this.ints()
  readonly previousOfAccount = this.ints<OrderSlot | None>()
  readonly nextOfAccount = this.ints<OrderSlot | None>()
  readonly previousOfExposure = this.ints<OrderSlot | None>()
  readonly nextOfExposure = this.ints<OrderSlot | None>()
  readonly ofAccount = new Links(this.previousOfAccount, this.nextOfAccount)
  readonly ofExposure = new Links(this.previousOfExposure, this.nextOfExposure)
  private readonly wasPending = this.flags<0 | 1>()

  readonly id = this.doubles<OrderId>()
  private readonly index = new SlotIndex<OrderSlot, OrderId>(this.id)
  /** The newest event of the order, which its next one names. */
  readonly lastEvent = this.doubles<Sequence>()
  /** The event that gave a pending order its target. Orders that one quote reaches enter in this order. */
  readonly targetSet = this.doubles<Sequence>()
  readonly lots = this.doubles<LotUnits>()
  /** Target of a pending order, fill price of a holding. */
  readonly price = this.doubles<Points>()
  readonly margin = this.doubles<Micros>()
  /** Of a holding, in USD at its opening price and rate, rounded up; missing where it would pass 2^53. */
  readonly notional = this.optionalDoubles<Micros>()
  readonly stopLoss = this.optionalDoubles<Points>()
  readonly takeProfit = this.optionalDoubles<Points>()
  readonly leverage = this.doubles()
  readonly fee = this.doubles<Micros>()
  readonly swap = this.doubles<Micros>()
  /** Profit in micro-dollars at the last exact valuation; only read right after one. */
  readonly profit = this.doubles<Micros>()
  readonly placedAt = this.doubles<Millis>()
  readonly openedAt = this.doubles<Millis>()
  /** The quote and the rate that opened a holding, as its event named them. */
  private readonly quoteSeq = this.doubles()
  private readonly quoteBid = this.doubles<Points>()
  private readonly quoteAsk = this.doubles<Points>()
  private readonly quoteTime = this.doubles<Millis>()
  private readonly rateNumerator = this.doubles()
  private readonly rateDenominator = this.doubles()
  private readonly rateInstrument = this.doubles()
  private readonly rateSeq = this.doubles()
  private readonly reference = this.optionalDoubles<Points>()
  /** The 16 bytes of the request that placed it, where it came as bytes, while it is pending. */
  private readonly requestWords = [this.ints(), this.ints(), this.ints(), this.ints()] as const
  /** The same request where it came as text. */
  private readonly requests: (RequestId | undefined)[] = []

  /** A row for a new order, its number findable from now on. Status, links and terms are the caller's to set. */
  add(order: OrderId): OrderSlot {
    assert(Number.isSafeInteger(order) && order > 0, 'an order has a positive number')
    const slot = this.take()
    assert(this.status.get(slot) === FREE && this.queued.get(slot) === 0, 'a free row holds no order')
    this.id.set(slot, order)
    this.exposure.set(slot, NONE)
    // Asserts that no other row has the number.
    this.index.add(slot)
    return slot
  }

  /** The row is free again. Its entries in queues were invalidated and its links taken out before. */
  remove(slot: OrderSlot): void {
    assert(this.queued.get(slot) === 0, 'an order ends without entries in queues')
    this.index.delete(slot)
    if (this.status.get(slot) === PENDING) this.requests[slot] = undefined
    this.status.set(slot, FREE)
    this.give(slot)
  }

  /** `undefined` where no live order has the number. */
  find(order: OrderId): OrderSlot | undefined {
    const slot = this.index.get(order)
    if (slot === undefined) return undefined
    assert(this.id.get(slot) === order && this.status.get(slot) !== FREE, 'an order number leads to its own live row')
    return slot
  }

  /** As `find` where the first look finds it, else any row or NONE. */
  guess(order: OrderId): OrderSlot | None {
    return this.index.guess(order)
  }

  sideOf(slot: OrderSlot): Side {
    return this.side.get(slot) === BUY ? 'buy' : 'sell'
  }

  /** The request that placed a pending order. */
  requestOf(slot: OrderSlot): RequestId {
    assert(this.status.get(slot) === PENDING, 'only a pending order keeps its request')
    return this.requests[slot] ?? this.requestWords.map((word) => hexOf(word.get(slot))).join('')
  }

  setRequest(slot: OrderSlot, request: RequestId | undefined): void {
    assert(this.isLive(slot), 'a request is kept for a live order')
    this.requests[slot] = request
  }

  /** As `setRequest`, from its bytes. */
  setRequestBytes(slot: OrderSlot, from: DataView, at: number): void {
    assert(this.isLive(slot) && this.requests[slot] === undefined, 'a request is kept for a live order, in one form')
    const [first, second, third, fourth] = this.requestWords
    first.set(slot, from.getInt32(at))
    second.set(slot, from.getInt32(at + 4))
    third.set(slot, from.getInt32(at + 8))
    fourth.set(slot, from.getInt32(at + 12))
  }

  /** Keeps what the event that opened a holding named. */
  setEvidence(slot: OrderSlot, evidence: Evidence): void {
    const { quote, conversion, pending, reference } = evidence
    assert(quote.bid > 0 && quote.bid <= quote.ask, 'a fill names a quote that is positive and not crossed')
    assert(conversion.numerator > 0 && conversion.denominator > 0, 'a fill names a positive rate')
    this.quoteSeq.set(slot, quote.seq)
    this.quoteBid.set(slot, quote.bid)
    this.quoteAsk.set(slot, quote.ask)
    this.quoteTime.set(slot, quote.time)
    this.rateNumerator.set(slot, conversion.numerator)
    this.rateDenominator.set(slot, conversion.denominator)
    this.rateInstrument.set(slot, conversion.instrument)
    this.rateSeq.set(slot, conversion.seq)
    this.wasPending.set(slot, pending ? 1 : 0)
    this.reference.set(slot, reference)
  }

  /** The evidence in the event that opened a holding. */
  evidenceOf(slot: OrderSlot): Evidence {
    assert(this.status.get(slot) === HOLDING, 'only a holding was opened')
    return {
      quote: {
        seq: this.quoteSeq.get(slot),
        bid: this.quoteBid.get(slot),
        ask: this.quoteAsk.get(slot),
        time: this.quoteTime.get(slot),
      },
      conversion: {
        numerator: this.rateNumerator.get(slot),
        denominator: this.rateDenominator.get(slot),
        instrument: this.rateInstrument.get(slot),
        seq: this.rateSeq.get(slot),
      },
      pending: this.wasPending.get(slot) === 1,
      reference: this.reference.get(slot),
    }
  }
}

/** The eight digits of four bytes. */
function hexOf(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
