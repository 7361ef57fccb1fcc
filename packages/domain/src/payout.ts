/**
 * What a deposit is worth and what arrives of a withdrawal, as the specification computes it: the fee is fixed or a
 * share of the amount, the rest is converted at the currency's price in USD, never below zero. The ticket in the
 * browser and the server use these same functions. Fees round up; what a person gets rounds down.
 */
import { type AssetUnits, assetUnits, type Micros, micros, PPM, type Ppm } from './numbers.ts'
import { mulDivUp, ratioIfFits } from './round.ts'

/** A withdrawal's fee: so much USD, or a share of the amount. */
export type DrawFee =
  | { readonly kind: 'fixed'; readonly amount: Micros }
  | { readonly kind: 'share'; readonly rate: Ppm }

/** Decimals that amounts of each kind of money are kept and shown with. */
export const ASSET_DECIMALS = { coin: 8, bank: 2 } as const
export type AssetKind = keyof typeof ASSET_DECIMALS

/** USD for so many units at the price of one whole coin, rounded down; `undefined`: too much for any account. */
export function worthOf(asset: {
  readonly kind: AssetKind
  readonly units: AssetUnits
  readonly price: Micros
}): Micros | undefined {
  const value = ratioIfFits([asset.units, asset.price], [10 ** ASSET_DECIMALS[asset.kind]], 'down')
  return value === undefined ? undefined : micros(value)
}

/** Less than a cent below the rest is the rest: a coin or a typed amount cannot always meet it to the micro-dollar. */
const REST_TOLERANCE = micros(10_000)

/**
 * Whether an amount may be moved as far as the smallest one goes. Where only `rest`, less than the minimum, can still
 * be moved, exactly the rest is enough; `undefined`: more can.
 */
export function reachesMinimum(asked: {
  readonly amount: Micros
  readonly minimum: Micros
  readonly rest: Micros | undefined
}): boolean {
  const { amount, minimum, rest } = asked
  if (amount >= minimum) return true
  if (rest === undefined || rest <= 0 || rest >= minimum) return false
  return amount > 0 && amount <= rest && rest - amount < REST_TOLERANCE
}

/**
 * `received`: in units of the currency, 0 when the fee takes everything; `undefined` when it is too much to be counted.
 */
export function payoutOf(draw: {
  readonly amount: Micros
  readonly fee: DrawFee
  readonly price: Micros
  readonly kind: AssetKind
}): {
  readonly fee: Micros
  readonly received: AssetUnits | undefined
} {
  const { amount, price, kind } = draw
  const fee = draw.fee.kind === 'fixed' ? draw.fee.amount : micros(mulDivUp(amount, draw.fee.rate, PPM))
  if (fee >= amount) return { fee, received: assetUnits(0) }
  const units = ratioIfFits([amount - fee, 10 ** ASSET_DECIMALS[kind]], [price], 'down')
  return { fee, received: units === undefined ? undefined : assetUnits(units) }
}
