/**
 * A withdrawal is paid at the price that the operator has set. A price that the operator has not compared with the
 * market for hours is an option for the customer, who withdraws in the currency that has risen since.
 */
import { canPriceAge, confirmsPrice, type Millis, must } from '@veritick/domain'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { Settings } from '../settings/index.ts'
import type { DrawCurrency } from './payees.ts'

type Prices = Pick<Settings, 'get' | 'since' | 'waiting'>

/**
 * When the operator last compared this price with the market: when the list was saved. A lower price of the same
 * currency that waits to come into force counts too, because the higher one that still holds pays less than it.
 */
export function pricedAt(settings: Prices, entry: DrawCurrency): number {
  const saved = must(settings.since('draw_currencies'), 'an entry exists since its list was saved')
  const waiting = settings.waiting('draw_currencies')
  return waiting !== undefined && confirmsPrice(waiting.value, entry) ? waiting.at : saved
}

/** True where no withdrawal may be requested or approved at this price. */
export function isPriceOld(settings: Prices, entry: DrawCurrency, now: Millis): boolean {
  const hours = settings.get('draw_price_max_hours')
  if (hours === 0 || !canPriceAge(entry)) return false
  return now - pricedAt(settings, entry) > hours * HOUR_MS
}
