/** The views of the reference engine. */
import type { Micros, Side } from '@veritick/domain'
import type { AccountKind } from '../commands.ts'
import type { AccountView, ExposureView, MarketView, OrderView } from '../engine.ts'
import { type Account, type Instrument, type Order, ordersOf, type State } from './state.ts'
import {
  conversionOf,
  equityOf,
  holdingsOf,
  marginUsedOf,
  orderProfit,
  pendingsOf,
  quoteOf,
  standingOf,
} from './valuation.ts'

/** Where an account stands at the current quotes, in micro-dollars. */
export function accountView(state: State, account: Account): AccountView {
  const [equity, marginUsed] = [equityOf(state, account), marginUsedOf(state, account)]
  return {
    account: account.account,
    accountKind: account.accountKind,
    frozen: account.frozen,
    balance: account.balance,
    locked: account.locked,
    profit: (equity - account.balance) as Micros,
    equity,
    marginUsed,
    marginFree: (equity - marginUsed) as Micros,
    holdings: holdingsOf(state, account.account).length,
    pendings: pendingsOf(state, account.account).length,
    traded: account.traded,
    transfers: [...state.transfers.values()].filter((each) => each.account === account.account).length,
  }
}

/** A live order; what only a holding has is `undefined` while it is pending. */
export function orderView(state: State, order: Order): OrderView {
  const { opening } = order
  const standing = opening === undefined ? undefined : standingOf(state, order)
  const none = 0 as Micros
  return {
    order: order.order,
    account: order.account,
    instrument: order.instrument,
    status: opening === undefined ? 'pending' : 'holding',
    side: order.side,
    pending: order.pending ?? opening?.pending,
    lots: order.lots,
    leverage: order.leverage,
    price: order.price,
    stopLoss: order.stopLoss,
    takeProfit: order.takeProfit,
    margin: opening?.margin ?? none,
    fee: opening?.fee ?? none,
    swap: opening?.swap ?? none,
    placedAt: order.placedAt,
    openedAt: opening?.at,
    openQuote: opening?.quote,
    openConversion: opening?.conversion,
    wasPending: opening?.pending !== undefined,
    openReference: opening?.reference,
    closePrice: standing?.price,
    profit: standing?.profit,
    conversion: standing?.conversion,
  }
}

/** Terms, status, and the quote and rate that count now, where there are any. */
export function marketView(state: State, instrument: Instrument): MarketView {
  return {
    terms: instrument.terms,
    status: instrument.status,
    quote: quoteOf(instrument),
    conversion: conversionOf(state, instrument),
  }
}

/** Instruments of which something is held, by number. */
export function exposureViews(state: State, kind: AccountKind): ExposureView[] {
  const held = ordersOf(
    state,
    (order) => order.opening !== undefined && state.accounts.get(order.account)?.accountKind === kind,
  )
  const instruments = [...new Set(held.map((order) => order.instrument))].sort((a, b) => a - b)
  return instruments.map((instrument) => {
    const own = held.filter((order) => order.instrument === instrument)
    const lots = (side: Side) => own.reduce((sum, order) => (order.side === side ? sum + BigInt(order.lots) : sum), 0n)
    return {
      instrument,
      positions: own.length,
      accounts: new Set(own.map((order) => order.account)).size,
      longLots: lots('buy'),
      shortLots: lots('sell'),
      profit: own.reduce((sum, order) => sum + BigInt(orderProfit(state, order)), 0n),
    }
  })
}
