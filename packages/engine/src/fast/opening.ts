/**
 * May this position open now, and at what cost: trading rules 4 and 5, for a market order and for a pending one at its
 * trigger.
 */
import {
  assert,
  compareLevel,
  type LotUnits,
  MARGIN_CALL_LEVEL,
  type Micros,
  MONEY_MAX,
  type Points,
  type Side,
} from '@veritick/domain'
import { EQUITY_MAX, ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import { type AccountSlot, NONE, type OrderSlot } from './columns.ts'
import type { Market } from './market.ts'
import { HOLDING } from './orders.ts'
import type { State } from './state.ts'
import { equityOf, marginUsedOf, waitsForFeed } from './valuation.ts'

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
export type OpeningFault = 'too_many_orders' | 'price_stale' | 'margin_call' | 'conversion_missing' | 'amount_too_large'

/** The numbers of an account that decide about an opening. Money in micro-dollars. */
export type AccountAfter = {
  /** Pending orders and holdings. */
  readonly orders: number
  readonly equity: Micros
  readonly marginUsed: Micros
  /** Sum of the notionals of its holdings; `undefined` where it passes 2^53. */
  readonly notional: Micros | undefined
}

const NOTHING_ENDED: readonly OrderSlot[] = []

/**
 * The account as it would be once these orders of it had ended: holdings closed at the quotes that count now, pending
 * orders gone. An order that takes their place is checked against it.
 */
export function accountAfter(
  state: State,
  account: AccountSlot,
  ended: readonly OrderSlot[] = NOTHING_ENDED,
): AccountAfter {
  const { accounts, orders: table } = state
  let orders = accounts.holdings.get(account) + accounts.pendings.get(account)
  let holdings = accounts.holdings.get(account)
  let marginUsed: number = marginUsedOf(state, account)
  let notional: number = accounts.notional.get(account)
  let unbounded = accounts.unbounded.get(account)
  for (const slot of ended) {
    assert(table.account.get(slot) === account, 'the orders that end are of the account')
    orders--
    if (table.status.get(slot) !== HOLDING) continue
    holdings--
    marginUsed -= table.margin.get(slot)
    const worth = table.notional.get(slot)
    if (worth === undefined) unbounded--
    else notional -= worth
  }
  assert(orders >= 0 && holdings >= 0 && marginUsed >= 0, 'no order ends twice')
  const before = equityOf(state, account)
  // With nothing held any more the operator pays a balance below zero.
  const equity = holdings === 0 && ended.length > 0 ? Math.max(before, 0) : before
  return {
    orders,
    equity: equity as Micros,
    marginUsed: marginUsed as Micros,
    notional: unbounded > 0 ? undefined : (notional as Micros),
  }
}

/**
 * Why the account may open or place no order, independent of the cost: at the limit of orders, a holding that waits for
 * the feed, below margin level 100, no rate by a live quote, a total value of the account above MONEY_MAX, or one
 * that may come to pass EQUITY_MAX. Applies to a new order, and to a pending one at its trigger.
 */
export function openingFault(state: State, position: NewPosition, after: AccountAfter): OpeningFault | undefined {
  const { account, market, lots, marginPrice } = position
  assert(after.orders <= ORDERS_PER_ACCOUNT_MAX, 'an account never has more orders than it may')
  if (after.orders === ORDERS_PER_ACCOUNT_MAX) return 'too_many_orders'
  if (waitsForFeed(state, account)) return 'price_stale'
  if (compareLevel(after.equity, after.marginUsed, MARGIN_CALL_LEVEL) < 0) return 'margin_call'
  if (!market.hasLiveRate()) return 'conversion_missing'
  if (after.notional === undefined) return 'amount_too_large'
  const own = market.notional(lots, marginPrice, market.conversion())
  if (own === undefined || own + after.notional > MONEY_MAX) return 'amount_too_large'
  return equityMost(state, account) + lots * market.worthMax > EQUITY_MAX ? 'amount_too_large' : undefined
}

/** Micro-dollars that the account may come to be worth, or to owe, at quotes to come. */
function equityMost(state: State, account: AccountSlot): number {
  const { accounts, exposures } = state
  let most = Math.abs(accounts.balance.get(account)) + accounts.locked.get(account)
  for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
    const lots = exposures.longLots.get(each) + exposures.shortLots.get(each)
    most += lots * state.marketOfExposure(each).worthMax
  }
  assert(most >= 0, 'what an account may come to be worth is not negative')
  return most
}

/**
 * The cost of opening at the market's quote, after `openingFault` found none. After fee and spread the free margin must
 * not be below zero: trading rule 5.
 */
export function costOf(state: State, position: NewPosition, after: AccountAfter): Cost | 'margin_not_enough' {
  const { market, side, lots, leverage, marginPrice } = position
  const margin = market.margin({ lots, price: marginPrice, leverage })
  const fee = market.fee({ feeType: state.feeType, lots, margin })
  assert(margin >= 0 && fee >= 0, 'margin and fee are not negative')
  const long = side === 'buy'
  const price = (long ? market.ask : market.bid) as Points
  const spread = market.profit({ long, lots, open: price })
  assert(spread <= 0, 'a spread is paid, never received')
  if (after.equity - fee + spread < after.marginUsed + margin) return 'margin_not_enough'
  return { price, margin, fee }
}
