/**
 * The terms on which an instrument is traded. The engine keeps the terms of each instrument and journals every change,
 * so that a fill can be recomputed from the terms of its time.
 */
import { assert } from './assert.ts'
import type { LotUnits, Micros, Points, Ppm } from './numbers.ts'

/** Three-letter currency code, upper case. The account currency is USD. */
export type Currency = string

/**
 * The trading hours and rollover nights that an instrument follows. The place of a kind in this list is its number in
 * stored bytes: a new one is the last.
 */
export const SESSION_KINDS = ['forex', 'metals', 'us_stocks'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

export type MarginMode = 'fixed' | 'leveraged'

/** Where the rate from the quote currency to USD comes from. `usd`: it is 1. */
export type ConversionSource =
  | { readonly kind: 'usd' }
  /** QUSD: multiply by its Close. */
  | { readonly kind: 'multiply'; readonly instrument: InstrumentId }
  /** USDQ: divide by its Close. */
  | { readonly kind: 'divide'; readonly instrument: InstrumentId }
  /** No such instrument in the catalogue: orders are refused with `conversion_missing`. */
  | { readonly kind: 'missing' }

/** A small positive whole number; never reused for another instrument. */
export type InstrumentId = number

/** The terms that enter a computation of money. Names, categories and marks live in the catalogue, not here. */
export type InstrumentTerms = {
  readonly id: InstrumentId
  readonly code: string
  /** Rises by one with each change of terms. */
  readonly version: number
  readonly enabled: boolean
  readonly session: SessionKind
  readonly quoteCurrency: Currency
  readonly conversion: ConversionSource
  /** Decimals of a price: one point is 10^-pricePrecision. 0 to 6. */
  readonly pricePrecision: number
  /** Units of the base per lot (100000 EUR, 100 oz, 1 share). Whole. */
  readonly contractSize: number
  readonly lotStep: LotUnits
  readonly lotMin: LotUnits
  readonly lotMax: LotUnits
  readonly marginMode: MarginMode
  /**
   * The choices of a customer in leveraged mode, whole and ascending, such as [10, 20, 30]. Empty: orders are refused.
   */
  readonly leverages: readonly number[]
  /** USD per lot (trade_fee_type 1), as micro-dollars. */
  readonly feePerLot: Micros
  /** Share of the margin (any other trade_fee_type). */
  readonly feeOfMargin: Ppm
  /** Financing per year of the notional, signed for the customer: negative is charged. */
  readonly financingLong: Ppm
  readonly financingShort: Ppm
  /** Added above a feed that gives one price only; also what the ticket shows as typical. */
  readonly spreadTypical: Points
}

export const PRICE_PRECISION_MAX = 6
/**
 * The highest price that a quote, a target or a level may name: 10,000 at six decimals. MONEY_MAX bounds its value in
 * money.
 */
export const PRICE_MAX = 10_000_000_000 as Points

/** Powers of ten by price precision: `**` would cost more than the rest of a point value. */
const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const

/**
 * Micro-units of the quote currency that one lot unit gains when the price rises by one point: contractSize x 1e6 /
 * (1e4 x 10^pricePrecision). Whole by the catalogue's check, so that notional and profit are exact.
 */
export function pointValue(terms: Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>): number {
  const value = (terms.contractSize * 100) / (POWERS_OF_TEN[terms.pricePrecision] ?? 10 ** terms.pricePrecision)
  assert(Number.isSafeInteger(value) && value > 0, 'contract size and price precision must give a whole point value')
  return value
}
