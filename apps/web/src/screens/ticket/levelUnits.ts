/**
 * A stop-loss or take-profit, typed as a price, as a distance in pips or percent, or as a loss or gain in USD. Each
 * text becomes one price; the profit at that price comes from `profitIfFits` of packages/domain.
 */
import {
  type Conversion,
  formatDecimal,
  type InstrumentTerms,
  type LotUnits,
  MICROS_PER_CENT,
  mulDivHalfAway,
  type Points,
  PRICE_MAX,
  points,
  pointValue,
  profitIfFits,
  ratioIfFits,
  type Side,
} from '@veritick/domain'
import { isPipPrice } from '../../format/spread.ts'
import { type TypedFault, textOfPrice, typedGrouped, typedNumber, typedPriceNear } from './typed.ts'

/** `pips`: the distance in the price itself for an instrument without pips. */
export const LEVEL_UNITS = ['price', 'pips', 'percent', 'money'] as const
export type LevelUnit = (typeof LEVEL_UNITS)[number]
export type LevelName = 'stopLoss' | 'takeProfit'

/** The base of a distance. `lots` and `conversion` matter for money only. */
export type LevelBase = {
  readonly level: LevelName
  readonly side: Side
  readonly entry: Points
  readonly lots: LotUnits | undefined
  readonly conversion: Conversion | undefined
  readonly terms: Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>
  /** The level of an open position may be on the other side of the opening price; its distance is then negative. */
  readonly isOpen?: boolean
}

const PERCENT_DECIMALS = 2
/** Hundredths of a percent in one. */
const PERCENT_ONE = 10_000
const CENT_DECIMALS = 2

/** Decimals that a typed level may have. */
export function unitDecimals(unit: LevelUnit, precision: number): number {
  switch (unit) {
    case 'price':
      return precision
    case 'pips':
      return isPipPrice(precision) ? 1 : precision
    case 'percent':
      return PERCENT_DECIMALS
    case 'money':
      return CENT_DECIMALS
  }
}

/**
 * The price of a typed level. A distance of money is rounded so that a stop-loss does not lose more, and a take-profit
 * does not gain less, than the typed amount. `undefined`: unknown, because size or rate is missing.
 */
export function levelPrice(unit: LevelUnit, text: string, base: LevelBase): Points | TypedFault | undefined {
  const precision = base.terms.pricePrecision
  if (unit === 'price') return typedPriceNear(text, precision, base.entry)
  const decimals = unitDecimals(unit, precision)
  // A distance of a thousand percent is none, so a percentage has one reading.
  const value = unit === 'percent' ? typedNumber(text, decimals) : typedGrouped(text, decimals)
  if (typeof value !== 'number') return value
  const isSigned = base.isOpen === true
  const distance = value <= 0 && !isSigned ? 0 : distanceOf(unit, value, base)
  if (distance === undefined) return undefined
  const price = base.entry + directionOf(base) * distance
  return (distance < 1 && !isSigned) || price < 1 || price > PRICE_MAX ? 'out_of_range' : points(price)
}

/** The distance in points; `undefined` without a size or a rate. */
function distanceOf(unit: Exclude<LevelUnit, 'price'>, value: number, base: LevelBase): number | undefined {
  switch (unit) {
    case 'pips':
      // One decimal of a pip is a point; otherwise the distance has the decimals of the price.
      return value
    case 'percent':
      return ratioIfFits([base.entry, value], [PERCENT_ONE], 'half-away') ?? PRICE_MAX
    case 'money': {
      const { lots, conversion, terms, level } = base
      if (lots === undefined || lots <= 0 || conversion === undefined) return undefined
      const rounding = level === 'stopLoss' ? 'down' : 'up'
      return (
        ratioIfFits(
          [value, MICROS_PER_CENT, conversion.denominator],
          [lots, pointValue(terms), conversion.numerator],
          rounding,
        ) ?? PRICE_MAX
      )
    }
  }
}

/** The text of a price in another unit; `''` if unknown. */
export function levelText(unit: LevelUnit, price: Points, base: LevelBase): string {
  const precision = base.terms.pricePrecision
  const distance = (price - base.entry) * directionOf(base)
  switch (unit) {
    case 'price':
      return textOfPrice(price, precision)
    case 'pips':
      return formatDecimal(distance, unitDecimals('pips', precision))
    case 'percent':
      return formatDecimal(mulDivHalfAway(distance, PERCENT_ONE, base.entry), PERCENT_DECIMALS)
    case 'money': {
      const { terms, side, lots, conversion, entry } = base
      if (lots === undefined || conversion === undefined) return ''
      const profit = profitIfFits({ terms, side, lots, open: entry, price, conversion })
      if (profit === undefined) return ''
      const amount = base.level === 'stopLoss' ? -profit : profit
      return formatDecimal(mulDivHalfAway(amount, 1, MICROS_PER_CENT), CENT_DECIMALS)
    }
  }
}

/** A percentage with more decimals than its text, so that the same price comes back. */
const EXACT_ONE = 1_000_000_000

/**
 * The distance to a price before its text rounds it: millionths of a permille for percent, micro-dollars for money.
 * `undefined`: the text is exact, or the price is on the wrong side.
 */
export function exactDistance(unit: LevelUnit, price: Points, base: LevelBase): number | undefined {
  const { terms, side, lots, conversion, entry } = base
  const distance = (price - entry) * directionOf(base)
  if (distance < 1 || unit === 'price' || unit === 'pips') return undefined
  if (unit === 'percent') return ratioIfFits([distance, EXACT_ONE], [entry], 'half-away')
  if (lots === undefined || conversion === undefined) return undefined
  const profit = profitIfFits({ terms, side, lots, open: entry, price, conversion })
  return profit && Math.abs(profit)
}

/** The price at an exact distance from the entry; `undefined` without a size or a rate. */
export function exactPrice(unit: LevelUnit, exact: number, base: LevelBase): Points | TypedFault | undefined {
  const { terms, lots, conversion, entry } = base
  const isMoney = unit === 'money'
  if (isMoney && (lots === undefined || lots <= 0 || conversion === undefined)) return undefined
  const distance =
    isMoney && lots !== undefined && conversion !== undefined
      ? ratioIfFits([exact, conversion.denominator], [lots, pointValue(terms), conversion.numerator], 'half-away')
      : ratioIfFits([entry, exact], [EXACT_ONE], 'half-away')
  const price = entry + directionOf(base) * (distance ?? PRICE_MAX)
  return price === entry || price < 1 || price > PRICE_MAX ? 'out_of_range' : points(price)
}

/** The smallest distance, as text, with a price beyond `bound`; `bound` is on the level's side of the entry. */
export function smallestDistance(unit: LevelUnit, bound: Points, base: LevelBase): string | undefined {
  const decimals = unitDecimals(unit, base.terms.pricePrecision)
  const beyond = bound + directionOf(base)
  if (beyond < 1 || beyond > PRICE_MAX) return undefined
  const near = typedNumber(levelText(unit, points(beyond), base), decimals)
  if (typeof near !== 'number') return undefined
  const isBeyond = (value: number): boolean => {
    const price = levelPrice(unit, formatDecimal(value, decimals), base)
    return typeof price === 'number' && (price - bound) * directionOf(base) > 0
  }
  // The text was rounded, so the next value is far enough. A larger distance never gives a nearer price.
  let [least, enough] = [0, near + 1]
  if (!isBeyond(enough)) return undefined
  while (least < enough) {
    const between = Math.floor((least + enough) / 2)
    if (isBeyond(between)) enough = between
    else least = between + 1
  }
  return formatDecimal(least, decimals)
}

/** Whether the level lies above the entry. */
const directionOf = ({ level, side }: Pick<LevelBase, 'level' | 'side'>): 1 | -1 =>
  (level === 'takeProfit') === (side === 'buy') ? 1 : -1

/** Whether distances of this price are pips, or the price itself. */
export const hasPips = (terms: Pick<InstrumentTerms, 'pricePrecision'>): boolean => isPipPrice(terms.pricePrecision)
