/**
 * Branded whole numbers, one type a unit, so that the compiler refuses to mix them. A double holds whole numbers
 * exactly up to 2^53, which is nine billion dollars in micro-dollars.
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
/**
 * A moment: milliseconds since 1970 UTC. The name of the variable says whether it is market time or wall clock time.
 */
export type Millis = Branded<'Millis'>
/** A person who signs in: a registered customer or the owner of a device with a demo account. Never an account. */
export type UserId = Branded<'UserId'>
/** An account of the engine: it has one balance and its own orders. A user owns one or several. */
export type AccountId = Branded<'AccountId'>

export const MICROS_PER_USD = 1_000_000
export const MICROS_PER_CENT = 10_000
export const LOT_UNITS_PER_LOT = 10_000
/** Decimals of a size in lots: one unit is the last of them. */
export const LOT_DECIMALS = 4
export const PPM = 1_000_000

/** The largest amount a single balance, deposit or profit may reach: one billion USD. */
export const MONEY_MAX = 1_000_000_000_000_000 as Micros

/** A safe integer as money in 1e-6 USD; throws on any other number. */
export const micros = (value: number): Micros => whole(value) as Micros
/** A safe integer as a price in steps of its instrument; throws on any other number. */
export const points = (value: number): Points => whole(value) as Points
/** A safe integer as a size in 0.0001 lots; throws on any other number. */
export const lotUnits = (value: number): LotUnits => whole(value) as LotUnits
/** A safe integer as a share in 1e-6; throws on any other number. */
export const ppm = (value: number): Ppm => whole(value) as Ppm
/** A safe integer as an amount in the smallest step of its asset (`ASSET_DECIMALS`); throws on any other number. */
export const assetUnits = (value: number): AssetUnits => whole(value) as AssetUnits
/** A safe integer as a moment in milliseconds since 1970 UTC; throws on any other number. */
export const millis = (value: number): Millis => whole(value) as Millis
/** A safe integer as the number of a user; throws on any other number. */
export const userId = (value: number): UserId => whole(value) as UserId
/** A safe integer as the number of an account; throws on any other number. */
export const accountId = (value: number): AccountId => whole(value) as AccountId

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`invariant violated: a value is a safe whole number, not ${value}`)
  return value + 0
}
