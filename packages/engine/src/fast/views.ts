/** What the fast engine shows of itself: plain objects made on demand, for screens, answers and tests. */
import type { LotUnits, Micros, Millis, Points } from '@veritick/domain'
import type { AccountKind } from '../commands.ts'
import type { AccountView, ExposureView, MarketView, OrderView } from '../engine.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { DEMO, REAL } from './accounts.ts'
import type { Market } from './market.ts'
import { BUY, LIMIT, PENDING } from './orders.ts'
import { levelOf, sideOf } from './quote.ts'
import type { State } from './state.ts'
import { equityOf, exposureProfit, marginUsedOf, orderProfit } from './valuation.ts'

export function accountView(state: State, slot: number): AccountView {
  const { accounts } = state
  const balance = (accounts.balance[slot] ?? 0) as Micros
  const equity = equityOf(state, slot)
  const marginUsed = marginUsedOf(state, slot)
  return {
    account: accounts.id[slot] ?? 0,
    accountKind: accounts.kind[slot] === DEMO ? 'demo' : 'real',
    frozen: accounts.frozen[slot] === 1,
    balance,
    locked: (accounts.locked[slot] ?? 0) as Micros,
    profit: (equity - balance) as Micros,
    equity,
    marginUsed,
    marginFree: (equity - marginUsed) as Micros,
    holdings: accounts.holdings[slot] ?? 0,
    pendings: accounts.pendings[slot] ?? 0,
  }
}

export function orderView(state: State, slot: number): OrderView {
  const { orders, accounts } = state
  const market = state.marketOf(slot)
  const pending = orders.status[slot] === PENDING
  const none = 0 as Micros
  return {
    order: orders.id[slot] ?? 0,
    account: accounts.id[orders.account[slot] ?? 0] ?? 0,
    instrument: market.terms.id,
    status: pending ? 'pending' : 'holding',
    side: sideOf(state, slot),
    pending: pendingKindOfRow(state, slot),
    lots: (orders.lots[slot] ?? 0) as LotUnits,
    leverage: orders.leverage[slot] ?? 0,
    price: (orders.price[slot] ?? 0) as Points,
    stopLoss: levelOf(orders.stopLoss[slot]),
    takeProfit: levelOf(orders.takeProfit[slot]),
    margin: pending ? none : ((orders.margin[slot] ?? 0) as Micros),
    fee: pending ? none : ((orders.fee[slot] ?? 0) as Micros),
    swap: pending ? none : ((orders.swap[slot] ?? 0) as Micros),
    placedAt: (orders.placedAt[slot] ?? 0) as Millis,
    openedAt: pending ? undefined : ((orders.openedAt[slot] ?? 0) as Millis),
    openQuote: pending ? undefined : openQuoteOf(state, slot),
    openConversion: pending ? undefined : openConversionOf(state, slot),
    closePrice: pending ? undefined : ((orders.side[slot] === BUY ? market.bid : market.ask) as Points),
    profit: pending ? undefined : orderProfit(state, slot, market),
    conversion: pending ? undefined : market.conversion(),
  }
}

export function pendingKindOfRow(state: State, slot: number): 'limit' | 'stop' | undefined {
  const { orders } = state
  if (orders.status[slot] !== PENDING) return undefined
  return orders.pendingKind[slot] === LIMIT ? 'limit' : 'stop'
}

export function openQuoteOf({ orders }: State, slot: number): QuoteEvidence {
  return {
    seq: orders.quoteSeq[slot] ?? 0,
    bid: (orders.quoteBid[slot] ?? 0) as Points,
    ask: (orders.quoteAsk[slot] ?? 0) as Points,
    time: (orders.quoteTime[slot] ?? 0) as Millis,
  }
}

export function openConversionOf({ orders }: State, slot: number): ConversionEvidence {
  return {
    numerator: orders.conversionNumerator[slot] ?? 0,
    denominator: orders.conversionDenominator[slot] ?? 0,
    instrument: orders.conversionInstrument[slot] ?? 0,
    seq: orders.conversionSeq[slot] ?? 0,
  }
}

/** Newest first. */
export function orderViews(state: State, account: number, status: 'pending' | 'holding'): OrderView[] {
  const { orders, accounts } = state
  const views: OrderView[] = []
  for (let slot = accounts.lastOrder[account] ?? -1; slot >= 0; slot = orders.previousOfAccount[slot] ?? -1) {
    if ((orders.status[slot] === PENDING) === (status === 'pending')) views.push(orderView(state, slot))
  }
  return views
}

export function marketView(market: Market): MarketView {
  return {
    terms: market.terms,
    status: market.status,
    quote: market.hasQuote() ? market.quote() : undefined,
    conversion: market.hasRate() ? market.conversion() : undefined,
  }
}

/** Instruments of which something is held, by number. Visits exposures, not positions, wherever their sums are exact. */
export function exposureViews(state: State, kind: AccountKind): ExposureView[] {
  return state.markets
    .map((market) => exposureView(state, market, kind === 'demo' ? DEMO : REAL))
    .filter((view) => view.positions > 0)
    .sort((a, b) => a.instrument - b.instrument)
}

function exposureView(state: State, market: Market, kind: number): ExposureView {
  const { accounts, exposures } = state
  const [longLots, shortLots, profit] = [new Sum(), new Sum(), new Sum()]
  let positions = 0
  let holders = 0
  for (let slot = market.firstExposure; slot >= 0; slot = exposures.nextOfInstrument[slot] ?? -1) {
    if (accounts.kind[exposures.account[slot] ?? 0] !== kind) continue
    positions += exposures.holdings[slot] ?? 0
    holders += 1
    longLots.add(exposures.longLots[slot] ?? 0)
    shortLots.add(exposures.shortLots[slot] ?? 0)
    profit.add(exposureProfit(state, slot))
  }
  const { id: instrument } = market.terms
  return {
    instrument,
    positions,
    accounts: holders,
    longLots: longLots.total(),
    shortLots: shortLots.total(),
    profit: profit.total(),
  }
}

/** A sum of safe integers that stays exact beyond them, without a BigInt for each. */
class Sum {
  private low = 0
  private high = 0n

  add(amount: number): void {
    const sum = this.low + amount
    if (Number.isSafeInteger(sum)) {
      this.low = sum
      return
    }
    this.high += BigInt(this.low)
    this.low = amount
  }

  total(): bigint {
    return this.high + BigInt(this.low)
  }
}
