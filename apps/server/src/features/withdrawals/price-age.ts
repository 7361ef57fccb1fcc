/**
 * A withdrawal is paid at the price that the operator has set. A price that the operator has not compared with the
 * market for hours is an option for the customer, who withdraws in the currency that has risen since.
 */
import { type Millis, micros, must } from '@veritick/domain'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { Settings } from '../settings/index.ts'
import type { DrawCurrency } from './payees.ts'

type Prices = Pick<Settings, 'get' | 'since' | 'waiting'>

/** The price of USD and of coins pegged to it, which does not age. */
const ONE_DOLLAR = micros(1_000_000)

/**
 * When the operator last compared this price with the market: when the list was saved. A lower price that waits to come
 * into force counts too, because the higher one that still holds pays less than it.
 */
export function pricedAt(settings: Prices, { id, usd_price }: DrawCurrency): number {
  const saved = must(settings.since('draw_currencies'), 'an entry exists since its list was saved')
  const waiting = settings.waiting('draw_currencies')
  const newer = waiting?.value.find((entry) => entry.id === id)
  return waiting !== undefined && newer !== undefined && newer.usd_price <= usd_price ? waiting.at : saved
}

/** True where no withdrawal may be requested or approved at this price. */
export function isPriceOld(settings: Prices, entry: DrawCurrency, now: Millis): boolean {
  const hours = settings.get('draw_price_max_hours')
  if (hours === 0 || entry.usd_price === ONE_DOLLAR) return false
  return now - pricedAt(settings, entry) > hours * HOUR_MS
}
