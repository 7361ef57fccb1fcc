/**
 * One instrument as the engine sees it: its terms, its quote, the rate that turns its currency into USD, and the queues
 * of levels that its price can reach. Instruments are few, so they are objects; what they point to are slots.
 */
import {
  assert,
  type Conversion,
  conversionFrom,
  type FeeType,
  feeOf,
  type InstrumentTerms,
  LOT_UNITS_PER_LOT,
  type LotUnits,
  type Micros,
  type Millis,
  marginOf,
  mulDivHalfAway,
  mulDivUp,
  notionalOf,
  type Points,
  PPM,
  pointValue,
  profitOf,
} from '@veritick/domain'
import type { MarketStatus } from '../commands.ts'
import { Evidence } from '../event-buffer.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { type ExposureSlot, type MarketSlot, NONE, type None, type OrderSlot } from './columns.ts'
import type { Orders } from './orders.ts'
import { PriceQueue } from './queue.ts'
import { SlotList } from './slot-list.ts'

/** How far a conversion rate may move before the accounts that depend on it are checked: 0.5 % each way. */
const BAND = 0.005

/** The four ways in which a quote can reach a level. */
export class Queues<S extends number> {
  readonly bidFalling = new PriceQueue<S>('falling')
  readonly bidRising = new PriceQueue<S>('rising')
  readonly askRising = new PriceQueue<S>('rising')
  readonly askFalling = new PriceQueue<S>('falling')
}

/** Its prices in points; the row of an instrument in the other tables is `slot`. */
export class Market {
  readonly slot: MarketSlot
  terms: InstrumentTerms
  /** Micro-units of the quote currency that one lot unit gains per point. */
  pointValue: number
  status: MarketStatus = 'closed'
  /** Open, or closed and open when its session ended. False after a start, until it is open. */
  isConfirmed = false
  /** Micro-dollars that 0.0001 lots can be worth at quotes to come; 0 while not known. */
  worthMax = 0
  /**
   * The feed has quoted it since the start; before, the last quote that an event named only serves to value holdings.
   */
  hasLiveQuote = false
  seq = 0
  /** NaN until the first quote, as the ask. */
  bid = Number.NaN
  ask = Number.NaN
  /** The source's own. */
  time = 0
  /** When the quote counts: the time of the events that it sets off. */
  at = 0

  /**
   * USD for one unit of the quote currency, as a fraction, and the quote that gave it. Denominator 0 while not known.
   */
  rateNumerator = 0
  rateDenominator = 0
  rateInstrument = 0
  rateSeq = 0
  /** The instrument that gives the rate; `undefined` where none is needed or there is none. */
  rateSource: Market | undefined
  /** The instruments whose rate this one gives. */
  readonly dependents: Market[] = []
  /**
   * While its bid stays within, revaluation triggers of its dependents need not be set again. NaN before the first
   * quote.
   */
  bandLow = Number.NaN
  bandHigh = Number.NaN

  /** The quote and the rate that count now as events name them, made once; `undefined` after a change. */
  private quoteNow: QuoteEvidence | undefined
  private conversionNow: ConversionEvidence | undefined
  /** The bytes of both, where they were made since the last change of either. */
  private readonly evidenceNow = new Evidence()
  private hasEvidence = false
  /** Rises with every change of quote or rate: sums of profits name it. */
  valuation = 0

  /** Named by the newest event of an order: what is left after a restart. */
  namedQuote: QuoteEvidence | undefined
  namedConversion: ConversionEvidence | undefined

  /** Stop-losses, take-profits and pending targets. */
  readonly triggers = new Queues<OrderSlot>()
  /** The orders whose levels enter these queues at the next quote (order-triggers.ts), and some that have ended. */
  readonly unqueued: SlotList<OrderSlot>
  /** Prices at which an account must be checked, by the exposure they were set for. */
  readonly revaluationTriggers = new Queues<ExposureSlot>()
  firstExposure: ExposureSlot | None = NONE

  constructor(slot: MarketSlot, terms: InstrumentTerms, orders: Orders) {
    assert(slot >= 0, 'markets are numbered from zero')
    this.unqueued = new SlotList(orders)
    this.slot = slot
    this.terms = terms
    this.pointValue = pointValue(terms)
    assert(this.pointValue > 0, 'a point is worth something')
  }

  /** Orders can be filled and accounts are checked on its quotes. */
  isOpen(): boolean {
    return this.hasLiveQuote && this.status === 'open'
  }

  /** It has a price, be it of a quote from before the restart. */
  hasQuote(): boolean {
    return !Number.isNaN(this.bid)
  }

  hasRate(): boolean {
    return this.rateDenominator > 0
  }

  /** Orders need a rate by a live quote; a holding is valued at the best rate known. */
  hasLiveRate(): boolean {
    return this.terms.conversion.kind === 'usd' || this.rateSource?.hasLiveQuote === true
  }

  /** After a restart: its price or its rate is only remembered from events, and a quote of the feed can still come. */
  waitsForFeed(): boolean {
    const { kind } = this.terms.conversion
    return !this.hasLiveQuote || ((kind === 'multiply' || kind === 'divide') && !this.hasLiveRate())
  }

  /** Its profit in USD is exact without rounding, so that sums over positions can be taken first. */
  isUsd(): boolean {
    return this.rateNumerator === 1 && this.rateDenominator === 1
  }

  take({ seq, bid, ask, time }: QuoteEvidence): void {
    assert(bid > 0 && bid <= ask, 'a quote is positive and not crossed')
    assert(seq >= 0, 'quotes are numbered')
    this.seq = seq
    this.bid = bid
    this.ask = ask
    this.time = time
    this.quoteNow = undefined
    this.hasEvidence = false
    this.valuation++
  }

  /** The quote that counts now, as events name it. */
  quote(): QuoteEvidence {
    assert(this.hasQuote(), 'an event names a quote that there was')
    this.quoteNow ??= { seq: this.seq, bid: this.bid as Points, ask: this.ask as Points, time: this.time as Millis }
    return this.quoteNow
  }

  /** The rate that counts now, as events name it. */
  conversion(): ConversionEvidence {
    assert(this.hasRate(), 'an event names a rate that there was')
    this.conversionNow ??= {
      numerator: this.rateNumerator,
      denominator: this.rateDenominator,
      instrument: this.rateInstrument,
      seq: this.rateSeq,
    }
    return this.conversionNow
  }

  /** The bytes of `quote()` and `conversion()`. */
  evidence(): Evidence {
    if (!this.hasEvidence) this.evidenceNow.set(this.quote(), this.conversion())
    this.hasEvidence = true
    return this.evidenceNow
  }

  /** A long is closed at the bid, a short at the ask. */
  closePrice(long: boolean): Points {
    assert(this.hasQuote(), 'a price needs a quote')
    return (long ? this.bid : this.ask) as Points
  }

  /** Reads the rate again: from its source's quote, else from the newest event that named one. True when it changed. */
  refreshRate(): boolean {
    const { rateNumerator, rateDenominator } = this
    const { conversion } = this.terms
    if (conversion.kind === 'usd') this.setRate(1, 1, 0, 0)
    else if (conversion.kind !== 'missing' && this.rateSource?.hasQuote() === true) {
      const { bid, seq, terms } = this.rateSource
      const rate = conversionFrom(conversion.kind, bid as Points, terms.pricePrecision)
      this.setRate(rate.numerator, rate.denominator, terms.id, seq)
    } else if (this.namedConversion !== undefined) {
      const { numerator, denominator, instrument, seq } = this.namedConversion
      this.setRate(numerator, denominator, instrument, seq)
    } else this.setRate(0, 0, 0, 0)
    return rateNumerator !== this.rateNumerator || rateDenominator !== this.rateDenominator
  }

  private setRate(numerator: number, denominator: number, instrument: number, seq: number): void {
    assert(numerator > 0 === denominator > 0, 'a rate is known or not')
    if (numerator !== this.rateNumerator || denominator !== this.rateDenominator) this.valuation++
    this.rateNumerator = numerator
    this.rateDenominator = denominator
    this.rateInstrument = instrument
    this.rateSeq = seq
    this.conversionNow = undefined
    this.hasEvidence = false
  }

  /** Micro-dollars that closing at the current quote would realise: trading rule 5, half away from zero. */
  profit(position: { long: boolean; lots: LotUnits; open: Points }): Micros {
    const { long, lots, open } = position
    assert(this.hasQuote() && this.hasRate(), 'where a holding is there was a quote and a rate')
    const price = long ? this.bid : this.ask
    const move = long ? price - open : open - price
    const product = move * lots * this.pointValue * this.rateNumerator
    if (Number.isSafeInteger(product)) return mulDivHalfAway(product, 1, this.rateDenominator) as Micros
    return profitOf({
      terms: this.terms,
      side: long ? 'buy' : 'sell',
      lots,
      open,
      price: price as Points,
      conversion: { numerator: this.rateNumerator, denominator: this.rateDenominator },
    })
  }

  /** Micro-dollars that a position is worth at a price and a rate, rounded up; `undefined` where it passes 2^53. */
  notional(lots: LotUnits, price: Points, conversion: Conversion): Micros | undefined {
    const product = price * lots * this.pointValue * conversion.numerator
    if (Number.isSafeInteger(product)) return mulDivUp(product, 1, conversion.denominator) as Micros
    return notionalOf({ terms: this.terms, lots, price, conversion })
  }

  /** Micro-dollars of margin at the rate that counts now, rounded up. */
  margin(position: { lots: LotUnits; price: Points; leverage: number }): Micros {
    assert(this.hasRate(), 'a margin needs a rate')
    const { lots, price, leverage } = position
    const product = price * lots * this.pointValue * this.rateNumerator
    const divisor = leverage * this.rateDenominator
    if (this.terms.marginMode === 'leveraged' && Number.isSafeInteger(product) && Number.isSafeInteger(divisor))
      return mulDivUp(product, 1, divisor) as Micros
    return marginOf({ terms: this.terms, lots, price, leverage, conversion: this.conversion() })
  }

  /** Micro-dollars that opening costs, rounded up. */
  fee(position: { feeType: FeeType; lots: LotUnits; margin: Micros }): Micros {
    const { feeType, lots, margin } = position
    const { feePerLot, feeOfMargin } = this.terms
    const product = feeType === 1 ? lots * feePerLot : margin * feeOfMargin
    if (Number.isSafeInteger(product)) return mulDivUp(product, 1, feeType === 1 ? LOT_UNITS_PER_LOT : PPM) as Micros
    return feeOf({ feeType, terms: this.terms, lots, margin })
  }

  /** Takes the current bid as the middle of the band. */
  centreBand(): void {
    assert(this.hasQuote(), 'a band is around a price')
    this.bandLow = Math.max(1, Math.floor(this.bid * (1 - BAND)))
    this.bandHigh = Math.ceil(this.bid * (1 + BAND))
    assert(!this.outOfBand(), 'a price is inside the band around it')
  }

  outOfBand(): boolean {
    return !(this.bid >= this.bandLow && this.bid <= this.bandHigh)
  }
}
