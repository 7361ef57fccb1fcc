/** May this position open now, and at what cost: trading rules 4 and 5, for a market order and for a pending one at its trigger. */
import {
  assert,
  compareLevel,
  feeOf,
  type LotUnits,
  MARGIN_CALL_LEVEL,
  type Micros,
  MONEY_MAX,
  marginOf,
  notionalOf,
  type Points,
  type Side,
} from '@veritick/domain'
import type { AccountSlot } from './columns.ts'
import type { Market } from './market.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf } from './valuation.ts'

export type NewPosition = {
  readonly account: AccountSlot
  readonly market: Market
  readonly side: Side
  readonly lots: LotUnits
  readonly leverage: number
  /** The current Close for a market order, the target for a pending one. */
  readonly marginPrice: Points
}

export type Cost = { readonly price: Points; readonly margin: Micros; readonly fee: Micros }
export type CostFault = 'conversion_missing' | 'amount_too_large' | 'margin_not_enough'

/** Level below 100 already: nothing new opens. */
export function inMarginCall(state: State, account: AccountSlot): boolean {
  const used = marginUsedOf(state, account)
  return used !== 0 && compareLevel(equityOf(state, account), used, MARGIN_CALL_LEVEL) < 0
}

/** `conversion_missing` before `amount_too_large`: all that an account holds is together worth at most MONEY_MAX. */
export function sizeFault(state: State, position: NewPosition): 'conversion_missing' | 'amount_too_large' | undefined {
  const { account, market, lots, marginPrice } = position
  if (!market.hasLiveRate()) return 'conversion_missing'
  const { accounts } = state
  if (accounts.unbounded.get(account) > 0) return 'amount_too_large'
  const own = notionalOf({ terms: market.terms, lots, price: marginPrice, conversion: rateOf(market) })
  if (own === undefined || own + accounts.notional.get(account) > MONEY_MAX) return 'amount_too_large'
  return undefined
}

/** What opening at the market's quote takes. After fee and spread the free margin must not be below zero. */
export function costOf(state: State, position: NewPosition): Cost | CostFault {
  const fault = sizeFault(state, position)
  if (fault !== undefined) return fault
  const { account, market, side, lots, leverage, marginPrice } = position
  const { terms } = market
  const margin = marginOf({ terms, lots, price: marginPrice, leverage, conversion: rateOf(market) })
  const fee = feeOf({ feeType: state.feeType, terms, lots, margin })
  assert(margin >= 0 && fee >= 0, 'margin and fee are not negative')
  const long = side === 'buy'
  const price = (long ? market.ask : market.bid) as Points
  const spread = market.profit({ long, lots, open: price })
  assert(spread <= 0, 'a spread is paid, never received')
  if (equityOf(state, account) - fee + spread < marginUsedOf(state, account) + margin) return 'margin_not_enough'
  return { price, margin, fee }
}

function rateOf(market: Market): { numerator: number; denominator: number } {
  assert(market.hasRate(), 'a live rate is known')
  return { numerator: market.rateNumerator, denominator: market.rateDenominator }
}
