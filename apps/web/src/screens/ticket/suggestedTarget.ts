/**
 * The price with which a pending order starts: that of a limit order a little better than the market, because a price
 * at the market is no pending order, in whole steps. The customer types or drags another one.
 */
import { type Points, PRICE_MAX, points, type Side } from '@veritick/domain'
import { targetStep } from './targetStep.ts'

/** Distance from the market: a tenth of a percent, at least five spreads. */
const TARGET_PER_PRICE = 1_000
const TARGET_SPREADS = 5

/** `undefined`: no price is possible there. */
export function suggestedTarget(of: {
  readonly side: Side
  readonly bid: Points
  readonly ask: Points
  readonly precision: number
}): Points | undefined {
  const { side, bid, ask, precision } = of
  const away = Math.max(Math.ceil(ask / TARGET_PER_PRICE), (ask - bid) * TARGET_SPREADS, 1)
  const step = targetStep(precision)
  const price = side === 'buy' ? Math.floor((ask - away) / step) * step : Math.ceil((bid + away) / step) * step
  return price >= 1 && price <= PRICE_MAX ? points(price) : undefined
}
