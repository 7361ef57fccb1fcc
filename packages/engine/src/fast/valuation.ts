/**
 * What an account is worth now, to the micro-dollar: the balance plus each position's profit rounded by itself. Where no rounding
 * comes in (quote currency USD) the sums of the exposure give the same number without visiting a position.
 */
import type { Micros } from '@veritick/domain'
import type { Market } from './market.ts'
import { BUY } from './orders.ts'
import type { State } from './state.ts'

/** Equity in micro-dollars; leaves the profit of each exposure in its column. */
export function equityOf(state: State, account: number): Micros {
  const { accounts, exposures } = state
  let equity = accounts.balance[account] ?? 0
  for (
    let exposure = accounts.firstExposure[account] ?? -1;
    exposure >= 0;
    exposure = exposures.nextOfAccount[exposure] ?? -1
  ) {
    const profit = exposureProfit(state, exposure)
    exposures.profit[exposure] = profit
    equity += profit
  }
  return equity as Micros
}

export function marginUsedOf(state: State, account: number): Micros {
  return (state.accounts.marginUsed[account] ?? 0) as Micros
}

/** Profit of one order that is a holding, at its market's quote. */
export function orderProfit(state: State, slot: number, market: Market): Micros {
  const { orders } = state
  const long = orders.side[slot] === BUY
  return market.profit({ long, lots: orders.lots[slot] ?? 0, open: orders.price[slot] ?? 0 }) as Micros
}

/** What the positions of one exposure have gained, at its market's quote. */
export function exposureProfit(state: State, exposure: number): number {
  const { exposures } = state
  const market = state.marketOfExposure(exposure)
  if (market.isUsd() && exposures.exact[exposure] === 1) {
    const long = (exposures.longLots[exposure] ?? 0) * market.bid
    const short = (exposures.shortLots[exposure] ?? 0) * market.ask
    const points = long - (exposures.longCost[exposure] ?? 0) + (exposures.shortCost[exposure] ?? 0) - short
    const profit = points * market.pointValue
    if (Number.isSafeInteger(long) && Number.isSafeInteger(short) && Number.isSafeInteger(profit)) return profit + 0
  }
  return visited(state, exposure, market)
}

function visited(state: State, exposure: number, market: Market): number {
  const { orders, exposures } = state
  let profit = 0
  for (let slot = exposures.firstOrder[exposure] ?? -1; slot >= 0; slot = orders.nextOfExposure[slot] ?? -1) {
    profit += orderProfit(state, slot, market)
  }
  return profit
}
