/**
 * A deposit is reported at the price of that moment. A customer who reports first and pays only where the coin has
 * become cheaper would otherwise be credited more than arrived.
 */
import { type Micros, micros } from '@veritick/domain'
import { isPriceApart } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { DepositRow } from './queries.ts'

type Channel = Pick<DepositRow, 'method' | 'channel'>

/** Micro-dollars of one unit at the operator's price now. A card, and a channel that has ended, have none. */
export function priceNow(settings: Pick<Settings, 'get'>, { method, channel }: Channel): Micros | undefined {
  if (method === 'coin') return settings.get('charge_networks').find(({ id }) => id === channel)?.usd_price
  if (method !== 'bank') return undefined
  const coin = settings.get('charge_banks').find(({ id }) => id === channel)?.bank_coin
  return settings.get('charge_symbols').find(({ id }) => id === coin)?.usd_price
}

/**
 * True where the deposit waits and the operator's price is another now, or there is none because the channel has ended:
 * then one approver is not enough.
 */
export function hasPriceMoved(settings: Pick<Settings, 'get'>, row: DepositRow): boolean {
  if (row.state !== 'unchecked' || row.method === 'card') return false
  const now = priceNow(settings, row)
  return now === undefined || isPriceApart(now, micros(row.usdPrice))
}
