/**
 * Typed amounts of deposits and withdrawals: parsed once, exactly, and shown with all digits. The functions of the
 * server compute their values.
 */
import { moneyOf } from '@veritick/contract'
import {
  ASSET_DECIMALS,
  type AssetKind,
  type AssetUnits,
  formatDecimal,
  type Micros,
  MONEY_MAX,
  micros,
  must,
  payoutOf,
  worthOf,
} from '@veritick/domain'
import { decimalSign, LANGUAGE_FACTS } from '@veritick/locales'
import { languageNow } from '../../i18n/i18n.ts'
import { hasOneGroup, type TypedFault, typedNumber } from '../ticket/typed.ts'

const USD_DECIMALS = 6
/** The smallest number of decimals of money. */
const SHOWN_DECIMALS = 2

export type AmountFault = TypedFault | 'not_positive'

/** USD, exact to a micro-dollar. */
export const typedUsd = (text: string): Micros | AmountFault => typedAmount(text, USD_DECIMALS) as Micros | AmountFault

/**
 * The value of the sentence about a text that is no amount, which is shown with the decimal sign of the language. It is
 * below a thousand, because a larger one would be shown with separators, which the field refuses.
 */
export const AMOUNT_EXAMPLE = { example: '250.50' }

/** An amount of a coin or of a bank currency. */
export const typedUnits = (text: string, kind: AssetKind): AssetUnits | AmountFault =>
  typedAmount(text, ASSET_DECIMALS[kind]) as AssetUnits | AmountFault

/**
 * "20,000" in English is no 20: a separator that is not the decimal sign of the customer's language, with three digits
 * behind it, may group thousands, so the customer is asked to write the amount without it.
 */
function typedAmount(text: string, decimals: number): number | AmountFault {
  const grouping = decimalSign(LANGUAGE_FACTS[languageNow()].tag) === '.' ? ',' : '\\.'
  return hasOneGroup(text, grouping) ? 'not_a_number' : positive(typedNumber(text, decimals))
}

function positive(value: number | TypedFault): number | AmountFault {
  return typeof value === 'number' && value <= 0 ? 'not_positive' : value
}

/** Money text of the wire, which the contract guarantees. */
export const usdOf = (text: string): Micros => must(moneyOf(text), 'money of the wire is money')

/** 1250500000 -> "1250.50": all digits without trailing zeros, at least two decimals. */
export const textOfUsd = (amount: Micros): string => trimmed(formatDecimal(amount, USD_DECIMALS))
/** 1540844 of a coin -> "0.01540844"; 2500 of a bank's currency -> "25.00". */
export const textOfUnits = (units: AssetUnits, kind: AssetKind): string =>
  trimmed(formatDecimal(units, ASSET_DECIMALS[kind]))

/** Removes trailing zeros beyond the second decimal; text that is no decimal stays. */
export function trimmed(text: string): string {
  const [whole = '', fraction] = text.split('.')
  if (fraction === undefined) return text
  const kept = fraction.replace(/0+$/, '').padEnd(SHOWN_DECIMALS, '0')
  return `${whole}.${kept}`
}

/** Number of decimals that show a wire amount completely, at least two. */
export const decimalsShown = (text: string): number => trimmed(text).split('.')[1]?.length ?? 0

/** One amount in two units: the unit that was typed, and its text. */
export type Typed = { readonly side: 'asset' | 'usd'; readonly text: string }

export type Both = {
  /** The amount of the request, or the fault of the typed text. */
  readonly units: AssetUnits | AmountFault
  /** The value in USD, as the server will compute it. */
  readonly usd: Micros | undefined
  readonly assetText: string
  readonly usdText: string
}

/** The typed unit stays unchanged; the other is computed at the rate of one whole coin. */
export function bothOf(typed: Typed, asset: { readonly kind: AssetKind; readonly price: Micros }): Both {
  const { kind, price } = asset
  const units = typed.side === 'asset' ? typedUnits(typed.text, kind) : unitsFor(typedUsd(typed.text), asset)
  const usd = typeof units === 'number' ? worthOf({ kind, units, price }) : undefined
  const tooMuch = typeof units === 'number' && (usd === undefined || usd > MONEY_MAX)
  if (tooMuch)
    return { units: 'out_of_range', usd: undefined, assetText: '', usdText: '', [`${typed.side}Text`]: typed.text }
  if (typed.side === 'asset')
    return { units, usd, assetText: typed.text, usdText: usd === undefined ? '' : textOfUsd(usd) }
  return { units, usd, assetText: typeof units === 'number' ? textOfUnits(units, kind) : '', usdText: typed.text }
}

/** The amount to send for a value in USD: the payout of that value without a fee. */
function unitsFor(
  usd: Micros | AmountFault,
  asset: { readonly kind: AssetKind; readonly price: Micros },
): AssetUnits | AmountFault {
  if (typeof usd !== 'number') return usd
  const { received } = payoutOf({ amount: usd, fee: { kind: 'fixed', amount: micros(0) }, ...asset })
  if (received === undefined) return 'out_of_range'
  return received === 0 ? 'not_positive' : received
}
