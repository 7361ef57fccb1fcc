/**
 * The USD value of a deposit, and fee and payout of a withdrawal (specification, deposits and withdrawals). The browser
 * and the server call the same functions, so the shown amount is the paid amount. Fees round up, amounts that the
 * customer receives round down.
 */
import { unreachable } from './assert.ts'
import {
  type AssetUnits,
  assetUnits,
  MICROS_PER_CENT,
  MICROS_PER_USD,
  type Micros,
  micros,
  PPM,
  type Ppm,
} from './numbers.ts'
import { mulDivUp, ratioIfFits } from './round.ts'

/** The fee of a withdrawal: a fixed amount in USD, or a share of the amount. */
export type DrawFee =
  | { readonly kind: 'fixed'; readonly amount: Micros }
  | { readonly kind: 'share'; readonly rate: Ppm }

/** Decimals with which amounts of each kind of asset are stored and shown. */
export const ASSET_DECIMALS = { coin: 8, bank: 2 } as const
export type AssetKind = keyof typeof ASSET_DECIMALS

/**
 * units x price / 10^decimals: the USD value of an amount, rounded down to a micro-dollar. `price` is micro-dollars for
 * one whole coin or currency unit. `undefined`: the value passes 2^53.
 */
export function worthOf(asset: {
  readonly kind: AssetKind
  readonly units: AssetUnits
  readonly price: Micros
}): Micros | undefined {
  const value = ratioIfFits([asset.units, asset.price], [10 ** ASSET_DECIMALS[asset.kind]], 'down')
  return value === undefined ? undefined : micros(value)
}

/** An amount less than a cent below the rest counts as the rest: assets have fewer decimals than micro-dollars. */
const REST_TOLERANCE = MICROS_PER_CENT

/**
 * Whether an amount reaches the minimum. When the customer can move only `rest`, and the rest is below the minimum,
 * exactly the rest is enough. `rest` `undefined`: no limit is in the way. All in micro-dollars.
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

/** An entry of the withdrawal currencies as far as the age of its price needs it. */
export type PricedCurrency = {
  readonly id: number
  readonly type: number
  readonly code: string
  readonly protocol: string
  readonly enabled: boolean
  readonly usd_price: Micros
}

/** False for USD and coins pegged to it, whose price is exactly 1 USD. */
export const canPriceAge = ({ usd_price }: Pick<PricedCurrency, 'usd_price'>): boolean => usd_price !== MICROS_PER_USD

/**
 * Whether saving `waiting`, a list that comes into force later, confirms the price of `entry`, which is in force: it
 * offers the same currency at no higher price, and the price in force pays no more than that.
 */
export function confirmsPrice(waiting: readonly PricedCurrency[], entry: PricedCurrency): boolean {
  const { id, type, code, protocol, enabled, usd_price } = entry
  return waiting.some(
    (other) =>
      other.id === id &&
      other.type === type &&
      other.code === code &&
      other.protocol === protocol &&
      other.enabled === enabled &&
      other.usd_price <= usd_price,
  )
}

/** An entry of the deposit networks or wire currencies as far as the age of its price needs it. */
export type PricedDeposit = {
  readonly id: number
  readonly currency: string
  readonly enabled: boolean
  readonly usd_price: Micros
}

/**
 * The same for a price of deposits: the waiting list has the same currency at no lower price, and the price in force
 * credits no more than that.
 */
export function confirmsDepositPrice(waiting: readonly PricedDeposit[], entry: PricedDeposit): boolean {
  const { id, currency, enabled, usd_price } = entry
  return waiting.some(
    (other) =>
      other.id === id && other.currency === currency && other.enabled === enabled && other.usd_price >= usd_price,
  )
}

/**
 * Fee and payout of a withdrawal of `amount` micro-dollars. Fee: the fixed amount, or amount x rate rounded up.
 * `received`: (amount - fee) / price in units of the asset, rounded down; 0 when the fee reaches the amount;
 * `undefined` when it passes 2^53. `price`: micro-dollars for one whole coin or currency unit.
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
  const fee = withdrawalFee(draw.fee, amount)
  if (fee >= amount) return { fee, received: assetUnits(0) }
  const units = ratioIfFits([amount - fee, 10 ** ASSET_DECIMALS[kind]], [price], 'down')
  return { fee, received: units === undefined ? undefined : assetUnits(units) }
}

function withdrawalFee(fee: DrawFee, amount: Micros): Micros {
  switch (fee.kind) {
    case 'fixed':
      return fee.amount
    case 'share':
      return micros(mulDivUp(amount, fee.rate, PPM))
    default:
      return unreachable(fee)
  }
}
