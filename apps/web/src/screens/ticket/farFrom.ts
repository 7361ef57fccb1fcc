/** A typed price far from the market is often a typing error: the app asks for confirmation before it is sent. */
import { formatDecimal, type Points, ratioIfFits } from '@veritick/domain'

/** From this distance on, in hundredths of a percent of the market price. */
export const FAR_TARGET = 1_000
const PERCENT_ONE = 10_000
const SHOWN_DECIMALS = 2
/** The shown distance if the real one is too large to compute: a price a million times the market price. */
const DISTANCE_MAX = 100_000_000_000

/** The distance of a price from the market in percent, as text; `undefined` while it is near. */
export function farFrom(price: Points, now: Points): string | undefined {
  const distance = ratioIfFits([Math.abs(price - now), PERCENT_ONE], [now], 'down') ?? DISTANCE_MAX
  return distance >= FAR_TARGET ? formatDecimal(distance, SHOWN_DECIMALS) : undefined
}
