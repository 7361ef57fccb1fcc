/**
 * One instrument as the engine sees it: its terms, its quote, the rate that turns its currency into USD, and the queues of levels that
 * its price can reach. Instruments are few, so they are objects; what they point to are slots.
 */
import {
  conversionFrom,
  type InstrumentTerms,
  type LotUnits,
  type Millis,
  mulDivHalfAway,
  type Points,
  pointValue,
  profitOf,
} from '@veritick/domain'
import type { MarketStatus } from '../commands.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { PriceQueue } from './queue.ts'

/** How far a conversion rate may move before the accounts that depend on it are looked at: 0.5 % each way. */
const BAND = 0.005

/** The four ways in which a quote can reach a level. */
export class Queues {
  readonly bidFalling = new PriceQueue('falling')
  readonly bidRising = new PriceQueue('rising')
  readonly askRising = new PriceQueue('rising')
  readonly askFalling = new PriceQueue('falling')
}

export class Market {
  readonly slot: number
  terms: InstrumentTerms
  /** Micro-units of the quote currency that one lot unit gains per point. */
  pointValue: number
  status: MarketStatus = 'closed'
  /** A quote was heard since the start; before it the last one that an event named only serves to value holdings. */
  hasLiveQuote = false
  seq = 0
  /** NaN until the first quote, as the ask. */
  bid = Number.NaN
  ask = Number.NaN
  /** The source's own. */
  time = 0
  /** When the quote counts: the time of what it sets off. */
  at = 0

  /** USD for one unit of the quote currency, as a fraction, and where it is from. Denominator 0 while not known. */
  rateNumerator = 0
  rateDenominator = 0
  rateInstrument = 0
  rateSeq = 0
  /** The instrument that gives the rate; `undefined` where none is needed or there is none. */
  rateSource: Market | undefined
  /** The instruments whose rate this one gives. */
  readonly dependents: Market[] = []
  /** While this one's bid stays within, revaluation triggers of its dependents need not be set again. NaN before the first quote. */
  bandLow = Number.NaN
  bandHigh = Number.NaN

  /** Of the newest event of an order: what is left after a restart. */
  namedQuote: QuoteEvidence | undefined
  namedConversion: ConversionEvidence | undefined

  /** Stop-losses, take-profits and pending targets: order slots. */
  readonly triggers = new Queues()
  /** Prices at which accounts must be checked: account slots. */
  readonly revaluationTriggers = new Queues()
  firstExposure = -1

  constructor(slot: number, terms: InstrumentTerms) {
    this.slot = slot
    this.terms = terms
    this.pointValue = pointValue(terms)
  }

  /** Orders can be filled and accounts are checked on its quotes. */
  isOpen(): boolean {
    return this.hasLiveQuote && this.status === 'open'
  }

  hasQuote(): boolean {
    return !Number.isNaN(this.bid)
  }

  hasRate(): boolean {
    return this.rateDenominator > 0
  }

  /** Orders need a rate by a quote that was heard; a holding is valued at the best rate known. */
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
    this.seq = seq
    this.bid = bid
    this.ask = ask
    this.time = time
  }

  quote(): QuoteEvidence {
    return { seq: this.seq, bid: this.bid as Points, ask: this.ask as Points, time: this.time as Millis }
  }

  conversion(): ConversionEvidence {
    return {
      numerator: this.rateNumerator,
      denominator: this.rateDenominator,
      instrument: this.rateInstrument,
      seq: this.rateSeq,
    }
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
    this.rateNumerator = numerator
    this.rateDenominator = denominator
    this.rateInstrument = instrument
    this.rateSeq = seq
  }

  /** The profit that closing at the current quote would realise. */
  profit(position: { long: boolean; lots: number; open: number }): number {
    const price = position.long ? this.bid : this.ask
    const move = position.long ? price - position.open : position.open - price
    const product = move * position.lots * this.pointValue * this.rateNumerator
    if (Number.isSafeInteger(product)) return mulDivHalfAway(product, 1, this.rateDenominator)
    return profitOf({
      terms: this.terms,
      side: position.long ? 'buy' : 'sell',
      lots: position.lots as LotUnits,
      open: position.open as Points,
      price: price as Points,
      conversion: { numerator: this.rateNumerator, denominator: this.rateDenominator },
    })
  }

  /** Takes the current bid as the middle of the band. */
  centreBand(): void {
    this.bandLow = Math.max(1, Math.floor(this.bid * (1 - BAND)))
    this.bandHigh = Math.ceil(this.bid * (1 + BAND))
  }

  outOfBand(): boolean {
    return !(this.bid >= this.bandLow && this.bid <= this.bandHigh)
  }
}
