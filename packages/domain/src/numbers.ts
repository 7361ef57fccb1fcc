/**
 * The kinds of number that must not be mixed. Each is a safe integer with a brand; the unit is in the name. Whole
 * numbers in a double are exact up to 2^53, which as micro-dollars is nine billion dollars.
 */
declare const unit: unique symbol
type Branded<Unit extends string> = number & { readonly [unit]: Unit }

/** Money: 1e-6 USD. */
export type Micros = Branded<'Micros'>
/** A price in steps of its instrument: 10^-pricePrecision of the quote currency. */
export type Points = Branded<'Points'>
/** A size: 0.0001 lots. */
export type LotUnits = Branded<'LotUnits'>
/** A share of something: 1e-6 of it. Rates per year and fee rates. */
export type Ppm = Branded<'Ppm'>
/** An amount of a coin or of a bank's currency, in its smallest step: payout.ts says how many decimals. */
export type AssetUnits = Branded<'AssetUnits'>
/** A moment: milliseconds since 1970 UTC. Of the market's clock or of the wall, the name of the variable says which. */
export type Millis = Branded<'Millis'>

export const MICROS_PER_USD = 1_000_000
export const LOT_UNITS_PER_LOT = 10_000
/** Decimals of a size in lots: one unit is the last of them. */
export const LOT_DECIMALS = 4
export const PPM = 1_000_000

/** The largest amount a single balance, deposit or profit may reach: one billion USD. */
export const MONEY_MAX = 1_000_000_000_000_000 as Micros

export const micros = (value: number): Micros => whole(value) as Micros
export const points = (value: number): Points => whole(value) as Points
export const lotUnits = (value: number): LotUnits => whole(value) as LotUnits
export const ppm = (value: number): Ppm => whole(value) as Ppm
export const assetUnits = (value: number): AssetUnits => whole(value) as AssetUnits
export const millis = (value: number): Millis => whole(value) as Millis

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`broken promise: ${value} is not a safe whole number`)
  return value + 0
}
