/**
 * Margin, fee, profit and financing of one position (trading rules 5 and 7), in whole numbers. The ticket in the
 * browser and the reference engine call these functions. The fast engine repeats margin, fee and profit, and the
 * simulator compares the two, so the estimate is the charge.
 */
import { must } from './assert.ts'
import type { Conversion } from './conversion.ts'
import { type InstrumentTerms, pointValue } from './instrument.ts'
import { LOT_UNITS_PER_LOT, type LotUnits, MICROS_PER_USD, type Micros, type Points, PPM, type Ppm } from './numbers.ts'
import { ratioIfFits } from './round.ts'

export type Side = 'buy' | 'sell'

type SizeTerms = Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>

/**
 * CautionMoney, rounded up to a micro-dollar. Fixed mode: lots x contractSize USD. Leveraged mode: lots x contractSize
 * x price / leverage x conversion. Price: the current Close for a market order, the target for a pending one.
 */
export function marginOf(order: MarginOrder): Micros {
  return must(marginIfFits(order), FITS)
}

/** The same as `marginOf`; `undefined` when it passes 2^53: for typed sizes before a limit was checked. */
export function marginIfFits({ terms, lots, price, leverage, conversion }: MarginOrder): Micros | undefined {
  const margin =
    terms.marginMode === 'fixed'
      ? ratioIfFits([lots, terms.contractSize, MICROS_PER_USD], [LOT_UNITS_PER_LOT], 'up')
      : ratioIfFits([price, lots, pointValue(terms), conversion.numerator], [leverage, conversion.denominator], 'up')
  return margin as Micros | undefined
}

type MarginOrder = {
  readonly terms: SizeTerms & Pick<InstrumentTerms, 'marginMode'>
  readonly lots: LotUnits
  readonly price: Points
  readonly leverage: number
  readonly conversion: Conversion
}

const FITS = 'an amount is below 2^53'

/**
 * price x lots x contractSize x conversion: the value of the position in micro-dollars, rounded up; `undefined` when it
 * passes 2^53. For limits only, never booked.
 */
export function notionalOf(position: {
  readonly terms: SizeTerms
  readonly lots: LotUnits
  readonly price: Points
  readonly conversion: Conversion
}): Micros | undefined {
  const { terms, lots, price, conversion } = position
  return ratioIfFits([price, lots, pointValue(terms), conversion.numerator], [conversion.denominator], 'up') as
    | Micros
    | undefined
}

/** trade_fee_type of the platform: 1 charges by lots, 2 by margin. */
export type FeeType = 1 | 2

/**
 * The fee, charged once when the order opens, rounded up to a micro-dollar. Type 1: lots x feePerLot. Type 2: margin x
 * feeOfMargin. Throws when it passes 2^53.
 */
export function feeOf(order: FeeOrder): Micros {
  return must(feeIfFits(order), FITS)
}

/** The same as `feeOf`; `undefined` when it passes 2^53: for typed sizes before a limit was checked. */
export function feeIfFits({ feeType, terms, lots, margin }: FeeOrder): Micros | undefined {
  const fee =
    feeType === 1
      ? ratioIfFits([lots, terms.feePerLot], [LOT_UNITS_PER_LOT], 'up')
      : ratioIfFits([margin, terms.feeOfMargin], [PPM], 'up')
  return fee as Micros | undefined
}

type FeeOrder = {
  readonly feeType: FeeType
  readonly terms: Pick<InstrumentTerms, 'feePerLot' | 'feeOfMargin'>
  readonly lots: LotUnits
  readonly margin: Micros
}

/**
 * Profit in USD of a position valued at `price` (a long at the bid, a short at the ask), half away from zero to a
 * micro-dollar: (price - open) x lots x contractSize x conversion, negated for a short.
 */
export function profitOf(position: ProfitPosition): Micros {
  return must(profitIfFits(position), FITS)
}

/** The same as `profitOf`; `undefined` when it passes 2^53: for positions whose price was never checked. */
export function profitIfFits({ terms, side, lots, open, price, conversion }: ProfitPosition): Micros | undefined {
  const move = side === 'buy' ? price - open : open - price
  return ratioIfFits([move, lots, pointValue(terms), conversion.numerator], [conversion.denominator], 'half-away') as
    | Micros
    | undefined
}

type ProfitPosition = {
  readonly terms: SizeTerms
  readonly side: Side
  readonly lots: LotUnits
  readonly open: Points
  readonly price: Points
  readonly conversion: Conversion
}

/** One night is 1/360 of the yearly rate. */
export const FINANCING_DAYS_PER_YEAR = 360

/**
 * Financing of `nights` nights in USD, signed as the rate is, half away from zero: lots x contractSize x close x
 * conversion x rate / 360 x nights.
 */
export function financingOf(position: FinancedPosition): Micros {
  return must(financingIfFits(position), FITS)
}

/** The same as `financingOf`; `undefined` when it passes 2^53: for estimates of typed sizes. */
export function financingIfFits({
  terms,
  lots,
  close,
  rate,
  nights,
  conversion,
}: FinancedPosition): Micros | undefined {
  return ratioIfFits(
    [close, lots, pointValue(terms), conversion.numerator, rate, nights],
    [conversion.denominator, FINANCING_DAYS_PER_YEAR, PPM],
    'half-away',
  ) as Micros | undefined
}

type FinancedPosition = {
  readonly terms: SizeTerms
  readonly lots: LotUnits
  readonly close: Points
  readonly rate: Ppm
  readonly nights: number
  readonly conversion: Conversion
}
