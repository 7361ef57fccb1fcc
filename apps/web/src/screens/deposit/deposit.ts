/**
 * Deposits as pure functions: the form, its value in USD, its faults, and the request. They check the limits of the
 * server early; the server checks again.
 */
import { type CallData, type CallInput, CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { ASSET_DECIMALS, type AssetKind, formatDecimal, micros, reachesMinimum } from '@veritick/domain'
import { type AmountFault, type Both, bothOf, type Typed, usdOf } from '../money/amounts.ts'

export type DepositTerms = CallData<'chargeTerms'>
export type Network = CallData<'chargeInfo'>[number]
export type BankAccount = CallData<'chargeWireInfo'>[number]

/** Payment methods by their number on the wire, which the URL of the screen uses too. */
export const METHODS = Object.values(CHARGE_TYPE)
export type Method = (typeof METHODS)[number]
export const methodOf = (text: string | null): Method =>
  METHODS.find((method) => String(method) === text) ?? CHARGE_TYPE.coin

/** The wanted method if it is open, otherwise the first open one; `undefined`: none is open. */
export const openMethod = (wanted: Method, terms: Pick<DepositTerms, 'ways'>): Method | undefined =>
  terms.ways.includes(wanted) ? wanted : METHODS.find((method) => terms.ways.includes(method))

export const kindOfMethod = (method: Method): AssetKind => (method === CHARGE_TYPE.coin ? 'coin' : 'bank')

/** The price of one USD in USD. */
const ONE_USD = '1.000000'
/** True for USD at the price 1: the screens then show neither its value in USD nor its price. */
export const isDollar = (asset: { readonly currency: string; readonly usd: string }): boolean =>
  asset.currency === 'USD' && usdOf(asset.usd) === usdOf(ONE_USD)

export type DepositForm = {
  readonly method: Method
  /** The rate of the chosen network or account; a card pays in USD. */
  readonly price: string | undefined
  readonly typed: Typed
  readonly hash: string
  readonly proof: string | undefined
}

/** `missing` amounts and pictures are errors after the first submit. */
export type DepositFaults = {
  readonly channel?: 'missing'
  readonly amount?: AmountFault | 'deposit_too_small' | 'deposit_limit_unverified' | 'verification_needed'
  readonly hash?: 'transaction_malformed'
  readonly proof?: 'picture_missing'
}

export function bothIn(form: Pick<DepositForm, 'method' | 'price' | 'typed'>): Both {
  return bothOf(form.typed, { kind: kindOfMethod(form.method), price: usdOf(form.price ?? ONE_USD) })
}

/** Both amounts as their fields show them: the computed one in the writing of the language, the typed one as typed. */
export function fieldsOf(
  typed: Typed,
  both: Pick<Both, 'assetText' | 'usdText'>,
  written: (figure: string) => string,
): { readonly asset: string; readonly usd: string } {
  return typed.side === 'asset'
    ? { asset: both.assetText, usd: written(both.usdText) }
    : { asset: written(both.assetText), usd: both.usdText }
}

/** The amount of a deposit in a list: what was credited, where it differs from the value of the report. */
export function amountShown(record: Pick<ChargeRecord, 'number' | 'currency_code' | 'usd' | 'credited'>): {
  readonly amount: string
  readonly currency: string
} {
  const { number, currency_code, usd, credited } = record
  return credited === null || usdOf(credited) === usdOf(usd)
    ? { amount: number, currency: currency_code }
    : { amount: credited, currency: 'USD' }
}

export function depositFaults(form: DepositForm, terms: DepositTerms | undefined): DepositFaults {
  const amount = amountFault(bothIn(form), terms)
  const card = form.method === CHARGE_TYPE.card
  return {
    ...(!card && form.price === undefined ? { channel: 'missing' as const } : {}),
    ...(amount === undefined ? {} : { amount }),
    ...(form.method === CHARGE_TYPE.coin && isHashWrong(form.hash) ? { hash: 'transaction_malformed' as const } : {}),
    ...(!card && form.proof === undefined ? { proof: 'picture_missing' as const } : {}),
  }
}

function amountFault({ units, usd }: Both, terms: DepositTerms | undefined): DepositFaults['amount'] {
  if (typeof units !== 'number') return units
  if (usd === undefined || terms === undefined) return undefined
  const left = terms.left_without_verification === null ? undefined : usdOf(terms.left_without_verification)
  if (!reachesMinimum({ amount: usd, minimum: usdOf(terms.minimum), rest: left })) return 'deposit_too_small'
  if (left === undefined || usd <= left) return undefined
  return left === 0 ? 'verification_needed' : 'deposit_limit_unverified'
}

/** The rest of the limit without verification when it is below the smallest deposit; otherwise `undefined`. */
export function restBelowMinimum({ minimum, left_without_verification: left }: DepositTerms): string | undefined {
  return left !== null && usdOf(left) > 0 && usdOf(left) < usdOf(minimum) ? left : undefined
}

/** Optional; 64 hex digits on every chain, with or without `0x`. */
export const isHashWrong = (text: string): boolean => text.trim() !== '' && !/^(?:0x)?[0-9a-f]{64}$/i.test(text.trim())

/** The amount of the request in plain decimals; `undefined`: no valid amount. */
export function numberOf(form: Pick<DepositForm, 'method' | 'price' | 'typed'>): string | undefined {
  const { units } = bothIn(form)
  return typeof units === 'number' ? formatDecimal(units, ASSET_DECIMALS[kindOfMethod(form.method)]) : undefined
}

export function coinRequest(form: DepositForm, network: Network): CallInput<'chargeSubmit'> | undefined {
  const number = numberOf(form)
  if (number === undefined || form.proof === undefined) return undefined
  const hash = form.hash.trim()
  return {
    charge_id: network.id,
    address: network.address,
    number,
    proofImg: form.proof,
    ...(hash === '' ? {} : { tx_hash: hash }),
  }
}

export function wireRequest(form: DepositForm, account: BankAccount): CallInput<'chargeWireSubmit'> | undefined {
  const number = numberOf(form)
  return number === undefined || form.proof === undefined
    ? undefined
    : { wire_id: account.id, number, proofImg: form.proof }
}

/** The rest of the limit without verification; `undefined` once verified. */
export function allowanceOf(terms: DepositTerms): { readonly left: string; readonly none: boolean } | undefined {
  const left = terms.left_without_verification
  return left === null ? undefined : { left, none: usdOf(left) === micros(0) }
}

/** The URL of a card payment: a page of this host or of the provider, over http or https only. */
export function paymentAddress(url: string, here: string): string | undefined {
  if (!URL.canParse(url, here)) return undefined
  const target = new URL(url, here)
  return target.protocol === 'https:' || target.origin === new URL(here).origin ? target.href : undefined
}
