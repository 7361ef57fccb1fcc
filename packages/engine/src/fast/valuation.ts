/**
 * The equity of an account now, to the micro-dollar: the balance plus each position's profit rounded by itself. Where
 * no rounding comes in (quote currency USD) the sums of the exposure give the same number without visiting a position.
 */
import { assert, type Micros } from '@veritick/domain'
import { type AccountSlot, type ExposureSlot, NONE, type OrderSlot } from './columns.ts'
import type { Market } from './market.ts'
import { BUY, HOLDING } from './orders.ts'
import type { State } from './state.ts'

/** Equity in micro-dollars; leaves the profit of each exposure in its column. */
export function equityOf(state: State, account: AccountSlot): Micros {
  const { accounts, exposures } = state
  let equity: number = accounts.balance.get(account)
  for (
    let exposure = accounts.firstExposure.get(account);
    exposure !== NONE;
    exposure = exposures.nextOfAccount.get(exposure)
  ) {
    const profit = exposureProfit(state, exposure)
    exposures.profit.set(exposure, profit)
    equity += profit
  }
  assert(Number.isSafeInteger(equity), 'equity stays below 2^53 micro-dollars')
  return equity as Micros
}

/** Sum of the margins of the account's holdings, in micro-dollars. */
export function marginUsedOf(state: State, account: AccountSlot): Micros {
  const used = state.accounts.marginUsed.get(account)
  assert(used >= 0, 'used margin is not negative')
  return used
}

/**
 * The feed has not quoted a price or rate of the account since the start, so what the account is worth is not known. It
 * is checked once the feed has, and opens nothing before.
 */
export function waitsForFeed(state: State, account: AccountSlot): boolean {
  const { accounts, exposures } = state
  for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
    if (state.marketOfExposure(each).waitsForFeed()) return true
  }
  return false
}

/** Profit in micro-dollars of one order that is a holding, at the quote of its market. */
export function orderProfit(state: State, slot: OrderSlot, market: Market): Micros {
  const { orders } = state
  assert(orders.status.get(slot) === HOLDING, 'only a holding has a profit')
  const long = orders.side.get(slot) === BUY
  return market.profit({ long, lots: orders.lots.get(slot), open: orders.price.get(slot) })
}

/** Micro-dollars that the positions of one exposure have gained, at the quote of its market. */
export function exposureProfit(state: State, exposure: ExposureSlot): number {
  const { exposures } = state
  const market = state.marketOfExposure(exposure)
  assert(exposures.holdings.get(exposure) > 0, 'an exposure holds something')
  if (market.isUsd() && exposures.exact.get(exposure) === 1) {
    const long = exposures.longLots.get(exposure) * market.bid
    const short = exposures.shortLots.get(exposure) * market.ask
    const points = long - exposures.longCost.get(exposure) + exposures.shortCost.get(exposure) - short
    const profit = points * market.pointValue
    if (Number.isSafeInteger(long) && Number.isSafeInteger(short) && Number.isSafeInteger(profit)) return profit + 0
  }
  return sumOfPositions(state, exposure, market)
}

/** Once for each price and rate: one quote may fill or close hundreds of positions of one account. */
function sumOfPositions(state: State, exposure: ExposureSlot, market: Market): number {
  const { orders, exposures } = state
  if (exposures.valuedAt.get(exposure) === market.valuation) return exposures.profit.get(exposure)
  let profit = 0
  let visited = 0
  for (let slot = exposures.firstOrder.get(exposure); slot !== NONE; slot = orders.nextOfExposure.get(slot)) {
    assert(orders.exposure.get(slot) === exposure, 'the list of an exposure holds its own positions')
    profit += orderProfit(state, slot, market)
    visited++
  }
  assert(visited === exposures.holdings.get(exposure), 'an exposure counts its positions')
  exposures.profit.set(exposure, profit)
  exposures.valuedAt.set(exposure, market.valuation)
  return profit
}
