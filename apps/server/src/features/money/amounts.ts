/**
 * Amounts as customers type them, read at the scale of what they are counted in, each way to be wrong with its own
 * word; and as they read them.
 */
import {
  ASSET_DECIMALS,
  type AssetKind,
  type AssetUnits,
  assetUnits,
  formatDecimal,
  MICROS_PER_CENT,
  type Micros,
  MONEY_MAX,
  micros,
  mulDivHalfAway,
  parseDecimal,
} from '@veritick/domain'
import { type Refusal, refuse } from '../../calls/index.ts'

export type Read<Value> = { readonly ok: true; readonly value: Value } | Refusal

const USD_DECIMALS = 6

/** USD above zero that an account can hold. */
export function readUsd(text: string, field: string): Read<Micros> {
  const read = readAmount(text, USD_DECIMALS, field)
  if (!read.ok) return read
  return read.value > MONEY_MAX ? refuse('amount_too_large', field) : { ok: true, value: micros(read.value) }
}

/** An amount of a coin or currency, above zero. */
export function readUnits(text: string, kind: AssetKind, field: string): Read<AssetUnits> {
  const read = readAmount(text, ASSET_DECIMALS[kind], field)
  return read.ok ? { ok: true, value: assetUnits(read.value) } : read
}

function readAmount(text: string, decimals: number, field: string): Read<number> {
  const value = parseDecimal(text, decimals)
  if (value === 'not_a_number') return refuse('number_malformed', field)
  if (value === 'too_precise') return refuse('amount_too_precise', field)
  if (value === 'out_of_range') return refuse('amount_too_large', field)
  return value > 0 ? { ok: true, value } : refuse('amount_not_positive', field)
}

/** 1250500000 micro-dollars -> `1,250.50`; what is smaller than a cent is shown too. */
export const amountText = (amount: number): string => decimalText(amount, USD_DECIMALS)

/** 74688500000 of a coin -> `746.885`; 125050 of a currency -> `1,250.50`. */
export const unitsText = (units: number, kind: AssetKind): string => decimalText(units, ASSET_DECIMALS[kind])

/** Grouped, with two decimals or all that are not zero. */
function decimalText(value: number, decimals: number): string {
  const [whole = '', cents = ''] = formatDecimal(value, decimals).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents.slice(0, 2)}${cents.slice(2).replace(/0+$/, '')}`
}

/** 1250504999 micro-dollars -> `1,250.50`: two decimals, half away from zero, for sentences that customers read. */
export const centsText = (amount: Micros): string =>
  amountText(mulDivHalfAway(amount, 1, MICROS_PER_CENT) * MICROS_PER_CENT)

/** 1250500000 micro-dollars -> `1,250.50 USD`. */
export const usdText = (amount: number): string => `${amountText(amount)} USD`
