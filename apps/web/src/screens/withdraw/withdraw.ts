/**
 * Withdrawals as pure functions: holds, available amount, payout, faults, and the request. Fee and payout come from the
 * function of the server.
 */
import {
  type CallData,
  type CallInput,
  DRAW_FEE_TYPE,
  DRAW_TYPE,
  type DrawMethod,
  REVIEW_STATUS,
} from '@veritick/contract'
import {
  type AssetUnits,
  assert,
  assetUnits,
  type DrawFee,
  formatDecimal,
  type Micros,
  micros,
  parseDecimal,
  payoutOf,
  ppm,
  reachesMinimum,
  unreachable,
} from '@veritick/domain'
import { HOUR_MILLIS } from '../../format/time.ts'
import { type AmountFault, trimmed, typedUsd, usdOf } from '../money/amounts.ts'

export type WithdrawTerms = CallData<'drawTerms'>
export type WithdrawCurrency = CallData<'drawSymbols'>[number]
export type WithdrawType = WithdrawCurrency['type']

const RATE_DECIMALS = 6
const USD_DECIMALS = 6

export const WITHDRAW_TYPES = [DRAW_TYPE.coin, DRAW_TYPE.bank] as const
/** `?type=` of the withdrawal screens: crypto by default. */
export const withdrawTypeOf = (text: string | null): WithdrawType =>
  WITHDRAW_TYPES.find((type) => String(type) === text) ?? DRAW_TYPE.coin
/** Kinds with an open currency. */
export const openTypes = (currencies: readonly WithdrawCurrency[]): readonly WithdrawType[] =>
  WITHDRAW_TYPES.filter((type) => currencies.some((currency) => currency.type === type))
export const assetKindOf = (type: WithdrawType) => (type === DRAW_TYPE.coin ? ('coin' as const) : ('bank' as const))

/** A reason that blocks withdrawals now; the screen shows each with its end. */
export type Hold =
  | { readonly kind: 'frozen' }
  /** 0: nothing submitted, 1: under review. */
  | { readonly kind: 'identity'; readonly status: 0 | 1 }
  | { readonly kind: 'password'; readonly until: number }

export function holdsOf(person: {
  readonly terms: WithdrawTerms
  readonly frozen: boolean
  readonly now: number
}): Hold[] {
  const { terms, frozen, now } = person
  const until = terms.held_until === null ? 0 : Date.parse(terms.held_until)
  return [
    ...(frozen ? [{ kind: 'frozen' } as const] : []),
    ...(terms.identity_status === REVIEW_STATUS.verified
      ? []
      : [{ kind: 'identity', status: terms.identity_status } as const]),
    ...(until > now ? [{ kind: 'password', until } as const] : []),
  ]
}

type Funds = { readonly balance: string | undefined; readonly marginFree: string | undefined }

/**
 * The part of the balance that is neither reserved nor used as margin; never below zero. `undefined` until both figures
 * are known: the balance alone would be too much for a customer with positions.
 */
export function freeOf({ balance, marginFree }: Funds): Micros | undefined {
  if (balance === undefined || marginFree === undefined) return undefined
  return micros(Math.max(0, Math.min(usdOf(balance), usdOf(marginFree))))
}

/** The waiting period that this method was saved with: a change of the setting counts for new methods only. */
export const holdHours = ({ created_at, usable_at }: Pick<DrawMethod, 'created_at' | 'usable_at'>): number =>
  Math.round((Date.parse(usable_at) - Date.parse(created_at)) / HOUR_MILLIS)

/** Whether a method may be used, by its own date, because the cached list may be old. */
export const isUsable = (method: Pick<DrawMethod, 'usable' | 'usable_at'>, now: number): boolean =>
  method.usable || Date.parse(method.usable_at) <= now

/** The time at which the first saved method may be used; `undefined`: a method may be used now, or none is saved. */
export function lockedUntil(methods: readonly Pick<DrawMethod, 'usable' | 'usable_at'>[], now: number) {
  if (methods.length === 0 || methods.some((method) => isUsable(method, now))) return undefined
  return Math.min(...methods.map((method) => Date.parse(method.usable_at)))
}

/** The currently offered currency of a method; `undefined`: no longer offered. */
export function currencyOf(method: DrawMethod, currencies: readonly WithdrawCurrency[]): WithdrawCurrency | undefined {
  const { id, code, protocol } = method.draw_currency
  return currencies.find(
    (each) => each.id === id && each.type === method.type && each.code === code && each.protocol === protocol,
  )
}

/** The method that needs no choice: the only one that can be used. */
export function onlyOne(
  methods: readonly DrawMethod[],
  currencies: readonly WithdrawCurrency[],
  now: number,
): DrawMethod | undefined {
  const [only, another] = methods.filter(
    (method) => isUsable(method, now) && currencyOf(method, currencies)?.price_old === false,
  )
  return another === undefined ? only : undefined
}

/** The fee from the settings: USD, or a share of the amount. */
export function withdrawalFeeOf(currency: Pick<WithdrawCurrency, 'fee_type' | 'draw_rate'>): DrawFee {
  switch (currency.fee_type) {
    case DRAW_FEE_TYPE.fixed:
      return { kind: 'fixed', amount: usdOf(currency.draw_rate) }
    case DRAW_FEE_TYPE.share: {
      const rate = parseDecimal(currency.draw_rate, RATE_DECIMALS)
      assert(typeof rate === 'number', 'a rate of the wire is a rate')
      return { kind: 'share', rate: ppm(rate) }
    }
    default:
      return unreachable(currency.fee_type)
  }
}

/** The fee beside its amount: 0.0125 -> "1.25" percent. */
export function feePercent(currency: Pick<WithdrawCurrency, 'fee_type' | 'draw_rate'>): string | undefined {
  const fee = withdrawalFeeOf(currency)
  return fee.kind === 'share' ? trimmed(formatDecimal(fee.rate, RATE_DECIMALS - PERCENT_DIGITS)) : undefined
}
/** A percent is a hundredth. */
const PERCENT_DIGITS = 2

export type Payout = { readonly amount: Micros; readonly fee: Micros; readonly received: AssetUnits }

/** An empty, negative or too large amount pays out nothing: 0, beside the fixed fee. */
export function payoutIn(text: string, currency: WithdrawCurrency): Payout {
  const amount = typedUsd(text)
  const whole = withdrawalFeeOf(currency)
  const nothing = { amount: micros(0), fee: whole.kind === 'fixed' ? whole.amount : micros(0), received: assetUnits(0) }
  if (typeof amount !== 'number') return nothing
  const { fee, received } = payoutOf({
    amount,
    fee: whole,
    price: usdOf(currency.usd_price),
    kind: assetKindOf(currency.type),
  })
  return received === undefined ? nothing : { amount, fee, received }
}

/** The text for an open position that blocks the withdrawal; `undefined`: the server's own sentence applies. */
export function positionFault(reason: string): 'position_unpriced' | 'position_closed' | undefined {
  if (reason === 'market_closed') return 'position_closed'
  return reason === 'price_unconfirmed' || reason === 'price_stale' ? 'position_unpriced' : undefined
}

export type WithdrawForm = {
  readonly method: DrawMethod | undefined
  readonly amount: string
  readonly memo: string
}

export type WithdrawFaults = {
  readonly method?: 'missing' | 'payee_not_usable_yet' | 'channel_unknown' | 'draw_price_old'
  readonly amount?:
    | AmountFault
    | 'draw_too_small'
    | 'balance_not_enough'
    | 'margin_not_enough'
    | 'draw_day_limit'
    | 'draw_nothing_left'
    | 'amount_too_large'
}

/** The amount is outside the limits, so no payout is shown. */
export const isBeyond = (fault: WithdrawFaults['amount']): boolean =>
  fault === 'draw_too_small' ||
  fault === 'balance_not_enough' ||
  fault === 'margin_not_enough' ||
  fault === 'draw_day_limit'

export function withdrawFaults(
  form: WithdrawForm,
  facts: {
    readonly currencies: readonly WithdrawCurrency[]
    readonly terms: WithdrawTerms
    readonly balance: string | undefined
    readonly marginFree: string | undefined
    readonly now: number
  },
): WithdrawFaults {
  const method = methodFault(form.method, facts)
  const amount = amountFault(form, facts)
  return { ...(method === undefined ? {} : { method }), ...(amount === undefined ? {} : { amount }) }
}

function methodFault(
  method: DrawMethod | undefined,
  facts: { readonly currencies: readonly WithdrawCurrency[]; readonly now: number },
): WithdrawFaults['method'] {
  if (method === undefined) return 'missing'
  const currency = currencyOf(method, facts.currencies)
  if (currency === undefined) return 'channel_unknown'
  if (currency.price_old) return 'draw_price_old'
  return isUsable(method, facts.now) ? undefined : 'payee_not_usable_yet'
}

/** A lack of funds is reported before the daily limit, because the customer can act on it. */
function amountFault(form: WithdrawForm, facts: Parameters<typeof withdrawFaults>[1]): WithdrawFaults['amount'] {
  const { terms, balance, marginFree, currencies } = facts
  const amount = typedUsd(form.amount)
  if (typeof amount !== 'number') return amount
  // Without positions the whole balance may be below the minimum.
  const rest = balance !== undefined && balance === marginFree ? usdOf(balance) : undefined
  if (!reachesMinimum({ amount, minimum: usdOf(terms.minimum), rest })) return 'draw_too_small'
  const currency = form.method && currencyOf(form.method, currencies)
  const payout =
    currency &&
    payoutOf({
      amount,
      fee: withdrawalFeeOf(currency),
      price: usdOf(currency.usd_price),
      kind: assetKindOf(currency.type),
    })
  if (payout !== undefined && payout.received === undefined) return 'amount_too_large'
  if (payout?.received === 0) return 'draw_nothing_left'
  if (balance !== undefined && amount > usdOf(balance)) return 'balance_not_enough'
  const free = freeOf({ balance, marginFree })
  if (free !== undefined && amount > free) return 'margin_not_enough'
  return amount > usdOf(terms.left_today) ? 'draw_day_limit' : undefined
}

export function withdrawRequest(form: WithdrawForm): CallInput<'draw'> | undefined {
  const amount = typedUsd(form.amount)
  if (form.method === undefined || typeof amount !== 'number') return undefined
  const memo = form.memo.trim()
  return {
    draw_currency_id: form.method.draw_currency.id,
    draw_method_id: form.method.id,
    number: formatDecimal(amount, USD_DECIMALS),
    ...(memo === '' ? {} : { memo }),
  }
}
