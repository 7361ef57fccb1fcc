/**
 * A deposit and a withdrawal carry the operator's price of the moment at which they were requested. A decision at an
 * old price would give away an option: the customer would go through with it only where the price has moved in their
 * favour.
 */
import { type Micros, PPM } from '@veritick/domain'

/** A request whose price moved by less is decided as it was made: 1 %. */
export const PRICE_MOVE_MAX_PPM = 10_000

/** True where the two prices of one unit, in micro-dollars, are further apart than `PRICE_MOVE_MAX_PPM`. */
export function isPriceApart(now: Micros, requested: Micros): boolean {
  return BigInt(Math.abs(now - requested)) * BigInt(PPM) > BigInt(requested) * BigInt(PRICE_MOVE_MAX_PPM)
}
