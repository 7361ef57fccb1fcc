/**
 * Whether a position may open now, and at what cost: trading rules 4 and 5. A market order and a pending order at its
 * trigger have the same check.
 */
import {
  compareLevel,
  feeOf,
  type LotUnits,
  MARGIN_CALL_LEVEL,
  type Micros,
  MONEY_MAX,
  marginOf,
  must,
  notionalOf,
  type Points,
  profitOf,
  type Side,
} from '@veritick/domain'
import { EQUITY_MAX, ORDERS_PER_ACCOUNT_MAX } from '../engine.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { type Account, type Instrument, type Order, ordersOf, type State } from './state.ts'
import { holdingsOf, liveConversion, orderProfit, waitsForFeed } from './valuation.ts'

export type NewPosition = {
  readonly account: Account
  readonly instrument: Instrument
  readonly side: Side
  readonly lots: LotUnits
  readonly leverage: number
  /** The current Close for a market order, the target for a pending one. */
  readonly marginPrice: Points
}

export type Cost = {
  readonly price: Points
  readonly margin: Micros
  readonly fee: Micros
  readonly conversion: ConversionEvidence
}
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

/**
 * The account as it would be once these orders of it had ended: holdings closed at the quotes that count now, pending
 * orders gone. An order that takes their place is checked against it.
 */
export function accountAfter(state: State, account: Account, ended: readonly Order[] = []): AccountAfter {
  const left = ordersOf(state, (order) => order.account === account.account && !ended.includes(order))
  const holdings = left.filter((order) => order.pending === undefined)
  const realised = ended.filter((order) => order.pending === undefined).map((order) => orderProfit(state, order))
  const balance = account.balance + sum(realised)
  // With nothing held any more the operator pays a balance below zero.
  const protectedBalance = holdings.length === 0 && ended.length > 0 ? Math.max(balance, 0) : balance
  return {
    orders: left.length,
    equity: (protectedBalance + sum(holdings.map((order) => orderProfit(state, order)))) as Micros,
    marginUsed: sum(holdings.map((order) => must(order.opening, 'a holding was opened').margin)) as Micros,
    notional: notionalOfAll(state, holdings),
  }
}

/**
 * Why the account may open or place no order, independent of the cost: at the limit of orders, a holding that waits for
 * the feed, below margin level 100, no rate by a live quote, a total value of the account above MONEY_MAX, or one
 * that may come to pass EQUITY_MAX. Applies to a new order, and to a pending one at its trigger.
 */
export function openingFault(state: State, position: NewPosition, after: AccountAfter): OpeningFault | undefined {
  const { account, instrument, lots, marginPrice } = position
  if (after.orders >= ORDERS_PER_ACCOUNT_MAX) return 'too_many_orders'
  if (waitsForFeed(state, account.account)) return 'price_stale'
  if (compareLevel(after.equity, after.marginUsed, MARGIN_CALL_LEVEL) < 0) return 'margin_call'
  const conversion = liveConversion(state, instrument)
  if (conversion === undefined) return 'conversion_missing'
  const own = notionalOf({ terms: instrument.terms, lots, price: marginPrice, conversion })
  if (own === undefined || after.notional === undefined) return 'amount_too_large'
  if (own + after.notional > MONEY_MAX) return 'amount_too_large'
  const most = equityMost(state, account) + lots * (instrument.worthMax ?? 0)
  return most > EQUITY_MAX ? 'amount_too_large' : undefined
}

/** Micro-dollars that the account may come to be worth, or to owe, at quotes to come. */
function equityMost(state: State, { account, balance, locked }: Account): number {
  const holdings = holdingsOf(state, account).map(({ instrument, lots }) => {
    const { worthMax } = must(state.instruments.get(instrument), 'a holding is of a known instrument')
    return lots * (worthMax ?? 0)
  })
  return Math.abs(balance) + locked + sum(holdings)
}

/**
 * The cost of opening at the quote, after `openingFault` found none. After fee and spread the free margin must not be
 * below zero: trading rule 5. At zero or more the level is 100 or more.
 */
export function costOf(
  state: State,
  position: NewPosition,
  { after, quote }: { readonly after: AccountAfter; readonly quote: QuoteEvidence },
): Cost | 'margin_not_enough' {
  const { instrument, side, lots, leverage, marginPrice } = position
  const { terms } = instrument
  const conversion = must(liveConversion(state, instrument), 'a missing rate was refused before')
  const margin = marginOf({ terms, lots, price: marginPrice, leverage, conversion })
  const fee = feeOf({ feeType: state.feeType, terms, lots, margin })
  const price = side === 'buy' ? quote.ask : quote.bid
  const closing = side === 'buy' ? quote.bid : quote.ask
  const spread = profitOf({ terms, side, lots, open: price, price: closing, conversion })
  if (after.equity - fee + spread < after.marginUsed + margin) return 'margin_not_enough'
  return { price, margin, fee, conversion }
}

/** The sum at the opening prices and rates, which no move of a price can change; `undefined` where it passes 2^53. */
function notionalOfAll(state: State, holdings: readonly Order[]): Micros | undefined {
  let total = 0
  for (const { instrument, lots, price, opening } of holdings) {
    const { terms } = must(state.instruments.get(instrument), 'a holding is of a known instrument')
    const { conversion } = must(opening, 'a holding was opened')
    const worth = notionalOf({ terms, lots, price, conversion })
    if (worth === undefined) return undefined
    total += worth
  }
  return total as Micros
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0)
}
